//! Code that nothing calls: what its variables hold if types, numbers and tensors are these.

use crate::fixture::{check, check_supposed};

#[test]
fn a_type_that_nothing_gives_is_supposed() {
    check_supposed(
        "
class Kernel:
    def __init__(self, dtype: Type[cutlass.Numeric]):
        self.dtype = dtype

    @cute.jit
    def __call__(self):
        atom = cute.make_copy_atom(cpasync.CopyG2SOp(), self.dtype, num_bits_per_copy=128)
        tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))
        plain = cute.make_layout((4, 8))
",
        "tiled = TiledCopy<Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>,half_t>, ((8,16),8):((128,1),16), <16,64>> if dtype = Float16
         plain is not supposed",
    );
}

#[test]
fn the_first_type_that_the_code_allows_is_taken() {
    check_supposed(
        "
@cute.jit
def f(dtype: Type[cutlass.Numeric]):
    if cutlass.const_expr(dtype not in [cutlass.Float32, cutlass.BFloat16]):
        raise TypeError
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(), dtype, num_bits_per_copy=128)
",
        "atom = Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>,float> if dtype = Float32",
    );
}

#[test]
fn a_number_is_one_that_the_code_names() {
    check_supposed(
        "
@cute.jit
def f(head_dim: int, stages: int):
    order = (1, 0) if head_dim == 64 else (0, 1)
    a = cute.make_ordered_layout((16, 8), order=order)
    b = cute.make_layout((stages, 4))
",
        "a = (16,8):(8,1) if head_dim = 64, stages = 2
         b is not supposed",
    );
}

#[test]
fn the_rank_of_a_tensor_is_what_its_uses_say() {
    check_supposed(
        "
@cute.jit
def f(mQ: cute.Tensor, mK: cute.Tensor, mV: cute.Tensor, i: cutlass.Int32):
    b, s, h, d = mK.shape
    q = cute.make_tensor(mQ.iterator, cute.select(mQ.layout, mode=[1, 3, 2, 0]))
    k = mK[0, None, i, None]
    tile = cute.local_tile(k, (64, 32), (i, 0))
    v = cute.flatten(mV.layout)
",
        "q = (?,?,?,?):(?,?,?,?) if mQ, mK and mV of rank 4 and Float16
         tile = (64,32):(?,?) if mQ, mK and mV of rank 4 and Float16
         v = (?,?,?,?):(?,?,?,?) if mQ, mK and mV of rank 4 and Float16",
    );
}

#[test]
fn a_tensor_that_nothing_tells_of_is_a_matrix_and_one_of_pytorch_is_none() {
    check_supposed(
        "
from typing import Optional, Tuple, Union
from torch import Tensor

@cute.jit
def f(src: Union[cute.Tensor, cute.Shape], other: Optional[cute.Tensor]):
    a = cute.make_rmem_tensor_like(src)
    b = cute.make_layout((4, 3)) if other is None else cute.make_layout(5)

def g(src: Tensor):
    c = cute.make_rmem_tensor_like(src)

@cute.jit
def h(acc_dtype: Type[cutlass.Numeric], tile_mnk: Union[Tuple[int, int], Tuple[int, int, int]]):
    d = cute.make_layout((acc_dtype.width, len(tile_mnk), tile_mnk[2]))
",
        "a = (?,?):(?,?) if src of rank 2 and Float16, other = None
         b = (4,3):(1,4) if src of rank 2 and Float16, other = None
         c is not supposed
         d = (32,3,64):(1,32,96) if acc_dtype = Float32, tile_mnk = (128,128,64)",
    );
}

#[test]
fn what_contradicts_itself_is_tried_with_another_value_and_then_left_alone() {
    check_supposed(
        "
@cute.jit
def other(width: cutlass.Constexpr[int]):
    if width == 16:
        raise ValueError
    a = cute.make_ordered_layout((8, 4), order=(1 if width == 32 else 0, 0 if width == 32 else 1))

@cute.jit
def none(dtype: Type[cutlass.Numeric]):
    b = cute.make_copy_atom(cpasync.CopyG2SOp(), dtype, num_bits_per_copy=128)
    raise NotImplementedError
",
        "a = (8,4):(4,1) if width = 32
         b is not supposed",
    );
}

#[test]
fn a_call_that_gives_everything_needs_no_supposition() {
    check_supposed(
        "
@cute.jit
def f(dtype: Type[cutlass.Numeric]):
    a = cute.make_copy_atom(cpasync.CopyG2SOp(), dtype, num_bits_per_copy=128)

@cute.jit
def g():
    f(cutlass.Float32)
",
        "a is not supposed",
    );
}

#[test]
fn a_method_rests_on_what_its_object_is_made_with() {
    check_supposed(
        "
class Kernel:
    def __init__(self, n: int):
        assert n in (64, 96)
        self.order = (1, 0) if n == 64 else (0, 1)

    @cute.jit
    def first(self, dtype: Type[cutlass.Numeric]):
        self.dtype = dtype

    @cute.jit
    def second(self):
        b = cute.make_ordered_layout((16, 8), order=self.order)
",
        "b = (16,8):(8,1) if n = 64, dtype = Float16",
    );
}

