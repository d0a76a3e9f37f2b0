# `python -c` with nvidia-cutlass-dsl 4.8.1: `print(Arch.sm_90a < Arch.sm_100, Arch.sm_90 < Arch.sm_90a)` says `True False`,
# `print(Arch.sm_103f.is_family_of(Arch.sm_100f), Arch.sm_100.is_family_of(Arch.sm_100f))` says `True False`.

import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    from cutlass.base_dsl.enums import Arch
    c = cute.make_layout((3 if Arch.sm_90a < Arch.sm_100 else 2, 3 if Arch.sm_90 < Arch.sm_90a else 2))
    #^ = (3,2):(1,3)
    d = cute.make_layout((3 if Arch.sm_103f.is_family_of(Arch.sm_100f) else 2, 2))
    #^ = (3,2):(1,3)
    e = cute.make_layout((3 if Arch.sm_100.is_family_of(Arch.sm_100f) else 2, 2))
    #^ = (2,2):(1,2)
