"""Where the fonts are: a static file for each style and weight, made once from the installed variable fonts.

Decides which signs a made font holds (Latin, Greek, Cyrillic, punctuation, currency signs, arrows) and where it is
kept. Neither pygame nor a printed ticket can ask a variable font for a weight, and the whole font takes three
times as long to make. No font is part of the program: they come from the packages fontpkg-noto-sans and -serif;
Chinese comes from an installed pan-CJK font, which is used as it is.
"""

from __future__ import annotations

import os
import tempfile
from importlib.util import find_spec
from pathlib import Path

_FAMILIES = {"sans": "Noto Sans", "serif": "Noto Serif"}
_CJK_MODULES = ("cvttf_NotoSansCJK_Regular",)
_RECIPE = 1  # counts up when the made fonts change, so that old ones are not taken
_SIGNS = (
    range(0x0020, 0x0250),  # Latin
    range(0x0370, 0x0400),  # Greek
    range(0x0400, 0x0460),  # Cyrillic
    range(0x2000, 0x2070),  # punctuation
    range(0x20A0, 0x20D0),  # currency
    range(0x2100, 0x2200),  # letter-like signs, fractions, arrows
    range(0x2200, 0x2300),  # mathematical signs
)


def font_path(style: str, weight: int) -> Path:
    """A static font file: *style* sans or serif, *weight* 100..900. The first call for it takes some seconds."""
    import fontpkg  # type: ignore[import-untyped]  # only when a font is wanted: it searches the installed packages

    family = fontpkg.family(_FAMILIES[style])
    assert 100 <= weight <= 900, f"no font has the weight {weight}"
    made = _cache_folder() / f"{family.slug}-{family.version}-{weight}-{_RECIPE}.ttf"
    if not made.exists():
        _make(fontpkg.path(family.name), weight, made)
    return made


def cjk_font_path() -> Path | None:
    """A font with Chinese, Japanese and Korean signs, None if none is installed."""
    for name in _CJK_MODULES:
        found = find_spec(name)
        for folder in (found.submodule_search_locations or ()) if found else ():
            fonts = sorted([*Path(folder).glob("*.otf"), *Path(folder).glob("*.ttf"), *Path(folder).glob("*.ttc")])
            if fonts:
                return fonts[0]
    return None


def needs_cjk(text: str) -> bool:
    """Whether *text* has a sign that only the pan-CJK font holds."""
    return any("\u2e80" <= sign <= "\u9fff" or "\uf900" <= sign <= "\ufaff" or sign > "\uff00" for sign in text)


def _cache_folder() -> Path:
    """The user's cache folder; a cabinet's service account may have none, then the temporary one."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    for folder in (Path(home) / "cabinet" / "fonts", Path(tempfile.gettempdir()) / f"cabinet-fonts-{os.getuid()}"):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    raise OSError("there is no folder to keep the made fonts in")


def _make(source: Path, weight: int, made: Path) -> None:
    from fontTools import subset  # type: ignore[import-untyped]
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
    from fontTools.varLib import instancer  # type: ignore[import-untyped]

    options = subset.Options(layout_features=["kern", "mark"], hinting=False, notdef_outline=True)
    font = TTFont(source, recalcTimestamp=False)  # the same bytes whenever it is made
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[sign for signs in _SIGNS for sign in signs])
    cutter.subset(font)
    font = instancer.instantiateVariableFont(font, {"wght": weight, "wdth": 100})
    # another process may make it at the same moment: each writes its own file, the last one's name stands
    handle, name = tempfile.mkstemp(dir=made.parent, suffix=".part")
    with os.fdopen(handle, "wb") as file:
        font.save(file)
    os.replace(name, made)
