"""Makes the small font file that every page loads first, from the full Latin one.

    pip install fonttools brotli && python web/build/core-font.py

It has the characters of plain English and prices, in the weights that pages use. Kerning is half of the full file, so
this one keeps only the kerning of weight 700, where it shows most, for all weights, between letters and the most common
punctuation, rounded to steps too small to see (half a pixel in the largest headline). With its headers it fits into
eight packets: two round trips on a new connection that shares a slow line with four others. For other characters the
browser loads the full file, as `fonts.css` says.
"""

from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

FONTS = Path(__file__).parent.parent / "src/styles/fonts"
FULL = FONTS / "schibsted-grotesk-latin-wght-normal.woff2"
CORE = FONTS / "schibsted-grotesk-core-wght-normal.woff2"

# Keep in step with fonts.css.
CHARACTERS = "20-22,25-3B,3F-5A,5F,61-7A,A0,A9,B0,B2,B7,D7,E9,2013,2014,2018,2019,201C,201D,2022,2026,2192,2212"
WEIGHTS = (400, 800)
# Letters, comma, full stop, apostrophe.
KERNED = "41-5A,61-7A,2C,2E,2019"
KERNING_OF = 700
# In font units, 2048 to the em.
KERNING_STEP = 48


def core(weights: float | tuple[int, int], characters: str) -> TTFont:
    """The full font with only these characters and weights."""
    options = subset.Options(layout_features=["kern"])
    font = TTFont(FULL)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=subset.parse_unicodes(characters))
    subsetter.subset(font)
    return instancer.instantiateVariableFont(font, {"wght": weights})


def in_steps(kerning):
    """Rounds every distance to whole steps, which compresses better."""
    for lookup in kerning.table.LookupList.Lookup:
        for pairs in (getattr(part, "ExtSubTable", part) for part in lookup.SubTable):
            rows = pairs.PairSet if pairs.Format == 1 else pairs.Class1Record
            for row in rows:
                for pair in row.PairValueRecord if pairs.Format == 1 else row.Class2Record:
                    if pair.Value1:
                        pair.Value1.XAdvance = round((pair.Value1.XAdvance or 0) / KERNING_STEP) * KERNING_STEP
    return kerning


font = core(WEIGHTS, CHARACTERS)
font["GPOS"] = in_steps(core(KERNING_OF, KERNED)["GPOS"])
# Only the kerning's variations are kept here.
font["GDEF"].table.VarStore = None
font["GDEF"].table.Version = 0x00010000
font.flavor = "woff2"
font.save(CORE)
print(f"{CORE.name}: {CORE.stat().st_size} bytes, {len(font.getGlyphOrder())} glyphs")
