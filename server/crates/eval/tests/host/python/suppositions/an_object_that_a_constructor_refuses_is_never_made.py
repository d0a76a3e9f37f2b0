# What a test makes to see that it is refused says nothing of the objects that there are.
import cutlass.cute as cute
import pytest


class Kernel:
    def __init__(self, tile: int = 64):
        if tile != 64:
            raise ValueError("another tile")
        self.tile = tile

    @cute.jit
    def __call__(self, x: cute.Tensor):
        layout = cute.make_layout((self.tile, 8))
        #^ = (64,8):(1,64)


def test_refusal():
    with pytest.raises(ValueError):
        Kernel(tile=48)

