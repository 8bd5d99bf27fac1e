"""A machine that an attendant took out of service: it says so politely, and money on it can leave.

Nothing else can be pressed but the call and the cash-out.
"""

from __future__ import annotations

from cabinet.screens import frame
from cabinet.screens.geometry import Rect
from cabinet.screens.scene import Icon, Scene
from cabinet.screens.sketch import Sketch


def scene(sketch: Sketch) -> Scene:
    """The picture between rounds while the machine is out of service."""
    view = sketch.view
    sketch.backdrop("night")
    frame.top_bar(sketch, view.site, sketch.say("service.title"), calm=True)
    felt = sketch.lay.felt
    height = min(420, felt.h - 40)
    width = min(1240, felt.w - 48)
    box = Rect(felt.x + (felt.w - width) // 2, felt.y + (felt.h - height) // 2, width, height)
    sketch.plate(box, "result", 28)
    inner = box.inset(40, 32)
    sketch.add(Icon(Rect(inner.x + (inner.w - 88) // 2, inner.y, 88, 88), "bell", "warn"))
    title = Rect(inner.x, inner.y + 100, inner.w, 96)
    sketch.label(title, sketch.say("service.title"), 68, "gold", on="note", weight=700, serif=True, wrap=True)
    code = "service.credit" if view.credit_cents else "service.text"
    text = Rect(inner.x, inner.y + 204, inner.w, inner.h - 204)
    sketch.label(text, sketch.say(code), 40, "cream", on="note", wrap=True)
    frame.malfunction(sketch, "night")
    asset = sketch.say("notice.cabinet", asset=view.asset_number, station=view.station)
    sketch.label(sketch.lay.details, asset, 28, "cream", on="night")
    sketch.plate(sketch.lay.bottom, "bar_bottom", 0)
    frame.meters(sketch)
    frame.staff_below(sketch)
    frame.edge(sketch)
    frame.toasts(sketch)
    return sketch.scene("service")
