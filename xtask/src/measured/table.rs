//! The kernels that are measured.

use super::kernel::{Kernel, piece};

/// All kernels, project by project.
pub(super) const KERNELS: &[Kernel] = &[
    Kernel {
        host: "apex-swap",
        project: "NVIDIA/apex",
        file: "apex/contrib/sparsity/permutation_search_kernels/CUDA_kernels/permutation_search_kernels.cu",
        pieces: &[piece("apex/contrib/sparsity/permutation_search_kernels/CUDA_kernels/permutation_search_kernels.cu", 18, 37), piece("apex/contrib/sparsity/permutation_search_kernels/CUDA_kernels/permutation_search_kernels.cu", 497, 563)],
        before: "",
        kernel: "swap_columns_sum_after_2_to_4",
        claimed: "swap_columns_sum_after_2_to_4",
        grid: "4",
        block: "32",
        shared: "4096",
        arguments: "counting<float>(4096, 97), 64u, 64u, counting<unsigned>(8, 8), zeros<float>(64)",
    },
    Kernel {
        host: "apex-permute",
        project: "NVIDIA/apex",
        file: "apex/contrib/sparsity/permutation_search_kernels/CUDA_kernels/permutation_search_kernels.cu",
        pieces: &[piece("apex/contrib/sparsity/permutation_search_kernels/CUDA_kernels/permutation_search_kernels.cu", 18, 37), piece("apex/contrib/sparsity/permutation_search_kernels/CUDA_kernels/permutation_search_kernels.cu", 46, 93)],
        before: "",
        kernel: "permute_and_sum_after_2_to_4",
        claimed: "permute_and_sum_after_2_to_4",
        grid: "4",
        block: "32",
        shared: "4096",
        arguments: "counting<float>(4096, 97), 64u, 64u, counting<unsigned>(4, 4), 4u, counting<unsigned>(64, 16), zeros<float>(64)",
    },
    Kernel {
        host: "apex-map",
        project: "NVIDIA/apex",
        file: "apex/contrib/sparsity/permutation_search_kernels/CUDA_kernels/permutation_search_kernels.cu",
        pieces: &[piece("apex/contrib/sparsity/permutation_search_kernels/CUDA_kernels/permutation_search_kernels.cu", 18, 37), piece("apex/contrib/sparsity/permutation_search_kernels/CUDA_kernels/permutation_search_kernels.cu", 239, 310)],
        before: "",
        kernel: "build_permute_map",
        claimed: "build_permute_map",
        grid: "2",
        block: "32",
        shared: "4096",
        arguments: "counting<float>(4096, 97), 64u, 64u, counting<unsigned>(8, 8), 4u, counting<unsigned>(64, 16), 4u, 16u, zeros<float>(64), zeros<unsigned>(64)",
    },
    Kernel {
        host: "llmc-attention",
        project: "karpathy/llm.c",
        file: "dev/cuda/attention_forward.cu",
        pieces: &[piece("dev/cuda/attention_forward.cu", 427, 539)],
        before: "",
        kernel: "attention_forward_kernel2",
        claimed: "attention_forward_kernel2",
        grid: "dim3(2, 2)",
        block: "32",
        shared: "16384",
        arguments: "zeros<float>(16384), zeros<float>(16384), zeros<float>(16384), 64, 32, 2, 2, 32, 32, 0.125f, zeros<float>(256), zeros<float>(256), zeros<float>(16384)",
    },
    Kernel {
        host: "gsplat-2dgs",
        project: "nerfstudio-project/gsplat",
        file: "gsplat/cuda/csrc/Projection2DGSFused.cu",
        pieces: &[piece("gsplat/cuda/include/Utils.cuh", 43, 50), piece("gsplat/cuda/include/Utils.cuh", 81, 89), piece("gsplat/cuda/include/Utils.cuh", 228, 251), piece("gsplat/cuda/csrc/Projection2DGSFused.cu", 38, 281)],
        before: r#"#include <glm/glm.hpp>
#include <glm/gtc/type_ptr.hpp>
#define GAUSSIAN_EXTEND 3.33f
namespace cg = cooperative_groups;
using vec2 = glm::vec<2, float>;
using vec3 = glm::vec<3, float>;
using vec4 = glm::vec<4, float>;
using mat3 = glm::mat<3, 3, float>;
__device__ float sum(vec3 a) { return a.x + a.y + a.z; }
"#,
        kernel: "projection_2dgs_fused_fwd_kernel<float>",
        claimed: "projection_2dgs_fused_fwd_kernel<float>",
        grid: "4",
        block: "256",
        shared: "0",
        arguments: "1u, 1u, 1024u, filled<float>(3072, 1.f), filled<float>(4096, 1.f), filled<float>(3072, 1.f), holding<float>({1,0,0,0, 0,1,0,0, 0,0,1,4, 0,0,0,1}), holding<float>({100,0,50, 0,100,50, 0,0,1}), 100u, 100u, 0.01f, 1000.f, 0.f, zeros<int32_t>(2048), zeros<float>(2048), zeros<float>(1024), zeros<float>(9216), zeros<float>(3072)",
    },
    Kernel {
        host: "ggml-cumsum",
        project: "ggml-org/ggml",
        file: "src/ggml-cuda/cumsum.cu",
        pieces: &[piece("src/ggml-cuda/common.cuh", 524, 535), piece("src/ggml-cuda/cumsum.cu", 85, 186)],
        before: r#"#define GGML_UNUSED_VARS(...)
constexpr int WARP_SIZE = 32;
__device__ constexpr int ggml_cuda_get_physical_warp_size() { return 32; }
template <class To, class From> __device__ To ggml_cuda_cast(From value) { return value; }"#,
        kernel: "cumsum_kernel<float>",
        claimed: "cumsum_kernel",
        grid: "4",
        block: "256",
        shared: "2048",
        arguments: "counting<float>(8192, 97), zeros<float>(8192), 2048, 4, 1, 1, 1, 2048, 8192, 8192, 1, 2048, 8192, 8192",
    },
];
