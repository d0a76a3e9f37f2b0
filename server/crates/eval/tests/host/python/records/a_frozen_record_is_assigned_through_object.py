# `object.__setattr__(self, "name", value)` is how a frozen dataclass assigns its own fields.
from dataclasses import dataclass, field

import cutlass.cute as cute


@dataclass(frozen=True)
class Chunk:
    width: int
    is_wide: bool = False
    _layout: cute.Layout = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_layout", cute.make_layout((self.width, 4), stride=(4, 1)))

    @property
    def layout(self) -> cute.Layout:
        return self._layout


@cute.jit
def main():
    own = Chunk(32).layout
    #^ = (32,4):(4,1)
    tiled = cute.logical_product(Chunk(8, True).layout, cute.make_layout(2))
    #^ = ((8,4),2):((4,1),32)
