# An assertion refuses the default.
import cutlass.cute as cute


def launch(rows: int, q=None, k=None, stages=3):
    assert q is not None
    tile = cute.make_layout((rows, stages))
    #^ unknown
    #^ = (rows,3):(?,rows) if q other than None, k = None, stages = 3
