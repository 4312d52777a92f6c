"""Makes the font files that share pictures are set in: what the browser's fonts hold, as the server reads it.

    pip install fonttools brotli && python web/build/share-fonts.py

The server draws text from TrueType files, without hints. Titles are heavy and lines below them half so, so that the Latin
file keeps these weights; Arabic stands in titles only.
"""

from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

WEB = Path(__file__).parent.parent / "src/styles/fonts"
SHARE = Path(__file__).parent.parent.parent / "server/src/share/fonts"

FONTS = {
    "schibsted-grotesk-latin": (WEB / "schibsted-grotesk-latin-wght-normal.woff2", (600, 800)),
    "cairo-arabic": (WEB / "cairo-arabic-wght-normal.woff2", 800),
}
# What only screens use.
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
