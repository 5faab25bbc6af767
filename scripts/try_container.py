"""Tries deploy/Containerfile without a container engine: its steps in bare Debians, and their server with PostgreSQL.

As root on Linux, where debootstrap is installed:

    python3 scripts/try_container.py [FOLDER]

Every step runs as the file says it, in the root of its stage: RUN by chroot, COPY by what .dockerignore leaves, ENV and
USER for what follows.  The server then runs as its user on a root that cannot be written, beside a PostgreSQL in a
third; it is killed and started again, and a thousand requests are answered.  What was tried is printed at the end.
Everything is in FOLDER (else target/container-trial) and stays there; the bare Debian is fetched once.
"""

# ruff: noqa: S108, S310, S603, S607  # programs and roots of its own
from __future__ import annotations

import fnmatch
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]
CERTIFICATES = Path("etc/ssl/certs/ca-certificates.crt")
PORT, DATABASE_PORT = 8190, 8191
REQUESTS = 1_000
ADDRESSES = 50  # from which the requests come, as the proxy says
PATHS = ("/", "/play", "/library", "/edit", "/health", "/api/games", "/api/collections")
ROOM = "#######\n#@ $ .#\n#     #\n#######\nTitle: Kept\n"

tried: list[str] = []


@dataclass(slots=True)
class Stage:
    """A stage of the Containerfile: its root, and what the steps so far have set."""

    root: Path
    environment: dict[str, str] = field(default_factory=lambda: {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"})
    folder: str = "/"
    user: str = "root"
    entry: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)

    def command(self, *arguments: str, writable: bool = True, volume: Path | None = None) -> list[str]:
        """Return the command that runs a program in this root, in a mount namespace that goes with it."""
        root = shlex.quote(str(self.root))
        steps = [f"mount --bind {root} {root}"]
        if not writable:
            steps += [f"mount -o remount,ro,bind {root}", f"mount -t tmpfs tmp {root}/tmp"]
        if volume is not None:
            steps.append(f"mount --bind {shlex.quote(str(volume))} {root}/data")
        steps += [f"mount -t proc proc {root}/proc", f"mount --rbind /dev {root}/dev"]
        variables = shlex.join(f"{name}={value}" for name, value in self.environment.items())
        inner = shlex.join(["sh", "-c", f'cd {shlex.quote(self.folder)} && exec "$@"', "sh", *arguments])
        steps.append(f"exec chroot --userspec={self.user} {root} env -i {variables} {inner}")
        return ["unshare", "--mount", "--fork", "--kill-child", "sh", "-ec", "; ".join(steps)]

    def run(self, *arguments: str) -> str:
        """Run a program to its end and return what it prints; the script ends where it fails."""
        done = subprocess.run(self.command(*arguments), stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            sys.exit(f"{shlex.join(arguments)[:200]} ended with {done.returncode}\n{done.stdout[-2000:]}")
        return done.stdout


def note(sentence: str) -> None:
    """Print what has been tried, and remember it."""
    tried.append(sentence)
    print(f"== {sentence}", flush=True)


def debian(work: Path) -> Path:
    """Return a bare Debian stable, with nothing that its image does not have."""
    root = work / "debian"
    if not (root / "etc/debian_version").exists():
        subprocess.run(["debootstrap", "--variant=minbase", "stable", root], check=True, stdout=subprocess.DEVNULL)
    return root


def new_stage(work: Path, name: str) -> Stage:
    """Return a stage on a copy of the bare Debian, with the name server of this machine."""
    root = work / name
    shutil.rmtree(root, ignore_errors=True)
    subprocess.run(["cp", "-a", "--reflink=auto", debian(work), root], check=True)
    shutil.copyfile("/etc/resolv.conf", root / "etc/resolv.conf")
    return Stage(root)


def trust(stage: Stage) -> None:
    """Give a root that has certificates those that this machine trusts, whose network may have one of its own."""
    if (stage.root / CERTIFICATES).exists():
        shutil.copyfile(Path("/", CERTIFICATES), stage.root / CERTIFICATES)
        stage.environment.setdefault("PIP_CERT", f"/{CERTIFICATES}")


def build(work: Path) -> Stage:
    """Run the steps of the Containerfile and return its last stage."""
    stages: dict[str, Stage] = {}
    stage = Stage(work)
    for word, rest in _instructions((PROJECT / "deploy/Containerfile").read_text("utf-8")):
        match word:
            case "FROM":
                image, _, name = rest.partition(" AS ")
                assert "debian:stable" in image, image
                stage = stages[name or "last"] = new_stage(work, name or "last")
            case "RUN":
                trust(stage)
                stage.run("sh", "-ec", rest)
            case "COPY" if rest.startswith("--from="):
                source, *paths = shlex.split(rest.removeprefix("--from="))
                _copy(stages[source].root / paths[0].lstrip("/"), stage.root / paths[1].lstrip("/"))
            case "COPY":
                _copy_context(stage.root / stage.folder.lstrip("/"))
            case "ENV":
                pairs = (pair.partition("=") for pair in shlex.split(rest))
                stage.environment |= {k: v.replace("$PATH", stage.environment["PATH"]) for k, _, v in pairs}
            case "WORKDIR":
                stage.folder = rest
                (stage.root / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
            case "USER":
                stage.user = rest
            case "ENTRYPOINT":
                stage.entry = json.loads(rest)
            case "HEALTHCHECK":
                stage.health = json.loads(rest[rest.index("[") :])
            case "VOLUME" | "EXPOSE":
                pass
            case _:
                sys.exit(f"the Containerfile has {word}, which this script does not know")
    stage.environment.pop("PIP_CERT", None)
    return stage


def _instructions(text: str) -> list[tuple[str, str]]:
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    joined = "\n".join(lines).replace("\\\n", " ")
    parts = (line.strip().partition(" ") for line in joined.splitlines())
    return [(word, " ".join(rest.split())) for word, _, rest in parts]


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cp", "-a", source, target], check=True)


def _copy_context(target: Path) -> None:
    """Copy the project without what .dockerignore names at its top, or anywhere after ``**/``."""
    ignored = [line.strip() for line in (PROJECT / ".dockerignore").read_text("utf-8").splitlines() if line.strip()]

    def left_out(folder: str, names: list[str]) -> set[str]:
        inside = Path(folder) != PROJECT
        patterns = [one.removeprefix("**/") for one in ignored if one.startswith("**/") or not inside]
        return {name for name in names for pattern in patterns if fnmatch.fnmatch(name, pattern)}

    shutil.copytree(PROJECT, target, symlinks=True, ignore=left_out, dirs_exist_ok=True)


def database(work: Path) -> tuple[Stage, str]:
    """Return the root of a PostgreSQL that is installed but does not run, and the folder of its programs."""
    stage = new_stage(work, "database")
    stage.environment["DEBIAN_FRONTEND"] = "noninteractive"
    stage.run("sh", "-ec", "apt-get update -qq && apt-get install -qq -y --no-install-recommends postgresql >/dev/null")
    programs = next((stage.root / "usr/lib/postgresql").iterdir()).name
    stage.user = "postgres"
    folder = f"/usr/lib/postgresql/{programs}/bin"
    cluster = "-D /tmp/data -A scram-sha-256 --pwfile /tmp/pw -E UTF8 --locale=C.UTF-8"
    stage.run("sh", "-ec", f"echo secret >/tmp/pw; {folder}/initdb {cluster} >/dev/null")
    note(f"PostgreSQL {programs} in a bare Debian, with a password")
    return stage, folder


def start(command: list[str], log: Path) -> subprocess.Popen[bytes]:
    """Start a program whose output goes into a file, in a process group of its own."""
    return subprocess.Popen(command, stdout=log.open("ab"), stderr=subprocess.STDOUT, start_new_session=True)


def fetch(path: str, body: Any = None, address: str = "192.0.2.1", cookie: str = "") -> tuple[int, str, str]:
    """Return the status, the answer and the cookie of a request that comes through the proxy from an address."""
    headers = {"X-Forwarded-For": address, "X-Forwarded-Proto": "https", "X-Pushbox": "1", "Cookie": cookie}
    data = None if body is None else json.dumps(body).encode()
    if data is not None:
        headers["Content-Type"] = "application/json"
    request = urllib.request.Request(f"http://127.0.0.1:{PORT}{path}", data, headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.status, answer.read().decode(), str(answer.headers.get("Set-Cookie", "")).partition(";")[0]


def wait_until_healthy(seconds: float = 60) -> float:
    """Return after how many seconds the server is healthy; the script ends where it is not in time."""
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        try:
            if fetch("/health")[0] == 200:
                return time.monotonic() - began
        except OSError:
            time.sleep(0.1)
    sys.exit(f"the server is not healthy after {seconds:.0f} seconds")


def serve(stage: Stage, data: Path, log: Path) -> subprocess.Popen[bytes]:
    """Start the server of the image, as its user, on a root that cannot be written."""
    url = f"postgresql://postgres:secret@127.0.0.1:{DATABASE_PORT}/postgres"
    # In a container of its own it may listen everywhere; here the machine's own network is shared.
    entry = [word.replace("0.0.0.0", "127.0.0.1") for word in stage.entry]  # noqa: S104
    options = ["--port", str(PORT), "--database", url, "--proxy", "127.0.0.1"]
    return start(stage.command(*entry, *options, writable=False, volume=data), log)


def answers(cookie: str, collection: int) -> Counter[int]:
    """Return how often each status is answered to the requests, one of which reads what was kept before."""
    statuses: Counter[int] = Counter()
    for number in range(REQUESTS):
        path = (*PATHS, "")[number % (len(PATHS) + 1)]
        address = f"192.0.2.{number % ADDRESSES + 1}"
        if path:
            status, text, _ = fetch(path, address=address)
        else:
            status, text, _ = fetch(f"/api/collections/{collection}", address=address, cookie=cookie)
            assert "kept.xsb" in text, text[:200]
        statuses[status] += 1
    return statuses


def main() -> None:
    """Build, serve, kill, serve again."""
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        sys.exit("this needs root and debootstrap: apt install debootstrap")
    work = Path(sys.argv[1] if sys.argv[1:] else PROJECT / "target/container-trial").resolve()
    work.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    stage = build(work)
    size = subprocess.run(["du", "-sm", stage.root], capture_output=True, text=True, check=True).stdout.split()[0]
    note(f"the steps of the Containerfile, in {time.monotonic() - began:.0f} s; the root has {size} MB")
    pg, programs = database(work)
    log = work / "log"
    log.unlink(missing_ok=True)
    options = f"-p {DATABASE_PORT} -h 127.0.0.1 -k /tmp".split()
    postgres = start(pg.command(f"{programs}/postgres", "-D", "/tmp/data", *options), log)
    data = work / "volume"
    shutil.rmtree(data, ignore_errors=True)
    shutil.copytree(stage.root / "data", data)
    ids = [line.split(":")[2:4] for line in (stage.root / "etc/passwd").read_text().splitlines() if "pushbox" in line]
    os.chown(data, *map(int, ids[0]))
    server = None
    try:
        time.sleep(3)
        server = serve(stage, data, log)
        note(f"the server is healthy after {wait_until_healthy():.1f} s, as {stage.user}, on a root that is read-only")
        stage.run(*(word.replace(":8100/", f":{PORT}/") for word in stage.health))
        note("its health check passes")
        _, text, cookie = fetch("/api/collections", {"name": "kept.xsb", "text": ROOM})
        collection = json.loads(text)["collection"]["id"]
        os.killpg(server.pid, signal.SIGKILL)
        server.wait()
        server = serve(stage, data, log)
        note(f"killed, and healthy again after {wait_until_healthy():.1f} s")
        began = time.monotonic()
        statuses = answers(cookie, collection)
        took = time.monotonic() - began
        assert statuses == {200: REQUESTS}, statuses
        note(f"{REQUESTS:,} requests answered after that, all with 200, in {took:.1f} s; what was kept is there")
    finally:
        for process in filter(None, (server, postgres)):
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()
    print("\nTried, without a container engine:", *tried, sep="\n  ")


if __name__ == "__main__":
    main()
