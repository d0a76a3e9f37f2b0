//! Whose header an `#include` means, by its path.

/// Folders and names of headers that come with a system, a compiler or a well-known library: none defines a macro of a
/// program. Of a folder, all that is in it; of other words, names that begin so.
const OF_OTHERS: &[&str] = &[
    "cute/",
    "cutlass/",
    "cuda",
    "cub/",
    "thrust/",
    "torch/",
    "ATen/",
    "c10/",
    "pybind11/",
    "cooperative_groups",
    "cublas",
    "cudnn",
    "cufft",
    "curand",
    "cusparse",
    "nccl",
    "nvtx",
    "nvToolsExt",
    "nvml",
    "nvrtc",
    "mma.h",
    "sys/",
    "bits/",
    "gtest/",
    "gmock/",
    "std",
    "math.h",
    "float.h",
    "limits.h",
    "assert.h",
    "string.h",
    "time.h",
    "unistd.h",
    "getopt.h",
    "omp.h",
    "mpi.h",
    "errno.h",
    "ctype.h",
    "signal.h",
    "inttypes.h",
    "fcntl.h",
    "pthread.h",
    "immintrin.h",
    "driver_types.h",
    "vector_types.h",
    "device_launch_parameters.h",
    "builtin_types.h",
];

/// Whether the header may be one of the program's own, which may define any macro: `"config.h"`, `<mine/config.h>`, and what a
/// macro names, `CONFIG`.
pub fn may_define_macros(path: &str) -> bool {
    let is_of_macro =
        !path.contains(['.', '/']) && path.chars().all(|of| of.is_ascii_uppercase() || of == '_');
    is_of_macro || is_of_project(path) || path.contains('.') && !path.contains('/') && !is_of_others(path)
}

/// Whether a path in angle brackets may mean a header of the program: one that names a folder.
pub(crate) fn is_of_project(path: &str) -> bool {
    path.contains('/') && path.contains('.') && !is_of_others(path)
}

fn is_of_others(path: &str) -> bool {
    OF_OTHERS.iter().any(|begin| path.starts_with(begin))
}

#[cfg(test)]
mod tests {
    use super::may_define_macros;

    #[test]
    fn headers_of_libraries_define_no_macro_of_a_program() {
        for path in ["config.h", "../config.h", "mine/config.hpp", "CONFIG"] {
            assert!(may_define_macros(path), "{path}");
        }
        for path in
            ["cute/tensor.hpp", "cuda_fp16.h", "vector", "torch/extension.h", "stdio.h", "cute::", "a::b"]
        {
            assert!(!may_define_macros(path), "{path}");
        }
    }
}
