"""The attendant's office on the glass: one frame, pages drawn from plain blocks, a keypad, the machine's own state."""
