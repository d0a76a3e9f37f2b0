//! Kernels that take their values from where they are compiled and launched.

use crate::fixture::check_program;

#[test]
fn a_kernel_takes_the_tensors_that_it_is_compiled_for() {
    let code = "
import cutlass.cute as cute
import torch
from cutlass.cute.runtime import from_dlpack

@cute.kernel
def kernel(gA: cute.Tensor, tv: cute.Layout):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    block = gA[((None, None), bidx)]
    parts = cute.composition(block, tv)
    mine = parts[(tidx, None)]

@cute.jit
def add(mA: cute.Tensor):
    tiler, tv = cute.make_layout_tv(cute.make_layout((4, 32), stride=(32, 1)), cute.make_layout((4, 8), stride=(8, 1)))
    tiled = cute.zipped_divide(mA, tiler)
    kernel(tiled, tv).launch(grid=[cute.size(tiled, mode=[1]), 1, 1], block=[128, 1, 1])

a = torch.randn(2048, 1024, device=\"cuda\", dtype=torch.float16)
compiled = cute.compile(add, from_dlpack(a))
";
    check_program(
        &[("add.py", code)],
        "tiler = (16,256)
        gA = ((16,256),(128,4)):((1024,1),(16384,256))
        block = (16,256):(1024,1)
        parts = ((32,4),(8,4)):((8,4096),(1,1024))
        mine = ((8,4)):((1,1024))",
    );
}

#[test]
fn sizes_that_are_given_at_run_time_are_open() {
    let code = "
import cutlass
import cutlass.cute as cute

@cute.jit
def f(x: cute.Tensor):
    tiles = cute.zipped_divide(x, (1, 256))

n = cute.sym_int()
x = cute.runtime.make_fake_compact_tensor(cutlass.Float32, (n, 512), stride_order=(1, 0))
compiled = cute.compile(f, x)
";
    check_program(&[("f.py", code)], "tiles = ((1,256),(?,2)):((0,1),(512,256))");
}

#[test]
fn a_method_launches_a_kernel_with_the_fields_of_its_object() {
    let code = "
import cutlass.cute as cute

class Gemm:
    def __init__(self, tile_m: int = 128, stages=3):
        self.tile_m = tile_m
        self.stages = stages

    @cute.jit
    def __call__(self):
        layout = cute.make_layout((self.tile_m, 64, self.stages))
        self.kernel(layout).launch(grid=(1, 1, 1))

    @cute.kernel
    def kernel(self, layout: cute.Layout):
        first = layout[0]

gemm = Gemm(stages=4)
gemm()
";
    check_program(
        &[("gemm.py", code)],
        "layout = (128,64,4):(1,128,8192)
        first = 128:1",
    );
}

/// PyTorch's types are not the DSL's: `torch.float16 == cutlass.Float16` is false.
#[test]
fn a_type_of_pytorch_is_mapped_and_not_taken_for_one_of_the_dsl() {
    check_program(
        &[(
            "main.py",
            "import cutlass
import cutlass.cute as cute
import torch
from cutlass.cute.runtime import from_dlpack

types = {torch.float16: cutlass.Float16, torch.bfloat16: cutlass.BFloat16, torch.int32: cutlass.Int32}

@cute.jit
def f(a: cute.Tensor, dtype: cutlass.Constexpr):
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), dtype)
    given = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), a.element_type)
    same = cute.make_layout((2 if torch.half == torch.float16 else 3, 2 if torch.float16 == cutlass.Float16 else 3))

t = torch.zeros(4, 8, dtype=torch.bfloat16)
f(from_dlpack(t), types[t.dtype])
",
        )],
        "atom = Copy_Atom<UniversalCopy<uint16_t>,bfloat16_t>
         given = Copy_Atom<UniversalCopy<uint16_t>,bfloat16_t>
         same = (2,3):(1,2)",
    );
}
