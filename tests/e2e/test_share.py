"""What leaves the pages: solutions as moving pictures, films and walk-throughs, collections on paper."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any

import pytest

Window = Callable[..., Any]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# Plays a film to its end, and tells its size and how long it is.
WATCH = """async (bytes) => {
  const film = document.createElement("video");
  film.src = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: "video/webm" }));
  film.muted = true;
  film.playbackRate = 8;
  document.body.append(film);
  await film.play();
  await new Promise((resolve) => film.addEventListener("ended", resolve));
  film.remove();
  return [film.videoWidth, film.videoHeight, film.currentTime];
}"""


def first_lesson(page: Any) -> int:
    """Return the id of the first lesson."""
    page.goto("/library")
    answer = page.evaluate("async () => (await (await fetch('/api/levels?q=First%20push')).json()).levels[0].id")
    return int(answer)


@pytest.mark.parametrize(
    ("options", "share", "walk"),
    [
        ({"locale": "en-GB", "bypass_csp": True}, "^Share the solution of", "Box 1: right 2"),
        (PHONE | {"locale": "zh-CN", "bypass_csp": True}, "分享", "1号箱：右2"),
    ],
    ids=["desk", "phone"],
)
def test_a_solution_is_shared(window: Window, options: dict[str, Any], share: str, walk: str) -> None:
    """As GIF and WebP, as a film that plays, and as a walk-through beside a picture with numbers."""
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    page = window(**options)
    level = first_lesson(page)
    page.goto(f"/play?level={level}")
    page.wait_for_function("() => document.body.dataset.mounted !== undefined")
    page.locator("#tools [data-command=more]").click()
    page.locator("dialog [data-command=solutions]").click()
    page.locator("dialog .solutions").get_by_role("button", name=re.compile(share)).first.click()
    dialog = page.locator("dialog").last
    dialog.get_by_text(walk).wait_for()
    assert dialog.locator("img.numbered").evaluate("(it) => it.decode().then(() => it.naturalWidth)") > 100
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    dialog.locator("select").select_option("24")
    for name in ("GIF", "WebP"):
        with page.expect_download() as waiting:
            dialog.get_by_role("button", name=name, exact=True).click()
        file = waiting.value
        assert file.suggested_filename.endswith(f".{name.lower()}")
        assert image.open(io.BytesIO(file.path().read_bytes())).n_frames == 4
    with page.expect_download() as waiting:
        dialog.locator(".row").first.get_by_role("button").last.click()
    width, height, seconds = page.evaluate(WATCH, list(waiting.value.path().read_bytes()))
    assert width > height > 60
    assert 1.4 < seconds < 2


@pytest.mark.parametrize(("layout", "pages"), [("sheet 6", 2), ("cards 4", 2)])
def test_a_collection_on_paper(window: Window, layout: str, pages: int) -> None:
    """So many levels of a page, and nothing else of the page; the page is as before when it is printed."""
    page = window(locale="de")
    page.goto("/library")
    text = "".join(f"#####\n#@$.#\n#####\nTitle: Level {number}\n\n" for number in range(8))
    ident = page.evaluate(
        """async (text) => {
          const headers = { "X-Pushbox": "1", "Content-Type": "application/json" };
          const body = JSON.stringify({ text, name: "paper" });
          const answer = await fetch("/api/collections", { method: "POST", headers, body });
          return (await answer.json()).collection.id;
        }""",
        text,
    )
    page.goto(f"/collection?id={ident}")
    page.add_init_script("window.print = () => {}")
    page.reload()
    page.get_by_role("button", name="Drucken").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("select").select_option(layout)
    dialog.get_by_role("button", name="Drucken").click()
    page.locator(".paper").wait_for(state="attached")
    assert not page.locator(".paper").is_visible()
    page.emulate_media(media="print")
    assert not page.locator("main").is_visible()
    assert page.locator(".paper figure").count() == 8
    heights = page.locator(".paper push-board").evaluate_all(
        "(all) => all.map((it) => it.getBoundingClientRect().height)"
    )
    assert min(heights) > 60
    page.emulate_media(media="null")
    pdf = page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == pages
    page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    assert page.locator(".paper").count() == 0
