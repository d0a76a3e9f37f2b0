//! Whose header an `#include` means, by its path.

/// Folders of headers that come with a compiler or a well-known library: none defines a macro of a program.
const FOLDERS: &[&str] = &[
    "cute/",
    "cutlass/",
    "cuda/",
    "cub/",
    "thrust/",
    "torch/",
    "ATen/",
    "c10/",
    "pybind11/",
    "cooperative_groups/",
    "nvtx3/",
    "sys/",
    "bits/",
    "gtest/",
    "gmock/",
    "experimental/",
];

/// How headers of CUDA and of its libraries begin.
const BEGINNINGS: &[&str] = &[
    "cuda_runtime",
    "cuda_fp",
    "cuda_bf16",
    "cuda_pipeline",
    "cuda_awbarrier",
    "curand_",
    "cublas",
    "cudnn",
    "cusparse",
];

/// Headers of C, of a system and of CUDA.
const HEADERS: &[&str] = &[
    "assert.h",
    "builtin_types.h",
    "complex.h",
    "cooperative_groups.h",
    "ctype.h",
    "cuComplex.h",
    "cuda.h",
    "cudaGL.h",
    "cudaTypedefs.h",
    "cuda_device_runtime_api.h",
    "cuda_gl_interop.h",
    "cuda_occupancy.h",
    "cuda_profiler_api.h",
    "cuda_texture_types.h",
    "cufft.h",
    "curand.h",
    "device_atomic_functions.h",
    "device_functions.h",
    "device_launch_parameters.h",
    "driver_types.h",
    "errno.h",
    "fcntl.h",
    "fenv.h",
    "float.h",
    "getopt.h",
    "helper_cuda.h",
    "immintrin.h",
    "inttypes.h",
    "iso646.h",
    "limits.h",
    "locale.h",
    "malloc.h",
    "math.h",
    "math_constants.h",
    "memory.h",
    "mma.h",
    "mpi.h",
    "nccl.h",
    "nvToolsExt.h",
    "nvml.h",
    "nvrtc.h",
    "omp.h",
    "pthread.h",
    "sched.h",
    "setjmp.h",
    "signal.h",
    "sm_61_intrinsics.h",
    "stdalign.h",
    "stdarg.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "string.h",
    "strings.h",
    "tgmath.h",
    "time.h",
    "unistd.h",
    "vector_functions.h",
    "vector_types.h",
    "wchar.h",
    "xmmintrin.h",
];

/// Whether the header may be one of the program's own, which may define any macro: `"config.h"`, `<mine/config.h>`, and what a
/// macro names, `CONFIG`. Names without an ending are C++'s own, but for those in capitals and with underscores.
pub fn may_define_macros(path: &str) -> bool {
    // `a::b` is what `using` takes.
    if path.contains("::") {
        return false;
    }
    let is_plain =
        path.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    match path.contains(['.', '/']) {
        false => !is_plain,
        true => !is_of_others(path),
    }
}

fn is_of_others(path: &str) -> bool {
    FOLDERS.iter().any(|folder| path.starts_with(folder))
        || !path.contains('/')
            && (HEADERS.contains(&path) || BEGINNINGS.iter().any(|begin| path.starts_with(begin)))
}

#[cfg(test)]
mod tests {
    use super::may_define_macros;

    #[test]
    fn headers_of_libraries_define_no_macro_of_a_program() {
        for path in [
            "config.h",
            "../config.h",
            "mine/config.hpp",
            "CONFIG",
            "CONFIG_SM90",
            "STR(CONFIG)",
            "cuda_config.h",
            "nccl_params.h",
            "my/stdparams",
            "stdafx.h",
        ] {
            assert!(may_define_macros(path), "{path}");
        }
        for path in
            ["cute/tensor.hpp", "cuda_fp16.h", "vector", "torch/extension.h", "stdio.h", "cute::", "a::b"]
        {
            assert!(!may_define_macros(path), "{path}");
        }
    }
}
