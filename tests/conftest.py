"""Fixtures of all tests, and how Hypothesis runs: the same examples each time, on any machine."""

from __future__ import annotations

import gc
import os
import signal
import time
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from tests.depth import scaled
from tests.libraries import empty_file, library, make_url, postgresql, shipped_file
from tests.tiers import SHARES, shares_of

from pushbox.config import FILE_VARIABLE, SETTINGS

__all__ = ["empty_file", "library", "make_url", "postgresql", "shipped_file"]  # fixtures

pytest_plugins = ["tests.processor_time"]

settings.register_profile(
    "repeatable",
    max_examples=scaled(100),
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("repeatable")

# What the user of this machine has set is none of the tests' business, nor what colours they like.
os.environ[FILE_VARIABLE] = os.devnull
for setting in SETTINGS.values():
    for variable in setting.variables:
        os.environ.pop(variable, None)

# A program that is started in the background ignores Ctrl-C, and so would all that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

ENDLESS = 30.0  # seconds of processor time: ten times what any of these takes, and nothing beside a trap


# PUSHBOX_TESTS=all: nothing may be left out for want of a tool, a database or a browser, as the reasons of those say.
ALL = os.environ.get("PUSHBOX_TESTS") == "all"
WANTING = "is not installed"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fail a test that is skipped for want of something that must be there."""
    report = yield
    if ALL and report.skipped and WANTING in report.longreprtext:
        report.outcome = "failed"
        report.longrepr = f"left out, but PUSHBOX_TESTS=all: {report.longreprtext}"
    return report


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark what needs a server of PostgreSQL."""
    if "postgresql" in getattr(item, "fixturenames", ()):
        item.add_marker("servers")


@pytest.hookimpl(tryfirst=True)  # before markers deselect
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Count the tests of each room."""
    if {config.rootpath / arg for arg in config.args} == {
        config.rootpath / path for path in config.getini("testpaths")
    }:
        config.stash[SHARES] = shares_of(items)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect no garbage while tests are collected, as all of it stays, and seldom afterwards.

    It took a fifth of the former time, and an eighth of the latter.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(50_000, 20, 20)
        gc.enable()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the share of `make test`, and each reason for which tests were skipped once, with their number."""
    if shares := config.stash.get(SHARES, None):
        terminalreporter.line(f"tests without a marker, which make test runs: {shares['']}")
    reasons = Counter(report.longrepr[2] for report in terminalreporter.getreports("skipped"))
    for reason, count in reasons.most_common():
        terminalreporter.line(f"{count} left out: {reason.removeprefix('Skipped: ')}")


@pytest.fixture
def soon() -> Iterator[None]:
    """End the test where a reader that falls for its input would go on and on; `make bench` measures speed."""
    start = time.process_time()
    yield
    assert time.process_time() - start < ENDLESS


BESIDE_THE_PROJECT = Path(__file__).resolve().parents[2] / "shared" / "levels"


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of real levels and cases, no part of the project; PUSHBOX_SHARED names another place."""
    folder = Path(os.environ.get("PUSHBOX_SHARED") or BESIDE_THE_PROJECT)
    if not folder.is_dir():
        pytest.skip("../shared/levels is not there")
    return folder
