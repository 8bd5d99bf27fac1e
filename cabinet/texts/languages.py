"""The languages the cabinet speaks, and what each calls itself. Decides the list; knows no message."""

from __future__ import annotations

#: Code of the catalogue → the language's own name, in the order of the language button.
LANGUAGES: dict[str, str] = {
    "en": "English",
    "es": "Español",
    "fr": "Français",
    "de": "Deutsch",
    "zh_Hans": "简体中文",
    "zh_Hant": "繁體中文",
}
