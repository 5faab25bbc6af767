"""Pictures of boards: text, SVG, bitmaps, animations and printable sheets, drawn without knowing a rule.

Everything here takes a `pushbox.board.Board` and draws what the player may see of it.
"""
