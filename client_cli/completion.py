"""`tarocco completion`: what a shell offers, made from the tables of verbs and flags.

Verbs come first, then the flags of the verb that was typed; where a code of a table is
expected, `tarocco tables` is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from client_cli.arguments import wrong_use
from client_cli.exits import Exit
from client_cli.flags import FLAGS
from client_cli.safe_text import shown
from client_cli.texts import PROGRAM
from client_cli.verbs import VERB_NAMES, VERBS

if TYPE_CHECKING:
    from client_cli.arguments import Request
    from client_cli.texts import Texts

_BASH: Final = """\
_{program}() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} offered
    if [ "$COMP_CWORD" -eq 1 ]; then
        offered="{verbs} --help --version"
    else
        case ${{COMP_WORDS[1]}} in
{cases}
        esac
        case ${{COMP_WORDS[1]}} in
            {with_table})
                case $word in
                    -*) ;;
                    *) offered="$offered $({codes})" ;;
                esac ;;
        esac
    fi
    COMPREPLY=($(compgen -W "$offered" -- "$word"))
}}
complete -o default -F _{program} {program}
"""
_ZSH: Final = """\
#compdef {program}
autoload -U +X bashcompinit && bashcompinit
"""
_CODES: Final = (
    f"{PROGRAM} tables --timeout 1s --json 2>/dev/null"
    ' | grep -o \'"table": "[0-9A-Z]*"\' | cut -d \'"\' -f 4'
)
_CODES_FISH: Final = _CODES.replace('"', '\\"')
_WITH_TABLE: Final = ("join", "watch", "resume", "replay")
SHELLS: Final = ("bash", "zsh", "fish")


def print_completion(request: Request, texts: Texts) -> Exit:
    """Print the script for a shell.

    Raises:
        Stopped: No shell is named, or one that is not known.
    """
    shell = request.operands[0] if request.operands else ""
    if shell not in SHELLS:
        what = texts.say("There is no completion for {shell}.", shell=shown(shell))
        why = texts.say("Possible: {values}.", values=", ".join(SHELLS))
        raise wrong_use(what, texts, "completion", why=why)
    print(script_for(shell, texts), end="")
    return Exit.DONE


def script_for(shell: str, texts: Texts) -> str:
    """The script; zsh reads that of bash."""
    match shell:
        case "fish":
            return _fish(texts)
        case "zsh":
            return _ZSH.format(program=PROGRAM) + _bash()
        case _:
            return _bash()


def flags_of(verb: str) -> list[str]:
    """All spellings of the flags of a verb."""
    return [name for flag in FLAGS if verb in flag.verbs for name in flag.names]


def _bash() -> str:
    cases = "\n".join(
        f'            {verb}) offered="{" ".join([*flags_of(verb), *_words(verb)])}" ;;'
        for verb in VERB_NAMES
    )
    return _BASH.format(
        program=PROGRAM,
        verbs=" ".join(VERB_NAMES),
        cases=cases,
        with_table="|".join(_WITH_TABLE),
        codes=_CODES,
    )


def _words(verb: str) -> list[str]:
    """The words among which a verb lets one choose."""
    if verb == "completion":
        return list(SHELLS)
    usage = next(each.usage for each in VERBS if each.name == verb)
    return usage.split("|") if usage.islower() and "|" in usage else []


def _fish(texts: Texts) -> str:
    lines = [f"complete -c {PROGRAM} -n __fish_use_subcommand -f"]
    for verb in VERBS:
        about = _quoted(texts.say(verb.summary))
        lines.append(
            f"complete -c {PROGRAM} -n __fish_use_subcommand -a {verb.name} -d {about}"
        )
    for flag in FLAGS:
        long = flag.names[-1].lstrip("-")
        short = "".join(f" -s {name[1]}" for name in flag.names[:-1])
        needs = " -r" if flag.value else ""
        seen = f"'__fish_seen_subcommand_from {' '.join(flag.verbs)}'"
        about = _quoted(texts.say(flag.summary))
        lines.append(
            f"complete -c {PROGRAM} -n {seen}{short} -l {long}{needs} -d {about}"
        )
    for name in VERB_NAMES:
        if _words(name):
            words = _quoted(" ".join(_words(name)))
            seen = f"'__fish_seen_subcommand_from {name}'"
            lines.append(f"complete -c {PROGRAM} -n {seen} -f -a {words}")
    seen = f"'__fish_seen_subcommand_from {' '.join(_WITH_TABLE)}'"
    lines.append(f'complete -c {PROGRAM} -n {seen} -a "({_CODES_FISH})"')
    return "".join(f"{line}\n" for line in lines)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
