"""Whole files of levels, read, solved and replayed by native code.

Nothing but plain levels of Sokoban with titles is taken this way.  It must import neither games nor formats, which
takes longer than hundreds of such levels.
"""
