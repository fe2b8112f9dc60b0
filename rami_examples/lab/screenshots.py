"""The README's pictures: pages of the site as they are now, small enough for a repository."""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import dataclass
from typing import Literal

import click
from playwright.sync_api import Browser, Page

from rami_examples.lab.browser import built_and_served, launched
from rami_examples.terminal import PROJECT, ended_by_faults

PICTURES = PROJECT / "docs" / "images" / "readme"
MOST = 400_000  # bytes, all pictures together

DESKTOP = (1280, 900)
PHONE = (390, 844)
PAPER = (794, 880)  # the width of A4, at 96 dots an inch

_ANSWERED = 60_000  # milliseconds that Python may take to start in a browser

# The browser itself writes WebP, which is a fraction of its PNG.
_WEBP = """async png => {
  const bitmap = await createImageBitmap(await (await fetch(png)).blob());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext("2d").drawImage(bitmap, 0, 0);
  const blob = await canvas.convertToBlob({ type: "image/webp", quality: .8 });
  return new Promise(done => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result.split(",")[1]);
    reader.readAsDataURL(blob);
  });
}"""


@dataclass(frozen=True, slots=True)
class Picture:
    """What is pictured: an address, with the place that is scrolled to, and how it is met.

    ``size`` is that of the window, in CSS pixels; ``scale`` the picture's pixels for each.
    """

    name: str
    address: str
    size: tuple[int, int]
    scale: float = 1
    scheme: Literal["light", "dark"] = "light"
    medium: Literal["screen", "print"] = "screen"
    awaited: str = "h1"


SHOWN = (
    Picture("home", "fr/", DESKTOP),
    Picture("opening", "de/opening/#verified", DESKTOP),
    Picture("quick", "tr/quick/", PAPER, medium="print"),
    Picture("rules", "he/rules/#sets", PHONE, 1.5, scheme="dark"),
    Picture("proof", "hr/proof/#joker.swap", PHONE, 1.5),
    Picture(
        "try",
        "en/try/?kind=meld&cards=QH+KH+AH&as=&rules=reference",
        PHONE,
        1.5,
        awaited="[data-slot=verdict] .verdict",
    ),
)


def take(browser: Browser, site: str, picture: Picture) -> bytes:
    """Take a picture as WebP."""
    width, height = picture.size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=picture.scale,
        color_scheme=picture.scheme,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.emulate_media(media=picture.medium)
    page.goto(site + picture.address, wait_until="networkidle")
    page.locator(picture.awaited).first.wait_for(timeout=_ANSWERED)
    png = page.screenshot()
    context.close()
    return _webp(browser.new_page(), png)


def _webp(page: Page, png: bytes) -> bytes:
    data = "data:image/png;base64," + b64encode(png).decode()
    encoded: str = page.evaluate(_WEBP, data)
    page.close()
    return b64decode(encoded)


@click.command()
@click.pass_obj
def main(chromium: str) -> None:
    """Take the README's pictures again."""
    with (
        ended_by_faults("Nothing was taken."),
        built_and_served(PROJECT) as site,
        launched(chromium) as browser,
    ):
        taken = {picture.name: take(browser, site, picture) for picture in SHOWN}
    if (size := sum(map(len, taken.values()))) > MOST:
        raise click.ClickException(f"{size} bytes together, more than {MOST}: nothing is written")
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, content in taken.items():
        (PICTURES / f"{name}.webp").write_bytes(content)
        click.echo(f"{name}.webp {len(content) / 1000:.0f} KB")
