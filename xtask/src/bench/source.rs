//! A CUDA file of a given size as people write them: kernels, layouts in comments, `cute:` statements.

use std::fmt::Write;

/// `cute:` statements in the generated file; every second kernel has a pair of them.
const STATEMENTS: &[&str] = &[
    "let A = (4,8):(1,4)",
    "let R = composition((128,64):(64,1), (8,(2,4)):(1,(8,16)))",
    "show zipped_divide((128,64):(1,128), <32,8>)",
    "assert (4,8):(1,4) == (4,8):(1,4)",
    "show Sw<3,4,3> o 0 o (8,64):(64,1)",
];

/// At least `bytes` of source; the same in every run.
pub(super) fn cuda_source(bytes: usize) -> String {
    let mut source = String::from(
        "// Copies and tiled products over layouts. é λ 𝔸: not every comment is ASCII.\n\
         #include <cute/tensor.hpp>\n\nusing namespace cute;\n\n",
    );
    let mut index = 0;
    while source.len() < bytes {
        kernel(&mut source, index);
        index += 1;
    }
    source
}

/// Lines of the source on which a hover has something to say.
pub(super) fn hover_lines(source: &str) -> Vec<u32> {
    let lines = (0..).zip(source.lines());
    lines.filter(|(_, line)| line.contains("cute: ")).map(|(number, _)| number).collect()
}

fn kernel(source: &mut String, index: usize) {
    let (rows, columns) = (8 << (index % 5), 16 << (index % 4));
    let statements = if index.is_multiple_of(2) { statements(index / 2) } else { String::new() };
    // Writing to a string cannot fail.
    let _ = write!(
        source,
        r"/// Kernel {index}: each thread copies its fragment of a {rows}x{columns} tile through shared memory.
template <class Element, class SmemLayout, class TiledCopy>
__global__ static __launch_bounds__(256) void copy_kernel_{index}(Element const* src, Element* dst, int M, int N,
                                                                  SmemLayout smem_layout, TiledCopy tiled_copy) {{
  Tensor mS = make_tensor(make_gmem_ptr(src), make_shape(M, N), make_stride(N, Int<1>{{}}));  // (M,N)
  Tensor mD = make_tensor(make_gmem_ptr(dst), make_shape(M, N), make_stride(N, Int<1>{{}}));  // (M,N)
  auto tile = Shape<Int<{rows}>, Int<{columns}>>{{}};
  Tensor gS = local_tile(mS, tile, make_coord(blockIdx.x, blockIdx.y));  // ({rows},{columns}):({columns},1)
  Tensor gD = local_tile(mD, tile, make_coord(blockIdx.x, blockIdx.y));  // (BLK_M,BLK_N)
{statements}  __shared__ Element smem[cosize_v<SmemLayout>];
  Tensor sA = make_tensor(make_smem_ptr(smem), smem_layout);  // ({rows},{columns}):(1,{rows})

  auto thr_copy = tiled_copy.get_slice(threadIdx.x);
  Tensor tSgS = thr_copy.partition_S(gS);  // (CPY,CPY_M,CPY_N)
  Tensor tSsA = thr_copy.partition_D(sA);  // (CPY,CPY_M,CPY_N)
  Tensor tDgD = thr_copy.partition_D(gD);  // (CPY,CPY_M,CPY_N)
  copy(tiled_copy, tSgS, tSsA);
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  for (int i = 0; i < size(tDgD); ++i) {{
    if (elem_less(make_coord(blockIdx.x * {rows} + i, blockIdx.y * {columns}), shape(mD))) {{
      tDgD(i) = tSsA(i) * Element({index});
    }}
  }}
}}

void launch_{index}(float const* src, float* dst, int M, int N, cudaStream_t stream) {{
  auto layout = make_layout(make_shape(Int<{rows}>{{}}, Int<{columns}>{{}}), LayoutRight{{}});
  auto copy_atom = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{{}},
                                   Layout<Shape<_32, _8>>{{}}, Layout<Shape<_4, _1>>{{}});
  dim3 grid(ceil_div(M, {rows}), ceil_div(N, {columns}));
  copy_kernel_{index}<float><<<grid, 256, 0, stream>>>(src, dst, M, N, layout, copy_atom);
}}

"
    );
}

/// Two statements, other ones from kernel to kernel.
fn statements(group: usize) -> String {
    let pick = |at: usize| STATEMENTS.iter().cycle().nth(at % STATEMENTS.len()).copied().unwrap_or_default();
    format!("  // cute: {}\n  // cute: {}\n", pick(2 * group), pick(2 * group + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_of_64_kb_has_some_thirty_statements() {
        let source = cuda_source(64 << 10);
        assert!((64 << 10..70 << 10).contains(&source.len()), "{} bytes", source.len());
        let statements = hover_lines(&source).len();
        assert!((10..=40).contains(&statements), "{statements} statements");
    }
}
