"""The Java server's settings come from docs/configuration.md, whatever else lies around its
process.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from bench_driver.servers.specs import Options, java
from bench_driver.system.repository import find_root

#: How long an answer may take, s: less than a slow client holds a thread.
ANSWERED_S = 5.0
ELSEWHERE = "server.address=0.0.0.0\nserver.port=1\nserver.servlet.context-path=/x\n"
#: Where Spring Boot, Logback or Tomcat would take a setting from: variables, and files in the
#: folder.
SOURCES: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "relaxed names": (
        {
            "SERVER_ADDRESS": "0.0.0.0",
            "SERVER_PORT": "1",
            "SERVER_SERVLET_CONTEXT_PATH": "/x",
            "SPRING_MVC_SERVLET_PATH": "/x",
            "SERVER_SSL_ENABLED": "true",
            "SERVER_HTTP2_ENABLED": "true",
            "SPRING_MAIN_WEB_APPLICATION_TYPE": "none",
            "SPRING_MAIN_LAZY_INITIALIZATION": "true",
        },
        {},
    ),
    "Tomcat": (
        {
            "SERVER_TOMCAT_MAX_CONNECTIONS": "1",
            "SERVER_TOMCAT_THREADS_MAX": "1",
            "SERVER_TOMCAT_MAX_KEEP_ALIVE_REQUESTS": "1",
            "SERVER_TOMCAT_CONNECTION_TIMEOUT": "100ms",
            "SERVER_TOMCAT_KEEP_ALIVE_TIMEOUT": "100ms",
            "SERVER_TOMCAT_BASEDIR": "tomcat",
            "SERVER_TOMCAT_ACCESSLOG_ENABLED": "true",
        },
        {},
    ),
    "JSON": ({"SPRING_APPLICATION_JSON": '{"server":{"address":"0.0.0.0","port":1}}'}, {}),
    "files": (
        {},
        {"application.properties": ELSEWHERE, "config/application.properties": ELSEWHERE},
    ),
    "other files": (
        {
            "SPRING_CONFIG_LOCATION": "file:./mine.properties",
            "SPRING_CONFIG_ADDITIONAL_LOCATION": "file:./mine.properties",
            "SPRING_CONFIG_IMPORT": "file:./mine.properties",
            "SPRING_CONFIG_NAME": "mine",
            "SPRING_PROFILES_ACTIVE": "prod",
        },
        {
            "mine.properties": ELSEWHERE,
            "application-prod.properties": ELSEWHERE,
            "application.yaml": "server: {address: 0.0.0.0, port: 1}",
        },
    ),
    "logging": (
        {
            "DEBUG": "1",
            "TRACE": "1",
            "LOGGING_LEVEL_ROOT": "DEBUG",
            "LOGGING_FILE_NAME": "written.log",
            "LOGGING_CONFIG": "file:./nothing.xml",
            "LOG_FILE": "written.log",
            "CONSOLE_LOG_THRESHOLD": "OFF",
        },
        {"logback.xml": "<configuration debug='true'/>"},
    ),
    "the JVM's own variable": (
        {
            "JAVA_TOOL_OPTIONS": "-Dserver.address=0.0.0.0 -Dserver.port=1 -Dspring.config.location=file:./mine.properties -Dlogging.level.root=DEBUG"
        },
        {"mine.properties": ELSEWHERE},
    ),
}


@contextmanager
def _running(
    folder: Path, more: dict[str, str]
) -> Iterator[tuple[subprocess.Popen[str], str, list[str]]]:
    """A Java server started in that folder: its process, its URL, and what it said before that."""
    env = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    child = subprocess.Popen(
        [arg for arg in java(Options(find_root())) if not arg.startswith(("-X", "-XX:+Always"))],
        cwd=folder,
        env={
            **env,
            "JDK_JAVA_OPTIONS": "-XX:TieredStopAtLevel=1",
            "HOST": "127.0.0.1",
            "PORT": "0",
            **more,
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert child.stdout
    try:
        lines: list[str] = []
        for line in child.stdout:
            if line.startswith("{") and (event := json.loads(line)).get("event") == "listening":
                yield child, event["url"], lines
                return
            lines.append(line)
        pytest.fail(f"it ended with {child.wait()}: {''.join(lines)}")
    finally:
        child.kill()
        child.wait()
        child.stdout.close()


@pytest.mark.parametrize(("env", "files"), SOURCES.values(), ids=SOURCES)
def test_nothing_beside_its_variables_sets_the_java_server(
    tmp_path: Path, env: dict[str, str], files: dict[str, str]
) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    with _running(tmp_path, env) as (child, url, before):
        port = int(url.rpartition(":")[2])
        assert url == f"http://127.0.0.1:{port}"
        serves_others_beside_one_that_is_slow(port)
        assert listened_to(child.pid) == {("127.0.0.1", port)}
        assert not [line for line in before if line.startswith("{") and "DEBUG" in line]
    assert not (tmp_path / "written.log").exists() and not (tmp_path / "tomcat").exists()


def serves_others_beside_one_that_is_slow(port: int) -> None:
    """One connection and one thread are held by a body that does not come; another connection
    stays, and is answered twice.
    """
    with (
        socket.create_connection(("127.0.0.1", port)) as slow,
        socket.create_connection(("127.0.0.1", port), timeout=ANSWERED_S) as other,
    ):
        slow.sendall(
            b"POST /decode/JSON/2 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{"
        )
        time.sleep(0.5)
        for _ in range(2):
            other.sendall(b"GET /health_check HTTP/1.1\r\nHost: localhost\r\n\r\n")
            answer = b""
            while b"\r\n\r\n" not in answer:
                more = other.recv(4096)
                assert more, answer
                answer += more
            assert answer.startswith(b"HTTP/1.1 200"), answer
            time.sleep(0.5)


def test_names_are_looked_up_nowhere(tmp_path: Path) -> None:
    """JNDI is another source of Spring's: of a name in it the value would be fetched, here from
    where somebody listens.
    """
    asked: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as names:
        threading.Thread(target=note_and_close, args=(names, asked), daemon=True).start()
        port = names.getsockname()[1]
        flags = f"-Djava.naming.factory.initial=com.sun.jndi.rmi.registry.RegistryContextFactory -Djava.naming.provider.url=rmi://127.0.0.1:{port}"
        env = {
            "JAVA_TOOL_OPTIONS": flags,
            "SPRING_JNDI_IGNORE": "false",
            "SPRING_DATASOURCE_JNDI_NAME": "java:comp/env/x",
        }
        with _running(tmp_path, env) as (child, url, _):
            assert httpx.get(f"{url}/health_check", trust_env=False).status_code == 200
            assert listened_to(child.pid) == {("127.0.0.1", int(url.rpartition(":")[2]))}
    assert asked == []


def note_and_close(names: socket.socket, asked: list[str]) -> None:
    """Notes who connects, and answers nobody."""
    with suppress(OSError):
        while True:
            connection, peer = names.accept()
            asked.append(f"from {peer}")
            connection.close()


def listened_to(pid: int) -> set[tuple[str, int]]:
    """Each address and port that a process listens to, as the kernel has them."""
    sockets = {os.readlink(link) for link in Path(f"/proc/{pid}/fd").iterdir() if link.is_symlink()}
    addresses = set()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in sockets:
                host, port = fields[1].split(":")
                loopback = host.endswith("0100007F")
                addresses.add(("127.0.0.1" if loopback else host, int(port, 16)))
    return addresses


@pytest.mark.parametrize("name", ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"])
def test_flags_that_no_command_names_are_announced(tmp_path: Path, name: str) -> None:
    with _running(tmp_path, {name: "-XX:TieredStopAtLevel=1 -Da.word=1"}) as (_, _, before):
        assert [line for line in before if line.startswith(f"java-server: {name} is set")], before
