//! What names in templates of C++ suggest: `TileShape_MNK`, `kBlockM`, `SmemLayoutAtomQ`, `tiled_mma`, `tSrQ`. One tile of
//! 128 x 128 x 64 halves runs through all of it, so that what is supposed in a file fits together.

mod generation;
mod instead;
mod maker;
mod numbers;
mod objects;
mod parts;
mod taken_apart;
mod tensors;
mod types;

use layoutlens_host_value::suggestions::{Spelled, Suggestions};

/// What CuTe's users mean by names.
pub static SUGGESTIONS: Suggestions = Suggestions {
    generation: generation::generation,
    architecture: generation::architecture,
    maker: maker::maker,
    types: types::types,
    numbers: numbers::numbers,
    is_number: numbers::is_of_run_time,
    takes_part: taken_apart::takes_part,
    strides_among: taken_apart::strides_among,
    taken_apart: taken_apart::taken_apart,
    is_truth: numbers::is_truth,
    objects: objects::objects,
    instead: instead::instead,
    is_tensor: tensors::is_tensor,
    is_handle,
    is_storage,
    sizes: parts::SIZES,
};

/// Whether a type is one of CUDA's own for what a program only hands on: streams, events, handles of libraries, errors; or
/// PyTorch's for a tensor, of which only pointers and sizes are taken.
fn is_handle(name: &str) -> bool {
    let is_of = |begin: &str| name.starts_with(begin) && name.ends_with("_t");
    ["cuda", "cublas", "cudnn", "cusparse"].into_iter().any(is_of)
        || matches!(name, "CUstream" | "CUevent" | "CUcontext" | "torch::Tensor" | "at::Tensor")
}

/// Whether a type is shared memory of several things, or what a pipeline keeps of itself: `mma_pv` of the type
/// `Pipeline::SharedStorage` is no MMA.
fn is_storage(name: &str) -> bool {
    ["SharedStorage", "TensorStorage", "PipelineState"].contains(&name)
}

/// What is said to be what its code says.
fn spelled(code: impl Into<String>) -> Spelled {
    let code = code.into();
    let said = format!("= {code}");
    Spelled { code, said }
}

/// The same of a type that an expression has.
fn type_of(code: &str) -> Spelled {
    Spelled { code: format!("decltype({code})"), said: format!("= {code}") }
}

/// A name without what only says that it is a parameter: `ElementA_`, `kBlockM`.
fn stem(name: &str) -> &str {
    let name = name.rsplit(['.', ':']).next().unwrap_or(name);
    let name = name.trim_end_matches('_');
    match name.strip_prefix('k') {
        Some(rest) if rest.starts_with(char::is_uppercase) => rest,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use layoutlens_host_value::suggestions::Generation;

    #[test]
    fn a_name_is_known_without_its_decoration() {
        for name in ["kBlockM", "BlockM_", "Traits::kBlockM", "params.BlockM"] {
            assert_eq!(stem(name), "BlockM", "{name}");
        }
        assert_eq!((SUGGESTIONS.numbers)("kBlockM"), (SUGGESTIONS.numbers)("BLOCK_M"));
    }

    #[test]
    fn streams_and_handles_have_to_do_with_no_layout() {
        for name in ["cudaStream_t", "cublasHandle_t", "cudaError_t", "CUstream"] {
            assert!((SUGGESTIONS.is_handle)(name), "{name}");
        }
        for name in ["half_t", "cudaTile", "cute_t", "CUtensorMap", "T"] {
            assert!(!(SUGGESTIONS.is_handle)(name), "{name}");
        }
    }

    #[test]
    fn storage_is_what_its_members_are() {
        assert!((SUGGESTIONS.is_storage)("SharedStorage"));
        assert!(!(SUGGESTIONS.is_storage)("SmemLayoutO"));
    }

    #[test]
    fn what_a_name_does_not_say_is_not_suggested() {
        for name in ["Foo", "Policy", "Callback", "Kernel_traits"] {
            assert_eq!((SUGGESTIONS.types)(name, Generation::Hopper), Vec::new(), "{name}");
        }
    }
}
