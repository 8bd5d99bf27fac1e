"""How much room words want, without fonts: scenes are made where no font is.

The widths are those of the product's own font, measured; a bold text is a little wider than its letters say here.
What is drawn in the end the stage fits into the box it gets. Decides where a text would break.
"""

from __future__ import annotations

import unicodedata

SMALLEST = 28
"""The smallest text, px of the canvas: 20 minutes of arc on a 24-inch panel three feet away."""
LINE = 33
"""Pixels from one line of the smallest text to the next."""

_WIDTHS = {
    sign: width
    for width, signs in (
        (24, '’'), (28, " !',.:;\xa0·"), (32, 'l'), (36, '()-[]`j'), (40, '/IJ\\i{}º'), (44, '_frt°“”'),
        (48, '"?sz¿'), (52, 'c–„'), (56, '*EFLSTvxy|'), (60, '$+0123456789<=>YZ^aek~×−'), (64, 'CKPRVXbdghnopqu'),
        (68, '#ABß'), (76, '&DGHU'), (80, 'NOQ'), (84, 'w…'), (88, '%'), (92, '@M'), (96, 'Wm'),
    )
    for sign in signs
}  # fmt: skip
"""Of each sign in hundredths of the text's size, rounded up."""
_OTHER, _HAN = 72, 100


def width_of(text: str, size: int, *, bold: bool = False) -> int:
    """About how wide one line of *text* is at *size* px."""
    width = sum(map(_hundredths, text)) * size // 100
    return width * 105 // 100 if bold else width


def _hundredths(sign: str) -> int:
    if ord(sign) >= 0x2E80:
        return _HAN
    return _WIDTHS.get(sign) or _WIDTHS.get(unicodedata.normalize("NFD", sign)[0], _OTHER)


def lines_of(text: str, size: int, width: int, *, bold: bool = False) -> int:
    """About how many lines *text* takes in *width* px, broken after words, Han text anywhere."""
    lines = 0
    for paragraph in text.split("\n"):
        lines += 1
        used = 0
        for word in words_of(paragraph):
            if used and used + width_of(word.rstrip(), size, bold=bold) > width:
                lines, used = lines + 1, 0
            used += width_of(word, size, bold=bold)
    return lines


def longest_word(text: str, size: int, *, bold: bool = False) -> int:
    """About how wide the longest piece is that no line break should part: a word, or four Han signs."""
    words = (word.rstrip() for part in text.split("\n") for word in words_of(part))
    longest = max((width_of(word, size, bold=bold) for word in words), default=0)
    han = sum(ord(sign) >= 0x2E80 for sign in text)
    return max(longest, min(han, 4) * size)


def words_of(text: str) -> list[str]:
    """Words with their space; single Han characters."""
    found: list[str] = []
    for sign in text:
        last = found[-1][-1] if found else " "
        goes_on = ord(sign) < 0x2E80 and last != " " and ord(last) < 0x2E80
        if found and (sign == " " or goes_on):
            found[-1] += sign
        else:
            found.append(sign)
    return found
