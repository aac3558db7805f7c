"""What the server counts and measures, and how it does so without knowing the tool.

Each instrument is one field of `Metrics`, made once by whatever `Instruments` are handed
in: those of a monitoring library, or none. Counting is a method call on a kept object,
so a place that counts needs no look-up and no knowledge of names. Labels are words of
this code, never a name, a card, a token or a table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Counter(Protocol):
    """A number that only rises."""

    def add(self, label: str = "", amount: int = 1) -> None:
        """Count; the label is empty for a counter that has none."""


class Histogram(Protocol):
    """How often values fell into which range."""

    def observe(self, value: float, label: str = "") -> None:
        """Note one value, as a rule in seconds."""


class Instruments(Protocol):
    """Makes instruments, each once and under one name."""

    def counter(
        self, name: str, text: str, *, label: str = "", words: Sequence[str] = ()
    ) -> Counter:
        """A counter, with a label or without.

        Args:
            name: Without the product's name before it and `_total` after it.
            text: What is counted, in a few words.
            label: Name of the label.
            words: Labels that are shown from the start, as 0.
        """

    def histogram(
        self, name: str, text: str, bounds: Sequence[float], *, label: str = ""
    ) -> Histogram:
        """A histogram with these upper bounds."""

    def gauge(self, name: str, text: str, read: Callable[[], float]) -> None:
        """A number that is asked for when somebody looks."""

    def now_s(self) -> float:
        """A steady clock fine enough to measure calls by."""


QUICK_S: Final = (
    0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 3.0, 10.0,
)  # fmt: skip
"""Bounds for what should take milliseconds."""

LOST: Final = "lost"
GAP: Final = "gap"
DUPLICATE_APPLY: Final = "duplicate_apply"
FENCED_WRITE: Final = "fenced_write_accepted"
REPLAY_MISMATCH: Final = "replay_mismatch"
PROJECTION_VIOLATION: Final = "projection_violation"
PROMISES: Final = (
    LOST,
    GAP,
    DUPLICATE_APPLY,
    FENCED_WRITE,
    REPLAY_MISMATCH,
    PROJECTION_VIOLATION,
)
"""Labels of `broken_promises`, whose every number must be 0 for ever."""


class Metrics:
    """Every counter and histogram of a server process."""

    def __init__(self, make: Instruments) -> None:
        self.gauge = make.gauge
        self.now_s = make.now_s
        counter, histogram = make.counter, make.histogram

        # Connections.
        self.opened = counter("connections_opened", "WebSocket connections opened")
        self.closed = counter(
            "connections_closed", "Connections ended, by close code", label="code"
        )
        self.refused = counter(
            "connections_refused",
            "Connections not admitted, by the limit that was reached",
            label="reason",
        )
        self.hellos = counter(
            "hellos", "Hellos, by how they were answered", label="outcome"
        )
        self.overflows = counter(
            "outbox_overflows", "Queues dropped because a client read too slowly"
        )
        self.aborted = counter(
            "slow_clients_aborted", "Clients cut off because they took nothing"
        )

        self.floods = counter(
            "floods_cut", "Clients cut off because they sent far too much"
        )

        # Messages and commands.
        self.received = counter("messages_in", "Messages of clients, by op", label="op")
        self.received_bytes = counter("bytes_in", "Bytes of messages of clients")
        self.sent = counter("messages_out", "Messages to clients, by op", label="op")
        self.sent_bytes = counter("bytes_out", "Bytes of messages to clients")
        self.commands = counter(
            "commands", "Commands to tables, by outcome", label="outcome"
        )
        self.refusals = counter(
            "refusals", "Commands and messages refused, by code", label="code"
        )
        self.stored_s = histogram(
            "stored_seconds", "From a command's arrival to its place on disk", QUICK_S
        )
        self.delivered_s = histogram(
            "delivered_seconds",
            "From a command's arrival to the queue of the last recipient here",
            QUICK_S,
        )

        self.delivered_elsewhere_s = histogram(
            "delivered_elsewhere_seconds",
            "From an event's time, as its server decided it, to the queue of the last "
            "recipient here, on another server",
            QUICK_S,
        )

        # Store and copies.
        self.store_call_s = histogram(
            "store_call_seconds", "Calls to the store, by script", QUICK_S, label="call"
        )
        self.store_failures = counter(
            "store_failures", "Calls without a definite answer, by why", label="why"
        )
        self.appends = counter(
            "appends", "Conditional changes, by the store's answer", label="answer"
        )
        self.catch_ups = counter(
            "catch_ups", "Times that a copy had to read what it missed"
        )
        self.snapshots = counter(
            "snapshots", "Whole tables sent, by reason", label="reason"
        )
        self.resyncs = counter("resyncs", "Answers to resync, by kind", label="answer")

        self.repairs = counter(
            "repairs",
            "Histories that the store had damaged, by what was done",
            label="how",
            words=("rebased", "put_back", "written_anew"),
        )

        self.self_checks = counter(
            "self_checks",
            "Settled deals whose stored events were replayed, by what was found",
            label="found",
            words=("agreed", "differed"),
        )

        # Deadlines and bots.
        self.alarms = counter("alarms", "Deadlines acted on, by kind", label="kind")
        self.alarm_late_s = histogram(
            "alarm_late_seconds",
            "How long after its time a deadline was acted on",
            (0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 30.0),
        )
        self.bot_answers = counter(
            "bot_answers", "Questions to bots, by outcome", label="outcome"
        )
        self.bot_think_s = histogram(
            "bot_think_seconds", "From a question to a bot to its answer", QUICK_S
        )
        self.bot_lowered = counter(
            "bot_lowered", "Moves by a lower level than the seat's"
        )
        self.bot_substitutes = counter(
            "bot_substitutes", "Moves made by a simple player, as a bot failed"
        )
        self.bot_fallbacks = counter(
            "bot_fallbacks", "Moves made by the first legal card, as all else failed"
        )
        self.bots_given_up = counter(
            "bots_given_up", "Tables whose bot failed three times in a row"
        )

        # The process.
        self.loop_lag_s = histogram(
            "loop_lag_seconds", "How late the event loop ran a timer", QUICK_S
        )
        self.faults = counter(
            "faults", "Errors in the server's own code, by place", label="place"
        )
        self.audited = counter(
            "frames_audited",
            "Messages looked through for hidden cards, by op",
            label="op",
            words=("events", "snapshot"),
        )
        self.broken_promises = counter(
            "broken_promises",
            "Promises found broken; must be 0",
            label="promise",
            words=PROMISES,
        )


class _Nothing:
    """A counter and histogram that keeps nothing."""

    def add(self, label: str = "", amount: int = 1) -> None:
        """Do nothing."""

    def observe(self, value: float, label: str = "") -> None:
        """Do nothing."""


class NoInstruments:
    """Instruments for a server that nobody watches."""

    def counter(
        self,
        name: str,  # noqa: ARG002 - as the protocol says
        text: str,  # noqa: ARG002
        *,
        label: str = "",  # noqa: ARG002
        words: Sequence[str] = (),  # noqa: ARG002
    ) -> Counter:
        """A counter that counts nothing."""
        return _NOTHING

    def histogram(
        self,
        name: str,  # noqa: ARG002 - as the protocol says
        text: str,  # noqa: ARG002
        bounds: Sequence[float],  # noqa: ARG002
        *,
        label: str = "",  # noqa: ARG002
    ) -> Histogram:
        """A histogram that keeps nothing."""
        return _NOTHING

    def gauge(self, name: str, text: str, read: Callable[[], float]) -> None:
        """Do nothing: nobody looks."""

    def now_s(self) -> float:
        """No time at all: nothing is measured."""
        return 0.0


_NOTHING: Final = _Nothing()
NO_METRICS: Final = Metrics(NoInstruments())
"""For parts that are used without a server around them."""
