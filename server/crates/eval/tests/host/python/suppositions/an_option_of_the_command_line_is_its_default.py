# That an option has its default is supposed, and said of each value that rests on it.
import argparse
from typing import Tuple

import cutlass
import cutlass.cute as cute


def numbers(text: str) -> Tuple[int, ...]:
    return tuple(int(part.strip()) for part in text.split(","))


@cute.jit
def tile(tile_mn: cutlass.Constexpr, is_row_major: cutlass.Constexpr, warps: cutlass.Constexpr):
    rows = cute.make_layout(tile_mn, stride=(tile_mn[1], 1) if is_row_major else (1, tile_mn[0]))
    #^ unknown: given when the program is started
    #^ = (64,32):(1,64) if --verbose = False, --tile-mn = (64,32), --major = col, --warps = 4
    threads = cute.make_layout(32 * warps)
    #^ unknown: given when the program is started
    #^ = 128:1 if --verbose = False, --tile-mn = (64,32), --major = col, --warps = 4


def options():
    parser = argparse.ArgumentParser(description="tiles")
    shape = parser.add_argument_group("shape")
    shape.add_argument("--tile-mn", "-t", type=numbers, default="64, 32")
    shape.add_argument("--major", choices=["row", "col"], default="col")
    parser.add_argument("--warps", dest="count", type=int, default=4)
    parser.add_argument("--verbose", action="store_true")
    return parser


if __name__ == "__main__":
    args = options().parse_args()
    if args.verbose:
        print(args)
    tile(args.tile_mn, args.major == "row", args.count)
