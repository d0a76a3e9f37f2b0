# `x or True` is `x` where `x` is true, so what it is worth is not known, though it is true. Values printed by
# nvidia-cutlass-dsl 4.8.1.
import os

import cutlass
import cutlass.cute as cute


@cute.jit
def main():
    stages = int(os.environ.get("STAGES", "6"))
    a = cute.make_layout(((stages or True) * 4, 2))
    #^ unknown: whether this holds is not known
    b = cute.make_layout(((stages and False) + 1, 2))
    #^ unknown: whether this holds is not known
    if cutlass.const_expr(stages or True):
        chosen = 5
    else:
        chosen = 6
    c = cute.make_layout(chosen)
    #^ = 5:1
    compared = (stages > 2) or True
    d = cute.make_layout(7 if compared else 8)
    #^ = 7:1


main()
