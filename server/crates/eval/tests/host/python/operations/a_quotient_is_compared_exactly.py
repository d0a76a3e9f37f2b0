# `/` of Python keeps its fraction: what is compared with it is not rounded.
import cutlass
import cutlass.cute as cute


@cute.jit
def main():
    tile = (128, 256)
    whole = cute.make_layout(3 if tile[0] / 2 == 64 else 6)
    #^ = 3:1
    half = cute.make_layout(3 if 7 / 2 == 3 else 6)
    #^ = 6:1
    more = cute.make_layout(3 if tile[1] / 3 > 85 else 6)
    #^ = 3:1
    less = cute.make_layout(3 if 1 / 3 < 1 / 2 else 6)
    #^ = 3:1
    bytes = cute.make_layout(cute.size_in_bytes(cutlass.Float16, None) + 4)
    #^ = 4:1
