# What a round makes and changes is of that round: what the rounds begin with stays known.
from types import SimpleNamespace

import cutlass
import cutlass.cute as cute


class Tile:
    def __init__(self, shape):
        self.shape = shape


def widen(tile, own):
    tile.shape = (tile.shape[0], 8)
    own.shape = tile.shape


def rounds(count):
    stage = 0
    kept = Tile((2, 2))
    for step in range(count):
        tile, own = Tile((4, 4)), SimpleNamespace(shape=2)
        widen(tile, own)
        inner = cute.make_layout(tile.shape)
        #^ = (4,8):(1,4)
        also = cute.make_layout(own.shape)
        #^ = (4,8):(1,4)
        before = cute.make_layout(kept.shape)
        #^ unknown
        kept = tile
        kept.shape = (kept.shape[0], 16)
        stage = stage + 1
    after = cute.make_layout((8, 2))
    #^ = (8,2):(1,8)


class Scheduler:
    def __init__(self, first):
        self.at = first


@cute.jit
def persistent(count: cutlass.Int32):
    scheduler = Scheduler(0)
    coordinate = (cute.arch.block_idx()[0], 0)
    while scheduler.at < count:
        common = SimpleNamespace(at=coordinate, shape=(4, 4))
        common.shape = (4, 8)
        common.at = (coordinate[0], 1)
        tile = cute.make_layout(common.shape)
        #^ = (4,8):(1,4)
        coordinate = (cute.arch.block_idx()[0], 0)
        scheduler.at = scheduler.at + 1
