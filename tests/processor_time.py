"""A pytest plugin that measures the processor time of each test and enforces a limit for tests without a tier marker.

The seconds of a test are those of its process and of the child processes that ended meanwhile. They travel in the
`user_properties` of its reports, so workers of xdist hand them to the process that prints the slowest.
"""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Generator

import pytest
from tests.tiers import TIERS, is_unmarked

PROPERTY = "processor_seconds"

_LIMIT = "processor_seconds_limit"
_SHOWN = "processor_seconds_shown"
_BEGIN = pytest.StashKey[float]()
_SECONDS: defaultdict[str, float] = defaultdict(float)  # of each test that has been reported


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the settings."""
    parser.addini(_LIMIT, "processor seconds that the body of a test without a tier marker may take", default="0")
    parser.addoption(
        "--slowest", type=int, default=0, dest=_SHOWN, help="print this many tests that took most processor time"
    )


def _processor_time() -> float:
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Start the clock of a test."""
    item.stash[_BEGIN] = _processor_time()
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note what a phase has taken; fail a body over the limit. Shared fixtures are set up in a phase of their own."""
    report = yield
    now = _processor_time()
    seconds, item.stash[_BEGIN] = now - item.stash[_BEGIN], now
    report.user_properties.append((PROPERTY, seconds))
    limit = float(item.config.getini(_LIMIT))
    if call.when == "call" and report.passed and 0 < limit < seconds and is_unmarked(item):
        report.outcome = "failed"
        report.longrepr = (
            f"took {seconds:.1f} s of processor time, expected at most {limit:g} s: make it quicker, scale it by "
            f"tests/depth.py, or mark it as one of: {', '.join(TIERS)}"
        )
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up the phases of a test."""
    for name, value in report.user_properties:
        if name == PROPERTY and isinstance(value, float):
            _SECONDS[report.nodeid] += value


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the slowest tests."""
    if shown := config.getoption(_SHOWN):
        terminalreporter.section(f"slowest {shown} by processor time, {sum(_SECONDS.values()):.0f} s in all")
        for name, seconds in sorted(_SECONDS.items(), key=lambda item: -item[1])[:shown]:
            terminalreporter.line(f"{seconds:7.2f} s  {name}")
