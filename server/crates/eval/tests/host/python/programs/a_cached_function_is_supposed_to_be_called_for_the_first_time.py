# What a cached function gives may be what an earlier call gave, which somebody may have changed since.
from functools import lru_cache

import cutlass
import cutlass.cute as cute


@lru_cache(maxsize=1)
def shape(rows: int):
    return (rows, 32)


@cute.jit
def f(tile: cutlass.Constexpr):
    rows = cute.make_layout(tile)
    #^ unknown: whether `shape` was called before is not followed
    #^ = (64,32):(1,64) if shape called for the first time


if __name__ == "__main__":
    f(shape(64))
