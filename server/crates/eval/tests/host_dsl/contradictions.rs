//! Suppositions that contradict the code, and what is supposed instead.

use crate::fixture::check_supposed;

#[test]
fn a_default_that_contradicts_the_code_is_the_other_one() {
    check_supposed(
        "
class Kernel:
    def __init__(self, is_gather: bool = True, packs: bool = False, is_causal: bool = False):
        if is_gather:
            assert packs
        self.packs = packs

    @cute.jit
    def __call__(self, mQ: cute.Tensor):
        q = cute.make_tensor(mQ.iterator, cute.select(mQ.layout, mode=[1, 0]))
        a = cute.make_ordered_layout((16, 8), order=(1, 0) if self.packs else (0, 1))
",
        "q = (?,?):(?,?) if is_gather = False, mQ of rank 2 and Float16
         a = (16,8):(1,16) if is_gather = False, mQ of rank 2 and Float16",
    );
}

#[test]
fn what_did_not_hold_names_what_is_tried_next() {
    check_supposed(
        "
@cute.jit
def f(dtype: Type[cutlass.Numeric], width: int):
    if dtype == cutlass.BFloat16:
        pass
    if width == 64 or width == 128:
        pass
    if width == 128:
        raise ValueError
    a = cute.make_ordered_layout((16, 8), order=(1, 0) if width == 64 else (0, 1))
",
        "a = (16,8):(8,1) if dtype = BFloat16, width = 64",
    );
}

#[test]
fn whatever_has_the_members_of_a_protocol_is_one() {
    check_supposed(
        "
from typing import Protocol

class Schedules(Protocol):
    def first(self): ...

class Scheduler:
    def first(self):
        return 0

@cute.jit
def f(dtype: Type[cutlass.Numeric]):
    scheduler = Scheduler()
    assert isinstance(scheduler, Schedules)
    b = cute.make_copy_atom(cpasync.CopyG2SOp(), dtype, num_bits_per_copy=128)
",
        "b = Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>,half_t> if dtype = Float16",
    );
}

#[test]
fn the_parameter_that_a_claim_comes_from_is_another_one() {
    check_supposed(
        "
class Kernel:
    @cute.jit
    def __call__(self, mQ: cute.Tensor, mLSE: cute.Tensor):
        self.dtype = mQ.element_type
        self.other = mLSE.element_type
        assert self.dtype.width == 16
        assert self.other.width == 32
        a, b = mQ.shape
        c = mLSE[None, 0]
        d = cute.make_copy_atom(cpasync.CopyG2SOp(), self.other, num_bits_per_copy=128)
",
        "d = Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>,float> if mQ of rank 2 and Float16, mLSE of rank 2 and Float32",
    );
}

#[test]
fn a_tensor_has_as_many_modes_as_are_read_of_it() {
    check_supposed(
        "
@cute.jit
def rows(t: cute.Tensor, n: cutlass.Constexpr[int]):
    return cute.make_tensor(
        t.iterator, cute.make_layout((n, t.shape[0]), stride=(*(t.stride[i] for i in range(1, len(t.shape))), t.stride[0]))
    )

@cute.jit
def f(mQ: cute.Tensor, mK: cute.Tensor, mV: cute.Tensor):
    s = mQ.shape[3]
    q = cute.make_tensor(mQ.iterator, cute.make_layout((mQ.shape[0], 8), stride=(mQ.stride[3], 1)))
    k = mK[None, 0, 0]
    v = rows(mV, 16)
",
        "q = (?,8):(?,1) if mQ of rank 4 and Float16, mK of rank 3 and Float16, mV of rank 2 and Float16
         v = (16,?):(?,?) if mQ of rank 4 and Float16, mK of rank 3 and Float16, mV of rank 2 and Float16",
    );
}

#[test]
fn a_number_is_one_from_which_what_the_code_names_is_computed() {
    check_supposed(
        "
@cute.jit
def f(width: int):
    assert width % 64 == 0 and width // 256 == 2
    a = cute.make_ordered_layout((16, 8), order=(1, 0) if width == 512 else (0, 1))
",
        "a = (16,8):(8,1) if width = 512",
    );
}

#[test]
fn parameters_of_one_name_are_told_apart_by_their_functions() {
    check_supposed(
        "
@cute.jit
def rows(mQ: cute.Tensor):
    a, b = mQ.shape
    r = cute.make_tensor(mQ.iterator, cute.select(mQ.layout, mode=[1, 0]))

@cute.jit
def f(mQ: cute.Tensor, other):
    q = cute.make_tensor(mQ.iterator, cute.select(mQ.layout, mode=[1, 2, 0]))
    rows(other)
",
        "q = (?,?,?):(?,?,?) if mQ of rank 3 and Float16
         r = (?,?):(?,?) if mQ of rank 3 and Float16, rows.mQ of rank 2 and Float16",
    );
}

#[test]
fn what_may_be_left_out_is_where_the_code_refuses_it() {
    check_supposed(
        "
@cute.jit
def f(mQ: cute.Tensor, mP: cute.Tensor | None):
    a, b = mQ.shape
    if cutlass.const_expr(mP is not None):
        c, d = mP.shape
        raise NotImplementedError
    q = cute.make_tensor(mQ.iterator, cute.select(mQ.layout, mode=[1, 0]))
",
        "q = (?,?):(?,?) if mQ of rank 2 and Float16, mP = None",
    );
}
