#!lua flags=allow-oom
-- Ends a session. Key: 1 the session. Argument: milliseconds to remember it.

end_session(take_number())
return 1
