import argparse

import cutlass
import cutlass.cute as cute


@cute.jit
def rows(tile: cutlass.Constexpr):
    staged = cute.make_layout((tile, 4))
    #^ = (32,4):(1,32) if --tile = 32


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tile", type=int, default=32)
    options = parser.parse_args()
    rows(options.tile)


main()
