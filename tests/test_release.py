"""What a release needs before a tag can start it: workflows that can succeed, and a tag that is the version."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
TEXTS = {file.name: file.read_text("utf-8") for file in WORKFLOWS}

# What runs today; GitHub announces half a year ahead which of them end.
IMAGES = {"ubuntu-24.04", "ubuntu-24.04-arm", "macos-15", "macos-15-intel", "windows-2025"}

pytestmark = pytest.mark.skipif(not WORKFLOWS, reason="the source archive has no workflows")


@pytest.mark.parametrize("name", TEXTS)
def test_actions_are_pinned_by_hash(name: str) -> None:
    """A tag can be moved to other code; the version stands beside the hash for people."""
    uses = re.findall(r"uses: *(.+)", TEXTS[name])
    assert uses
    for used in uses:
        assert re.fullmatch(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", used)


@pytest.mark.parametrize("name", TEXTS)
def test_images_exist(name: str) -> None:
    """A job on an image that has been retired waits for a day and fails."""
    named = set(re.findall(r"\b(?:ubuntu|macos|windows)-[\w.-]+\b", TEXTS[name]))
    assert named
    assert named <= IMAGES


def test_nothing_is_published_before_everything_is_tested() -> None:
    """The job that publishes waits for each job that builds, and each of those tests what it has built."""
    jobs = dict(re.findall(r"^  ([a-z]+):\n((?:(?:    .*)?\n)+)", TEXTS["release.yml"], re.MULTILINE))
    publish = jobs.pop("publish")
    assert "if: github.ref_type == 'tag'" in publish
    built = {name for name, text in jobs.items() if "release.py wheel" in text or "release.py source" in text}
    assert built == {"wheel", "musl", "source"}
    assert set(re.findall(r"\w+", (re.search(r"needs: \[(.*)\]", publish) or [""])[1])) == built
    for name in built:
        assert "needs: version" in jobs[name]
        assert jobs[name].index("release.py test dist/") < jobs[name].index("upload-artifact@")


def test_nothing_is_built_with_an_image_that_is_not_pinned() -> None:
    """The job that all others wait for ends where `scripts/pins.py` finds no pin, or one that is outdated."""
    version = TEXTS["release.yml"].partition("\n  wheel:\n")[0]
    assert "run: python3 scripts/pins.py\n" in version


@pytest.mark.parametrize("tag", ["v0.0.9", "0.1.0", "v0.1.0-rc1", ""])
def test_a_tag_that_is_not_the_version(tag: str) -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "release.py", "tag", tag], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"found the tag {tag}, expected v")


@pytest.mark.parametrize(
    ("changelog", "urls", "refusal"),
    [
        ("## 1.2.3 (2027-01-31)", 'Repository = "https://example.org/pushbox"', None),
        ("## 1.2.3 (unreleased)", 'Repository = "https://example.org/pushbox"', "no notes of 1.2.3"),
        ("## 1.2.3 (2027-01-31)", "", "no address of the repository"),
        ("## 1.2.3 (2027-01-31)", 'Repository = "..."', "no address of the repository"),
    ],
)
def test_a_tag_is_refused_until_all_is_filled_in(
    tmp_path: Path, changelog: str, urls: str, refusal: str | None
) -> None:
    """What a maintainer forgets would stand on the index for ever."""
    (tmp_path / "scripts").mkdir()
    script = shutil.copy(ROOT / "scripts" / "release.py", tmp_path / "scripts")
    (tmp_path / "Cargo.toml").write_text('[workspace.package]\nversion = "1.2.3"\n')
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n{changelog}\n")
    (tmp_path / "pyproject.toml").write_text(f'[project]\nname = "pushbox"\n\n[project.urls]\n{urls}\n')
    done = subprocess.run([sys.executable, script, "tag", "v1.2.3"], capture_output=True, text=True, check=False)
    assert done.returncode == (1 if refusal else 0)
    assert (refusal or "") in done.stderr


def test_a_wheel_for_a_target_that_rust_does_not_have_is_refused_at_once() -> None:
    """In a sentence with the command that adds it, before anything is built."""
    wheel = [sys.executable, str(ROOT / "scripts" / "release.py"), "wheel", "riscv64-unknown-linux-musl"]
    done = subprocess.run(wheel, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.endswith("expected it to be there: rustup target add riscv64-unknown-linux-musl\n")
    assert done.stdout == ""


def test_the_source_archive_has_what_lies_at_the_top() -> None:
    """Without README.md, whoever unpacks it does not know what to type, and its tests fail."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    included = {each["path"] for each in project["tool"]["maturin"]["include"] if each["format"] == "sdist"}
    by_itself = {"Cargo.lock", "Cargo.toml", "LICENSE", "pyproject.toml"}
    listed = subprocess.run(["git", "ls-files", "--", ":(glob)*"], cwd=ROOT, capture_output=True, text=True, check=True)
    there = {name for name in listed.stdout.split() if not name.startswith(".")}
    assert there
    assert there - by_itself - included == set()


def test_maturin_has_the_options_that_a_release_gives_it() -> None:
    """The pinned one: `sdist` has fewer than `build`."""
    script = (ROOT / "scripts" / "release.py").read_text("utf-8")
    calls = re.findall(r'maturin\("([a-z]+)", (.*)\)', script)
    assert [name for name, _ in calls] == ["build", "sdist"]
    for name, given in calls:
        page = subprocess.run(
            [sys.executable, "-m", "maturin", name, "--help"], capture_output=True, text=True, check=True
        )
        assert set(re.findall(r"--[a-z-]+", given)) <= set(re.findall(r"--[a-z-]+", page.stdout)), name
