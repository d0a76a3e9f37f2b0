# `python -c` with nvidia-cutlass-dsl 4.8.1: `print(Arch.sm_90a < Arch.sm_100, Arch.sm_90 < Arch.sm_90a)` says `True False`,
# `print(Arch.sm_103f.is_family_of(Arch.sm_100f), Arch.sm_100.is_family_of(Arch.sm_100f))` says `True False`.

import cutlass
import cutlass.cute as cute

import os

import torch
from cutlass.base_dsl.enums import Arch

def target():
    named = os.environ.get('TARGET')
    if named is not None:
        return int(named)
    return torch.cuda.get_device_capability()[0] if torch.cuda.is_available() else 0

@cute.jit
def f():
    arch = cutlass.base_dsl.BaseDSL._get_dsl().get_arch_enum()
    a = cute.make_layout((1 if arch < Arch.sm_90 else 2, arch.major))
    #^ = (2,9):(1,2) if arch = sm_90a

@cute.jit
def g():
    b = cute.make_layout((target(), 2))
    #^ = (9,2):(1,9) if TARGET = None, torch.cuda.is_available() = True, arch = sm_90a

@cute.jit
def h():
    c = cute.make_layout((3 if Arch.sm_90a < Arch.sm_100 else 2, 3 if Arch.sm_90 < Arch.sm_90a else 2))
    #^ = (3,2):(1,3)
    d = cute.make_layout((3 if Arch.sm_103f.is_family_of(Arch.sm_100f) else 2, 2))
    e = cute.make_layout((3 if Arch.sm_100.is_family_of(Arch.sm_100f) else 2, 2))

@cute.jit
def i():
    capability = torch.cuda.get_device_capability()
    f = cute.make_layout((4, 8) if capability >= (9, 0) and capability < (12, 0) else (2, 2, 8))
    #^ = (4,8):(1,4) if arch = sm_90a
