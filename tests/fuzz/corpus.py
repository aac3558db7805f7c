"""Inputs that are kept: those that once found a fault, and what fuzzing learned."""

import hashlib
from pathlib import Path

from tests.fuzz.target import Target

CORPUS = Path(__file__).with_name("corpus")
NAME_LENGTH = 16


def folder_of(target: Target) -> Path:
    """Where the inputs of a target are kept."""
    return CORPUS / target.name


def kept(target: Target) -> list[bytes]:
    """The inputs of a target, in an order of their own."""
    folder = folder_of(target)
    files = sorted(folder.iterdir()) if folder.is_dir() else []
    return [file.read_bytes() for file in files]


def keep(target: Target, data: bytes) -> Path:
    """Keep an input; one that is there already is not kept twice."""
    folder = folder_of(target)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / hashlib.sha256(data).hexdigest()[:NAME_LENGTH]
    path.write_bytes(data)
    return path
