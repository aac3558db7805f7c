"""The Dockerfile builds a small image that is not root, from pinned packages."""

import json
import tomllib

from server.settings import Settings
from tests.deploy.files import ROOT, dockerfile

STEPS = dockerfile()


def rests(word: str) -> list[str]:
    return [rest for step, rest in STEPS if step == word]


def last_stage() -> list[tuple[str, str]]:
    starts = [number for number, (word, _) in enumerate(STEPS) if word == "FROM"]
    return STEPS[starts[-1] :]


def test_both_stages_are_of_one_slim_image_that_we_support() -> None:
    images = {rest.split()[0] for rest in rests("FROM")}

    assert len(images) == 1
    (image,) = images
    name, _, tag = image.partition(":")
    assert name == "python"
    assert "-slim" in tag
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    oldest = tuple(map(int, project["requires-python"].removeprefix(">=").split(".")))
    assert tuple(map(int, tag.partition("-")[0].split("."))) >= oldest


def test_packages_are_those_of_the_lock_with_their_hashes() -> None:
    installs = [rest for rest in rests("RUN") if "pip install" in rest]

    assert any("--require-hashes -r requirements.lock" in rest for rest in installs)
    for rest in installs:
        assert "--require-hashes" in rest or "--no-deps --no-build-isolation" in rest


def test_everything_that_is_copied_is_there_and_not_ignored() -> None:
    kept = {
        line.removeprefix("!").rstrip("/")
        for line in (ROOT / ".dockerignore").read_text().splitlines()
        if line.startswith("!")
    }
    for rest in rests("COPY"):
        if rest.startswith("--from"):
            continue
        *sources, _ = rest.split()
        for source in sources:
            assert (ROOT / source).exists()
            assert source.rstrip("/") in kept


def test_it_does_not_run_as_root() -> None:
    words = [word for word, _ in last_stage()]
    (user,) = [rest for word, rest in last_stage() if word == "USER"]

    assert user not in {"root", "0"}
    assert words.index("USER") < words.index("ENTRYPOINT")
    assert "RUN" not in words[words.index("USER") :]


def test_it_is_asked_whether_it_lives_and_ended_by_a_sign() -> None:
    stage = dict(last_stage())

    check = stage["HEALTHCHECK"].partition(" CMD ")[2]
    assert json.loads(check) == ["tarocco-server", "health", "--live"]
    assert json.loads(stage["ENTRYPOINT"]) == ["tarocco-server"]
    assert stage["STOPSIGNAL"] == "SIGTERM"
    assert int(stage["EXPOSE"]) == Settings().port


def test_it_sets_only_what_is_a_setting() -> None:
    stage = dict(last_stage())
    given = dict(pair.split("=", 1) for pair in stage["ENV"].split())

    names = {
        name.removeprefix("TAROCCO_").lower()
        for name in given
        if name.startswith("TAROCCO_")
    }
    assert names
    assert names <= set(Settings.model_fields)
    assert given["TAROCCO_STATE_DIR"] == stage["VOLUME"]


def test_what_bots_search_with_is_compiled_in_the_image_and_kept_on_the_volume() -> (
    None
):
    stage = last_stage()
    given = dict(pair.split("=", 1) for pair in dict(stage)["ENV"].split())
    volume, cache = dict(stage)["VOLUME"], given["NUMBA_CACHE_DIR"]
    words = [word for word, _ in stage]
    warmups = [
        number
        for number, (word, rest) in enumerate(stage)
        if word == "RUN" and "tarocco-server warmup" in rest
    ]

    assert cache.startswith(f"{volume}/")
    (warmup,) = warmups
    # Later than this nothing that is written there goes into the image.
    assert words.index("ENV") < warmup < words.index("VOLUME")
    assert f"chown --recursive tarocco {volume}" in stage[warmup][1]
    assert words.index("COPY") < warmup < words.index("USER")
