"""Golden screens: every scene in two sizes and three looks, one text file a scene.

`python -m tests.client_cli.screens.golden` writes them anew; then read the difference.
Below the letters stands, where there are colours or bold letters, a sign for each cell:
`s b c d t m` for the suits, trumps and the Matto, other signs as in `SIGNS`; a capital
is bold.
"""

from pathlib import Path

from client_cli.screens.grid import Cell, Picture, Role
from client_cli.screens.look import Look
from client_cli.screens.render import picture_of
from client_cli.screens.state import ScreenState
from client_cli.texts import Texts
from tests.client_cli.screens.scenes import SCENES

FOLDER = Path(__file__).parent / "golden"
SIZES = ((80, 24), (120, 40))
LOOKS = {
    "colour": Look(),
    "no colour": Look(colour=False),
    "ascii": Look(colour=False, ascii=True),
}
SIGNS = {
    Role.PLAIN: ".",
    Role.DIM: "i",
    Role.TITLE: "h",
    Role.SWORDS: "s",
    Role.BATONS: "b",
    Role.CUPS: "c",
    Role.COINS: "d",
    Role.TRUMP: "t",
    Role.MATTO: "m",
    Role.MARK: "k",
    Role.WARNING: "w",
}


def sign(cell: Cell) -> str:
    if not cell.text:
        return ""
    plain = SIGNS[cell.role]
    return (plain.upper() if plain != "." else "*") if cell.bold else plain


def page(picture: Picture) -> list[str]:
    signs = ["".join(map(sign, row)).rstrip(".") for row in picture.rows]
    return [*picture.text(), "~", *signs]


def sheet(state: ScreenState) -> str:
    """All pages of a scene."""
    lines: list[str] = []
    for columns, rows in SIZES:
        for name, look in LOOKS.items():
            picture = picture_of(state, (columns, rows), look, Texts())
            lines += [f"== {columns}x{rows}, {name}", *page(picture)]
    return "\n".join(lines) + "\n"


def path_of(scene: str) -> Path:
    return FOLDER / f"{scene}.txt"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for scene, state in SCENES.items():
        path_of(scene).write_text(sheet(state), "utf-8")


if __name__ == "__main__":
    main()
