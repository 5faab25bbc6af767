"""Whole files of levels, read, solved and replayed by native code.

Nothing but numbered levels of Sokoban is taken this way.  It must import neither games nor formats, which takes longer
than hundreds of such levels.
"""
