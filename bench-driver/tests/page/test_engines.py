"""The page's engines in a real Chromium, built as for the page, under its policy: DOMParser on
every body of XML, the others on what is accepted.
"""

from __future__ import annotations

import base64
import html
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from bench_driver.model.formats import USUAL
from bench_lab.browser import node

from .conftest import CLIENT, ROOT

PROVIDERS = ROOT / "providers"
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
ALL = f"""async ({{ format, bodies }}) => {{
  const listed = (await import("/registry.js")).ENGINES.filter((engine) => engine.format === format);
  const loaded = listed.map(({{ load }}) => load());
  return Promise.all(loaded.map(async (loading) => {{
    const engine = await loading;
    const read = bodies.map((body) => ({READ})({{ engine, ...body }}).catch((why) => `refused: ${{why}}`));
    return [engine.name, engine.library, engine.version, await Promise.all(read)];
  }}));
}}"""
LENIENT = """async () => Object.values((await import("/domParser.js")).lenient).flat()"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The engines and the object types as the page's build makes them."""
    folder = tmp_path_factory.mktemp("engines")
    subprocess.run(
        [node.program(), "--input-type=module", "-e", ENTRIES, str(folder)], cwd=CLIENT, check=True
    )
    return folder


@pytest.fixture
def page(browser: Browser, built: Path) -> Any:
    """An empty page with the policy of the real one, beside the built files."""
    index = (CLIENT / "dist" / "index.html").read_text()
    policy = html.unescape(
        index.partition('http-equiv="Content-Security-Policy" content="')[2].partition('"')[0]
    )
    assert "require-trusted-types-for" in policy

    def answer(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        if name:
            route.fulfill(path=built / name, content_type="text/javascript")
        else:
            route.fulfill(
                body="<title>empty</title>",
                content_type="text/html",
                headers={"Content-Security-Policy": policy},
            )

    with browser.new_context() as context:
        context.route("http://engines.test/**", answer)
        page = context.new_page()
        page.goto("http://engines.test/")
        yield page


def bodies(folder: str, format_name: str) -> dict[str, dict[str, str]]:
    """The bodies of a format in a folder by their names."""
    return {
        file.stem: {
            "type": file.name.partition(".")[0],
            "body": base64.b64encode(file.read_bytes()).decode(),
        }
        for file in sorted((PROVIDERS / folder).glob(f"*.{format_name.lower()}"))
    }


def read(
    page: Page, held: dict[str, dict[str, str]], format_name: str
) -> dict[str, dict[str, str]]:
    """What each engine of a format makes of bodies, in words, or that it refuses them."""
    found = page.evaluate(ALL, {"format": format_name, "bodies": [*held.values()]})
    assert all(library and version[0].isdigit() for _, library, version, _ in found)
    return {name: dict(zip(held, words, strict=True)) for name, _, _, words in found}


def test_every_engine_makes_the_same_objects_of_the_canonical_bytes(page: Page) -> None:
    made = {
        name: words
        for format_name in USUAL
        for name, words in read(page, bodies("golden", format_name), format_name).items()
    }
    assert list(made) == ["JSON.parse-source", "JSON.parse", "bson", "parse-xml", "DOMParser"]
    exact = made["JSON.parse-source"]
    assert not any(word.startswith("refused") for word in exact.values())
    differing = {
        (name, of)
        for name, words in made.items()
        for of, word in words.items()
        if word != exact[of]
    }
    large = ("SocialTimeline", "Timeline", "Tweet")
    assert differing == {("JSON.parse", name) for name in large}, (
        "whose integers JSON.parse alone cannot carry"
    )


def test_dom_parser_reads_what_the_contract_reads_as_parse_xml_does(page: Page) -> None:
    made = read(page, bodies("accept/XML", "XML"), "XML")
    assert made["DOMParser"] == made["parse-xml"]
    assert not any(word.startswith("refused") for word in made["DOMParser"].values())


def test_dom_parser_refuses_what_the_contract_refuses_but_what_it_says(page: Page) -> None:
    made = read(page, bodies("reject/XML", "XML"), "XML")
    assert [
        name for name, word in made["DOMParser"].items() if not word.startswith("refused")
    ] == sorted(page.evaluate(LENIENT))
