"""Pages under the head that they share, and files: cached by browsers, which revalidate them."""

from __future__ import annotations

import io
import json
import re
import runpy
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest
from starlette.testclient import TestClient

from pushbox.client import FOLDER
from pushbox.web.app import create_app
from pushbox.web.pages import PAGES
from pushbox.web.settings import Settings

from .conftest import GENEROUS, refused


def test_a_page_and_a_file(client: TestClient, static: Path) -> None:
    """Each with its type, compressed where the browser takes that."""
    page = client.get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["content-encoding"] == "gzip"
    head, body = ((static / name).read_text() for name in ("head.html", "pages/home.html"))
    text = re.sub(r"/static/~\w+/", "/static/", page.text)
    assert (
        text
        == (head + body.replace("<body>", "<body>\n<header></header>")).replace("PAGE", "home") + "<footer></footer>"
    )
    file = client.get("/static/core.js", headers={"Accept-Encoding": "identity"})
    assert "javascript" in file.headers["content-type"]
    assert "content-encoding" not in file.headers
    refused(client.get("/play"), 404, "not-found")


@pytest.mark.parametrize("path", ["/", "/static/core.js"])
def test_what_is_the_same_is_not_sent_again(client: TestClient, path: str) -> None:
    """A browser keeps it, revalidates each time, and gets it anew only when it has changed."""
    first = client.get(path)
    assert first.headers["cache-control"] == "no-cache"
    again = client.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/static/../pages/home.html",
        "/static/%2e%2e/%2e%2e/settings.py",
        "/static/..%2f..%2fsettings.py",
        "/static//etc/passwd",
        "/static/",
        "/static/%00",
        "/static/" + "x" * 5_000,
        "/.git/config",
    ],
)
def test_nothing_beside_the_client_is_served(client: TestClient, path: str) -> None:
    """No way leads out of the folder."""
    answer = client.get(path)
    assert answer.status_code in {404, 422}
    assert "root:" not in answer.text


def test_every_page_has_a_path_of_its_own() -> None:
    """The pages are those that the client knows, and share links have a short one."""
    assert {"/", "/play", "/library", "/collection", "/edit", "/analyse", "/daily", "/live", "/account"} <= set(PAGES)
    assert PAGES["/p"] == PAGES["/play"]
    assert Settings().static.name == "client"


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """Yield a server with the client that comes along."""
    database = f"sqlite:///{tmp_path_factory.mktemp('pages') / 'library.sqlite'}"
    with TestClient(create_app(Settings(database=database, limits=GENEROUS))) as client:
        yield client


def loaded(client: TestClient, path: str) -> dict[str, int]:
    """Return everything that a page loads before anybody does anything, with the bytes that each takes on the way."""
    sizes: dict[str, int] = {}
    waiting = [path]
    for one in waiting:  # grows while it is walked
        if one in sizes:
            continue
        with client.stream("GET", one) as answer:
            assert answer.status_code == 200, one
            sizes[one] = sum(map(len, answer.iter_raw()))
        text = client.get(one).text
        wanted = re.findall(r'(?:src|href)="(/static/[^"]+)"', text) if one == path else []
        if one.endswith(".js") and not one.endswith(("/app.js", "/soon.js", "/later.js")):  # in which all modules are
            wanted += [urljoin(one, name) for name in re.findall(r'(?:from|import)\s*"(\.[^"]+)"', text)]
        if one.endswith(".css"):
            wanted += [urljoin(one, name) for name in re.findall(r'(?:@import\s+|url\()"?([^")]+)', text)]
        waiting += [name for name in wanted if not name.startswith("data:")]
    return sizes


def test_the_python_of_the_client_is_not_served(shipped: TestClient) -> None:
    """The folder of the client is a package: the module beside the pages stays on the server."""
    assert (FOLDER / "__init__.py").is_file()
    assert shipped.get("/static/__init__.py").status_code == 404


def test_the_pages_can_be_installed(shipped: TestClient) -> None:
    """The manifest names icons that are there, one that may be cut to a shape, and pages that exist."""
    found = re.search(r'<link rel="manifest" href="([^"]+)"', shipped.get("/puzzles").text)
    assert found is not None
    answer = shipped.get(found[1])
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert {"", "maskable"} <= {icon.get("purpose", "") for icon in manifest["icons"]}
    assert {"192x192", "512x512", "any"} <= {icon["sizes"] for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        assert shipped.get(urljoin(found[1], icon["src"])).headers["content-type"].startswith(icon["type"])
    assert {manifest["start_url"], *(shortcut["url"] for shortcut in manifest["shortcuts"])} <= set(PAGES)


def test_the_service_worker_knows_every_file_of_the_release(shipped: TestClient) -> None:
    """It is beside the pages, so that it answers for all; the files that it names are there, and all texts of pages."""
    answer = shipped.get("/service-worker.js")
    assert answer.headers["cache-control"] == "no-cache"
    assert shipped.get("/service-worker.js", headers={"If-None-Match": answer.headers["etag"]}).status_code == 304
    release = json.loads(answer.text.splitlines()[0].removeprefix("globalThis.RELEASE = ").removesuffix(";"))
    assert set(release["pages"]) == set(PAGES)
    for name in release["files"]:
        assert shipped.head(release["folder"] + name).status_code == 200, name
    for page in PAGES:
        document = shipped.get(page).text
        texts = re.search(r'data-texts="([^"]*)"', document)
        names = (texts[1] if texts else PAGES[page]).split()
        assert {f"i18n/de/{name}.json" for name in names} <= set(release["files"]), page
        styles = re.findall(rf'href="{release["folder"]}(css/[^"]+)"', document)
        assert set(styles) <= set(release["files"]), page


def test_icons_are_those_of_the_drawings() -> None:
    """As ``scripts/icons.py`` draws them."""
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    pytest.importorskip("resvg_py", reason="resvg_py is not installed")
    script = runpy.run_path(str(Path(__file__).parents[2] / "scripts" / "icons.py"))
    for name, (source, side) in script["ICONS"].items():
        drawn, kept = (
            image.open(io.BytesIO(data)) for data in (script["draw"](source, side), (FOLDER / name).read_bytes())
        )
        assert drawn.size == kept.size == (side, side)
        assert drawn.convert("RGBA").tobytes() == kept.convert("RGBA").tobytes(), name


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_there_and_keeps_the_policy(shipped: TestClient, path: str) -> None:
    """All that it loads is there and small, and nothing in it is a script or a style that the policy refuses."""
    sizes = loaded(shipped, path)
    assert any(name.endswith(".js") for name in sizes)
    assert sum(sizes.values()) < 200_000
    page = shipped.get(path).text
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", page)
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", page))
    assert "//" not in re.sub(r"http://www\.w3\.org/\S+", "", " ".join(re.findall(r'(?:src|href)="([^"]*)"', page)))
