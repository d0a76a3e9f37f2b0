//! The plain copy: one element a thread.

use super::{Kernel, Offset, index_type};
use crate::{ElementType, check::Copy};

/// Threads of a block.
const COPY_THREADS: u32 = 256;

/// Blocks of a launch at most; beyond it each thread takes several elements.
const MAX_BLOCKS: u64 = (1 << 31) - 1;

/// The copy kernel for these layouts.
pub(super) fn kernel(copy: &Copy, element: ElementType) -> Kernel {
    let Copy { source, destination, size, source_cells, destination_cells } = copy;
    let index = index_type(*size.max(source_cells).max(destination_cells));
    let from = Offset::of_index(source).function("offset_source", &["i"]);
    let to = Offset::of_index(destination).function("offset_destination", &["i"]);
    let text = format!(
        "// copy of {size} elements, one a thread; i is the 1-D coordinate, leftmost mode fastest
//   source       {source}
//   destination  {destination}
typedef {index} index_t;
{}

{from}
{to}
extern \"C\" __global__ void __launch_bounds__({COPY_THREADS})
copy(const element_t* __restrict__ source, element_t* __restrict__ destination) {{
  const index_t size = {size};
  const index_t step = (index_t)gridDim.x * {COPY_THREADS};
  for (index_t i = (index_t)blockIdx.x * {COPY_THREADS} + threadIdx.x; i < size; i += step) {{
    destination[offset_destination(i)] = source[offset_source(i)];
  }}
}}
",
        element_type(element)
    );
    let blocks = size.unsigned_abs().div_ceil(COPY_THREADS.into()).min(MAX_BLOCKS);
    Kernel { source: text, name: "copy", blocks, threads: COPY_THREADS }
}

/// A type of the element's width: a copy moves bits.
fn element_type(element: ElementType) -> String {
    let carrier = match element.width() {
        1 => "typedef unsigned char element_t;",
        2 => "typedef unsigned short element_t;",
        4 => "typedef unsigned int element_t;",
        8 => "typedef unsigned long long element_t;",
        _ => "struct alignas(16) element_t { unsigned long long low, high; };",
    };
    format!("{carrier}  // {element}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DeviceChoice, Operation, Request, check};

    #[track_caller]
    fn kernel(source: &str, destination: &str, element: ElementType) -> Kernel {
        let operation =
            Operation::Copy { source: source.parse().unwrap(), destination: destination.parse().unwrap() };
        check(&Request { operation, element, device: DeviceChoice::Auto }).unwrap().kernel()
    }

    #[test]
    fn a_transpose_is_readable_code() {
        let kernel = kernel("(1023,8191):(1,1024)", "(1023,8191):(8191,1)", ElementType::F32);
        assert_eq!((kernel.name, kernel.blocks, kernel.threads), ("copy", 32733, 256));
        insta::assert_snapshot!(kernel.source, @r#"
        // copy of 8379393 elements, one a thread; i is the 1-D coordinate, leftmost mode fastest
        //   source       (1023,8191):(1,1024)
        //   destination  (1023,8191):(8191,1)
        typedef unsigned int index_t;
        typedef unsigned int element_t;  // f32

        __device__ __forceinline__ index_t offset_source(index_t i) {
          return i % 1023 + i / 1023 * 1024;
        }

        __device__ __forceinline__ index_t offset_destination(index_t i) {
          return i % 1023 * 8191 + i / 1023;
        }

        extern "C" __global__ void __launch_bounds__(256)
        copy(const element_t* __restrict__ source, element_t* __restrict__ destination) {
          const index_t size = 8379393;
          const index_t step = (index_t)gridDim.x * 256;
          for (index_t i = (index_t)blockIdx.x * 256 + threadIdx.x; i < size; i += step) {
            destination[offset_destination(i)] = source[offset_source(i)];
          }
        }
        "#);
    }

    #[test]
    fn a_swizzled_destination_is_an_xor() {
        let kernel = kernel("(8,64):(0,1)", "Sw<3,4,3> o 0 o (8,64):(64,1)", ElementType::U128);
        insta::assert_snapshot!(kernel.source, @r#"
        // copy of 512 elements, one a thread; i is the 1-D coordinate, leftmost mode fastest
        //   source       (8,64):(0,1)
        //   destination  Sw<3,4,3> o 0 o (8,64):(64,1)
        typedef unsigned int index_t;
        struct alignas(16) element_t { unsigned long long low, high; };  // u128

        __device__ __forceinline__ index_t offset_source(index_t i) {
          return i / 8;
        }

        __device__ __forceinline__ index_t offset_destination(index_t i) {
          const index_t inner = i % 8 * 64 + i / 8;
          return inner ^ ((inner & 0x380) >> 3);  // Sw<3,4,3>
        }

        extern "C" __global__ void __launch_bounds__(256)
        copy(const element_t* __restrict__ source, element_t* __restrict__ destination) {
          const index_t size = 512;
          const index_t step = (index_t)gridDim.x * 256;
          for (index_t i = (index_t)blockIdx.x * 256 + threadIdx.x; i < size; i += step) {
            destination[offset_destination(i)] = source[offset_source(i)];
          }
        }
        "#);
    }

    #[test]
    fn a_large_span_takes_wide_indexes() {
        let kernel = kernel("(4,2):(1,4)", "(4,2):(1,1073741824)", ElementType::F16);
        assert!(kernel.source.contains("typedef unsigned long long index_t;"), "{}", kernel.source);
    }
}
