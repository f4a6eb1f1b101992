"""The page's engines in a real Chromium, built as for the page, under its policy: DOMParser on every body of `providers/`, the others on the canonical ones."""

from __future__ import annotations

import base64
import html
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from .conftest import CLIENT, ROOT

PROVIDERS = ROOT / "providers"
FORMATS = ("JSON", "BSON", "XML")
ENTRIES = """
import { build } from "vite";
const entry = { registry: "src/engines/registry.ts", domParser: "src/engines/domParser.ts", objects: "src/objects/index.ts" };
await build({ configFile: false, logLevel: "warn", build: { target: "es2023", outDir: process.argv[1], lib: { entry, formats: ["es"] } } });
"""
#: A browser's own words for an object: maps and integers of 64 bits have none in JSON.
READ = """async ({ engine, type, body }) => {
  const known = await (await import("/objects.js")).TYPES[type]();
  const words = (_, value) => typeof value === "bigint" ? `${value}n` : value instanceof Map ? [...value] : value;
  return JSON.stringify(engine.decode(Uint8Array.from(atob(body), (byte) => byte.charCodeAt(0)), known), words);
}"""
CANONICAL = f"""async ({{ format, bodies }}) => {{
  const loaded = (await import("/registry.js")).ENGINES[format].map((load) => load());
  return Promise.all(loaded.map(async (loading) => {{
    const engine = await loading;
    const read = bodies.map((body) => ({READ})({{ engine, ...body }}).catch((why) => `refused: ${{why}}`));
    return [engine.name, engine.library, engine.version, await Promise.all(read)];
  }}));
}}"""
JUDGED = f"""async (bodies) => {{
  const {{ domParser, lenient }} = await import("/domParser.js");
  const read = bodies.map((body) => ({READ})({{ engine: domParser, ...body }}).then(() => true, () => false));
  return [await Promise.all(read), Object.values(lenient).flat()];
}}"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The engines and the object types as the page's build makes them."""
    folder = tmp_path_factory.mktemp("engines")
    node = shutil.which("node", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    assert node, "no Node is here: make web"
    subprocess.run([node, "--input-type=module", "-e", ENTRIES, str(folder)], cwd=CLIENT, check=True)
    return folder


@pytest.fixture
def page(browser: Browser, built: Path) -> Any:
    """An empty page with the policy of the real one, beside the built files."""
    index = (CLIENT / "dist" / "index.html").read_text()
    policy = html.unescape(index.partition('http-equiv="Content-Security-Policy" content="')[2].partition('"')[0])
    assert "require-trusted-types-for" in policy

    def answer(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        if name:
            route.fulfill(path=built / name, content_type="text/javascript")
        else:
            route.fulfill(body="<title>empty</title>", content_type="text/html", headers={"Content-Security-Policy": policy})

    with browser.new_context() as context:
        context.route("http://engines.test/**", answer)
        page = context.new_page()
        page.goto("http://engines.test/")
        yield page


def bodies(folder: str, format_name: str) -> dict[str, dict[str, str]]:
    """The bodies of a format in a folder by their names."""
    return {
        file.stem: {"type": file.name.partition(".")[0], "body": base64.b64encode(file.read_bytes()).decode()}
        for file in sorted((PROVIDERS / folder).glob(f"*.{format_name.lower()}"))
    }


def test_every_engine_makes_the_same_objects_of_the_canonical_bytes(page: Page) -> None:
    read: dict[str, dict[str, str]] = {}
    for format_name in FORMATS:
        held = bodies("golden", format_name)
        for name, library, version, words in page.evaluate(CANONICAL, {"format": format_name, "bodies": [*held.values()]}):
            assert library and version[0].isdigit(), name
            read[name] = dict(zip(held, words, strict=True))
    assert list(read) == ["JSON.parse-source", "JSON.parse", "bson", "parse-xml", "DOMParser"]
    exact = read["JSON.parse-source"]
    differing = {(name, of) for name, words in read.items() for of, word in words.items() if word != exact[of]}
    assert differing == {("JSON.parse", "Timeline"), ("JSON.parse", "Tweet")}, "whose integers JSON.parse alone cannot carry"
    assert not any(word.startswith("refused") for word in exact.values())


@pytest.mark.parametrize("folder", ["accept", "reject"])
def test_dom_parser_reads_what_the_contract_reads_and_what_it_says_beyond(page: Page, folder: str) -> None:
    held = bodies(f"{folder}/XML", "XML")
    read, lenient = page.evaluate(JUDGED, [*held.values()])
    found = [name for name, is_read in zip(held, read, strict=True) if is_read]
    assert found == (sorted(lenient) if folder == "reject" else list(held))
