"""Makes the TrueType fonts for share pictures from the browser's fonts.

    pip install fonttools brotli && python web/build/share-fonts.py

The server's renderer reads TrueType files and ignores hints. The Latin file keeps the weights from the small lines' to
the titles'; Arabic occurs in titles only.
"""

from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

WEB = Path(__file__).parent.parent / "src/styles/fonts"
SHARE = Path(__file__).parent.parent.parent / "crates/share-pictures/src/fonts"

FONTS = {
    "schibsted-grotesk-latin": (WEB / "schibsted-grotesk-latin-wght-normal.woff2", (600, 800)),
    "cairo-arabic": (WEB / "cairo-arabic-wght-normal.woff2", 800),
}
# Tables for hinting, which only screens use.
HINTS = ("prep", "gasp")

SHARE.mkdir(exist_ok=True)
for name, (source, weights) in FONTS.items():
    font = instancer.instantiateVariableFont(TTFont(source), {"wght": weights})
    for table in HINTS:
        if table in font:
            del font[table]
    font.flavor = None
    path = SHARE / f"{name}.ttf"
    font.save(path)
    print(f"{path.name}: {path.stat().st_size} bytes, {len(font.getGlyphOrder())} glyphs")
