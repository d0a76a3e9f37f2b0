# A transpose of 32x32 floats: 32 ways unpadded, none padded by a word.
import cutlass
import cutlass.cute as cute


@cute.kernel
def transpose(mA: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    plain = smem.allocate_tensor(cutlass.Float32, cute.make_layout((32, 32), stride=(1, 32)), 16)
    padded = smem.allocate_tensor(cutlass.Float32, cute.make_layout((32, 32), stride=(1, 33)), 16)
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float32, num_bits_per_copy=32)
    by_rows = cute.make_tiled_copy_tv(atom, cute.make_layout((8, 32), stride=(32, 1)), cute.make_layout((1, 1)))
    thread = by_rows.get_slice(tidx)
    to_plain = thread.partition_D(plain)
    #^ = ((1,1),4,1):((0,0),8,0)
    values = cute.make_fragment_like(to_plain)
    cute.copy(by_rows, values, to_plain)
    #^ warning bank-conflict: 32 wavefronts where 1 would do
    cute.copy(by_rows, values, thread.partition_D(padded))


@cute.jit
def host():
    a = cute.make_rmem_tensor((32, 32), cutlass.Float32)
    transpose(a).launch(grid=(1, 1, 1), block=(256, 1, 1))


host()