#[test]
fn modes_of_what_is_computed_say_nothing_of_the_parameter() {
    check_supposed(
        "
@cute.jit
def f(mQ: cute.Tensor, thr_mma, i: cutlass.Int32):
    g = cute.flatten(mQ)
    t = thr_mma.partition_C(g)
    u = t[None, 0, i]
    v = thr_mma[None, 0, i]
    w = g[None, i]
",
        "u is not supposed
         v is not supposed
         w is not supposed",
    );
}

/// `python -c` with nvidia-cutlass-dsl 4.8.1: `print(Arch.sm_90a < Arch.sm_100, Arch.sm_90 < Arch.sm_90a)` says `True False`,
/// `print(Arch.sm_103f.is_family_of(Arch.sm_100f), Arch.sm_100.is_family_of(Arch.sm_100f))` says `True False`.
#[test]
fn the_gpu_is_supposed_and_what_is_known_of_architectures_is_not() {
    check_supposed(
        "
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

@cute.jit
def g():
    b = cute.make_layout((target(), 2))

@cute.jit
def h():
    c = cute.make_layout((3 if Arch.sm_90a < Arch.sm_100 else 2, 3 if Arch.sm_90 < Arch.sm_90a else 2))
    d = cute.make_layout((3 if Arch.sm_103f.is_family_of(Arch.sm_100f) else 2, 2))
    e = cute.make_layout((3 if Arch.sm_100.is_family_of(Arch.sm_100f) else 2, 2))
",
        "a = (2,9):(1,2) if arch = sm_90a
         b = (9,2):(1,9) if TARGET = None, torch.cuda.is_available() = True, arch = sm_90a
         c is not supposed",
    );
    check(
        "from cutlass.base_dsl.enums import Arch
         c = cute.make_layout((3 if Arch.sm_90a < Arch.sm_100 else 2, 3 if Arch.sm_90 < Arch.sm_90a else 2))
         d = cute.make_layout((3 if Arch.sm_103f.is_family_of(Arch.sm_100f) else 2, 2))
         e = cute.make_layout((3 if Arch.sm_100.is_family_of(Arch.sm_100f) else 2, 2))",
        "c = (3,2):(1,3)
         d = (3,2):(1,3)
         e = (2,2):(1,2)",
    );
}

#[test]
fn the_contiguous_mode_of_a_tensor_without_strides_is_supposed() {
    check_supposed(
        "
@cute.jit
def f(mA: cute.Tensor):
    m, k = mA.shape
    layout = utils.LayoutEnum.from_tensor(mA)
    a = cute.make_ordered_layout((16, 8), order=(1, 0) if layout.is_k_major_a() else (0, 1))
    b = utils.LayoutEnum.from_tensor(cute.make_rmem_tensor((4, 2), cutlass.Float32))
    c = cute.make_ordered_layout((16, 8), order=(1, 0) if b.is_k_major_a() else (0, 1))
",
        "a = (16,8):(8,1) if mA of rank 2 and Float16, LayoutEnum.from_tensor = ROW_MAJOR
         c is not supposed",
    );
}

#[test]
fn an_attribute_that_no_class_sets_is_supposed_to_be_its_default() {
    check_supposed(
        "
class Base:
    tile = 4

class Kernel(Base):
    def __init__(self, dtype: Type[cutlass.Numeric]):
        self.dtype = dtype

    @cute.jit
    def __call__(self):
        stages = len(getattr(self, 'stages', (1, 2)))
        known = getattr(self, 'tile', 8)
        a = cute.make_layout((stages, known))
        b = cute.make_layout((7 if hasattr(self, 'other') else 5, 2))
",
        "a = (2,4):(1,2) if dtype = Float16, Kernel.stages not set
         b is not supposed",
    );
}

/// With nvidia-cutlass-dsl 4.8.1 `a` and `b` are these for `make_tiled_mma(MmaF16BF16Op(Float16, Float32, (16, 8, 16)), (4, 1, 1), (64, 16, 16))`
/// and `make_tiled_copy_tv(atom of 128 bits, ((16, 8), (8, 1)), (1, 8))`.
#[test]
fn what_is_tiled_is_supposed() {
    check_supposed(
        "
@cute.jit
def f(tiled_mma: cute.TiledMma):
    a = cute.make_rmem_tensor(tiled_mma.partition_shape_C((128, 64)), cutlass.Float32)
    c = cute.make_layout((3, 2)) if isinstance(tiled_mma, cute.TiledCopy) else cute.make_layout(4)

@cute.jit
def g(thr_copy: cute.core.ThrCopy):
    b = thr_copy.partition_S(cute.make_identity_tensor((64, 128)))
",
        "a = ((2,2),2,8):((1,2),4,8) if tiled_mma = SM80_16x8x16_F32F16F16F32_TN by (4,1,1) in (64,16,16)
         b = ((8,1),4,2):((1@1,0),16@0,64@1) if thr_copy = a slice of UniversalCopy<uint128_t> by (16,8):(8,1) threads of (1,8):(0,1) half_t
         c = 4:1 if tiled_mma = SM80_16x8x16_F32F16F16F32_TN by (4,1,1) in (64,16,16)",
    );
}

#[test]
fn parameters_without_annotations_are_what_cute_names_so() {
    check_supposed(
        "
@cute.jit
def f(thr_copy_X, sX, size):
    a = thr_copy_X.partition_D(sX)
    b = cute.make_layout(size)

@cute.jit
def g(cluster_shape: tuple[int, int]):
    c = cute.make_ordered_layout((4, 2), order=(cluster_shape[1], 0))
",
        "a = ((8,1),8,1):((1,0),1024,0) if thr_copy_X = a slice of UniversalCopy<uint128_t> by (16,8):(8,1) threads of (1,8):(0,1) half_t, sX = (128,64):(64,1) of Float16
         b is not supposed
         c = (4,2):(2,1) if cluster_shape = (1,1)",
    );
}

/// With nvidia-cutlass-dsl 4.8.1 `make_tiled_copy_A` of `StMatrix8x8x16bOp(False, 4)` and of an MMA of warp groups with A from
/// registers gives `b` these modes, of a tensor `(128,64,2):(64,1,8192)`.
#[test]
fn shared_memory_is_supposed_to_hold_a_tile_and_its_stages() {
    check_supposed(
        "
@cute.jit
def f(sA: cute.Tensor, i: cutlass.Int32):
    a = sA[None, None, i]

@cute.jit
def g(tiled_mma: cute.TiledMma, sB: cute.Tensor, tidx: cutlass.Int32):
    transpose = tiled_mma.op.a_major_mode == OperandMajorMode.MN
    atom = cute.make_copy_atom(warp.StMatrix8x8x16bOp(transpose, 4), sB.element_type)
    thr_copy = cute.make_tiled_copy_A(atom, tiled_mma).get_slice(tidx)
    b = thr_copy.partition_D(sB)
    c = sB[None, None, 1]
",
        "a = (128,64):(64,1) if sA = (128,64,2):(64,1,8192) of Float16
         b = ((8,1),2,4,2):((1,0),4096,16,8192) if tiled_mma = SM90_64x128x16_F32F16F16_RS<GMMA::Major::K,GMMA::Major::K> by (1,1,1), sB = (128,64,2):(64,1,8192) of Float16",
    );
}

#[test]
fn attributes_of_parameters_and_classes_are_what_their_names_say() {
    check_supposed(
        "
@cute.jit
def f(gemm, ctx, out):
    a = cute.make_rmem_tensor((ctx.tile_M, gemm.num_epi_warps), gemm.acc_dtype)
    row = out[ctx.batch_idx, None]
    c = cute.local_tile(row, (ctx.tile_N,), (ctx.tile_coord_mnkl[1],))
    width = out.element_type.width
    d = cute.make_layout((ctx.depth, 4))

class Base:
    def run(self):
        e = cute.make_layout((self.cta_tile_shape_mnk[2], 4))
        f = cute.make_layout(self.height)
",
        "a = (128,4):(1,128) if out of rank 2 and Float16, ctx.tile_M = 128, gemm.num_epi_warps = 4, gemm.acc_dtype = Float32
         c = (128):(?) if out of rank 2 and Float16, ctx.tile_M = 128, gemm.num_epi_warps = 4, gemm.acc_dtype = Float32, ctx.batch_idx of run time, ctx.tile_N = 128, ctx.tile_coord_mnkl of 4 numbers of run time
         d is not supposed
         e = (64,4):(1,64) if Base.cta_tile_shape_mnk = (128,128,64)
         f is not supposed",
    );
}

/// With nvidia-cutlass-dsl 4.8.1 `b` is this for the tiled copy of [`what_is_tiled_is_supposed`].
#[test]
fn a_parameter_is_an_object_of_the_class_that_variables_of_its_name_hold() {
    check_supposed(
        "
from functools import partial

def parts(tensor, epi_tile, tiled_copy, tidx):
    return tiled_copy.get_slice(tidx).partition_S(cute.flat_divide(tensor, epi_tile))

class Context:
    def __init__(self, gemm, epi_tile, tiled_copy, tidx):
        self.tile_M = gemm.cta_tile_shape_mnk[0]
        self.parts = partial(parts, epi_tile=epi_tile, tiled_copy=tiled_copy, tidx=tidx)

class Other:
    def __init__(self, n: int):
        raise NotImplementedError

class Load:
    def begin(self, ctx, other):
        b = ctx.parts(cute.make_identity_tensor((ctx.tile_M, 128)))

class Gemm:
    def run(self, epi_tile, tiled_copy, tidx):
        ctx = Context(self, epi_tile, tiled_copy, tidx)
        other = Other(4)
",
        "b = ((8,1),8,1,1,4):((1@1,0),16@0,0,0,32@1) if epi_tile = (128,32), tiled_copy = UniversalCopy<uint128_t> by (16,8):(8,1) threads of (1,8):(0,1) half_t, tidx of run time, gemm.cta_tile_shape_mnk = (128,128,64), ctx of the class Context",
    );
}
