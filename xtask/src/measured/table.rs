//! The kernels that are measured.

use super::kernel::{Kernel, piece};

/// All kernels, project by project.
pub(super) const KERNELS: &[Kernel] = &[
    Kernel {
        host: "apex-swap",
        project: "NVIDIA/apex",
        file: "apex/contrib/sparsity/permutation_search_kernels/CUDA_kernels/permutation_search_kernels.cu",
        pieces: &[
            piece(
                "apex/contrib/sparsity/permutation_search_kernels/CUDA_kernels/permutation_search_kernels.cu",
                18,
                37,
            ),
            piece(
                "apex/contrib/sparsity/permutation_search_kernels/CUDA_kernels/permutation_search_kernels.cu",
                497,
                563,
            ),
        ],
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
        pieces: &[
            piece(
                "apex/contrib/sparsity/permutation_search_kernels/CUDA_kernels/permutation_search_kernels.cu",
                18,
                37,
            ),
            piece(
                "apex/contrib/sparsity/permutation_search_kernels/CUDA_kernels/permutation_search_kernels.cu",
                46,
                93,
            ),
        ],
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
        pieces: &[
            piece(
                "apex/contrib/sparsity/permutation_search_kernels/CUDA_kernels/permutation_search_kernels.cu",
                18,
                37,
            ),
            piece(
                "apex/contrib/sparsity/permutation_search_kernels/CUDA_kernels/permutation_search_kernels.cu",
                239,
                310,
            ),
        ],
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
        pieces: &[
            piece("gsplat/cuda/include/Utils.cuh", 43, 50),
            piece("gsplat/cuda/include/Utils.cuh", 81, 89),
            piece("gsplat/cuda/include/Utils.cuh", 228, 251),
            piece("gsplat/cuda/csrc/Projection2DGSFused.cu", 38, 281),
        ],
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
        claimed: "cumsum_kernel<float>",
        grid: "4",
        block: "256",
        shared: "2048",
        arguments: "counting<float>(8192, 97), zeros<float>(8192), 2048, 4, 1, 1, 1, 2048, 8192, 8192, 1, 2048, 8192, 8192",
    },
    Kernel {
        host: "ggml-argsort",
        project: "ggml-org/ggml",
        file: "src/ggml-cuda/argsort.cu",
        pieces: &[piece("src/ggml-cuda/argsort.cu", 159, 164), piece("src/ggml-cuda/argsort.cu", 166, 214)],
        before: "enum ggml_sort_order { GGML_SORT_ORDER_ASC, GGML_SORT_ORDER_DESC };",
        kernel: "k_argsort_f32_i32<GGML_SORT_ORDER_ASC>",
        claimed: "k_argsort_f32_i32<GGML_SORT_ORDER_ASC>",
        grid: "4",
        block: "256",
        shared: "1024",
        arguments: "counting<float>(1024, 97), zeros<int>(1024), 256, 256",
    },
    Kernel {
        host: "ggml-adamw",
        project: "ggml-org/ggml",
        file: "src/ggml-cuda/opt-step-adamw.cu",
        pieces: &[piece("src/ggml-cuda/opt-step-adamw.cu", 6, 35)],
        before: "",
        kernel: "opt_step_adamw_f32",
        claimed: "opt_step_adamw_f32",
        grid: "4",
        block: "256",
        shared: "0",
        arguments: "zeros<float>(1024), filled<float>(1024, 1.f), zeros<float>(1024), zeros<float>(1024), filled<float>(8, 0.5f), 1024",
    },
    Kernel {
        host: "samples-copySharedMem",
        project: "NVIDIA/cuda-samples",
        file: "Samples/6_Performance/transpose/transpose.cu",
        pieces: &[piece("Samples/6_Performance/transpose/transpose.cu", 93, 117)],
        before: r#"namespace cg = cooperative_groups;
#define TILE_DIM 32
#define BLOCK_ROWS 16"#,
        kernel: "copySharedMem",
        claimed: "copySharedMem",
        grid: "dim3(4, 4)",
        block: "dim3(32, 16)",
        shared: "0",
        arguments: "zeros<float>(16384), zeros<float>(16384), 128, 128",
    },
    Kernel {
        host: "samples-transposeNaive",
        project: "NVIDIA/cuda-samples",
        file: "Samples/6_Performance/transpose/transpose.cu",
        pieces: &[piece("Samples/6_Performance/transpose/transpose.cu", 124, 135)],
        before: r#"namespace cg = cooperative_groups;
#define TILE_DIM 32
#define BLOCK_ROWS 16"#,
        kernel: "transposeNaive",
        claimed: "transposeNaive",
        grid: "dim3(4, 4)",
        block: "dim3(32, 16)",
        shared: "0",
        arguments: "zeros<float>(16384), zeros<float>(16384), 128, 128",
    },
    Kernel {
        host: "samples-transposeCoalesced",
        project: "NVIDIA/cuda-samples",
        file: "Samples/6_Performance/transpose/transpose.cu",
        pieces: &[piece("Samples/6_Performance/transpose/transpose.cu", 139, 162)],
        before: r#"namespace cg = cooperative_groups;
#define TILE_DIM 32
#define BLOCK_ROWS 16"#,
        kernel: "transposeCoalesced",
        claimed: "transposeCoalesced",
        grid: "dim3(4, 4)",
        block: "dim3(32, 16)",
        shared: "0",
        arguments: "zeros<float>(16384), zeros<float>(16384), 128, 128",
    },
    Kernel {
        host: "samples-transposeNoBankConflicts",
        project: "NVIDIA/cuda-samples",
        file: "Samples/6_Performance/transpose/transpose.cu",
        pieces: &[piece("Samples/6_Performance/transpose/transpose.cu", 166, 189)],
        before: r#"namespace cg = cooperative_groups;
#define TILE_DIM 32
#define BLOCK_ROWS 16"#,
        kernel: "transposeNoBankConflicts",
        claimed: "transposeNoBankConflicts",
        grid: "dim3(4, 4)",
        block: "dim3(32, 16)",
        shared: "0",
        arguments: "zeros<float>(16384), zeros<float>(16384), 128, 128",
    },
    Kernel {
        host: "samples-transposeDiagonal",
        project: "NVIDIA/cuda-samples",
        file: "Samples/6_Performance/transpose/transpose.cu",
        pieces: &[piece("Samples/6_Performance/transpose/transpose.cu", 203, 242)],
        before: r#"namespace cg = cooperative_groups;
#define TILE_DIM 32
#define BLOCK_ROWS 16"#,
        kernel: "transposeDiagonal",
        claimed: "transposeDiagonal",
        grid: "dim3(4, 4)",
        block: "dim3(32, 16)",
        shared: "0",
        arguments: "zeros<float>(16384), zeros<float>(16384), 128, 128",
    },
    Kernel {
        host: "samples-transposeFineGrained",
        project: "NVIDIA/cuda-samples",
        file: "Samples/6_Performance/transpose/transpose.cu",
        pieces: &[piece("Samples/6_Performance/transpose/transpose.cu", 253, 272)],
        before: r#"namespace cg = cooperative_groups;
#define TILE_DIM 32
#define BLOCK_ROWS 16"#,
        kernel: "transposeFineGrained",
        claimed: "transposeFineGrained",
        grid: "dim3(4, 4)",
        block: "dim3(32, 16)",
        shared: "0",
        arguments: "zeros<float>(16384), zeros<float>(16384), 128, 128",
    },
    Kernel {
        host: "samples-transposeCoarseGrained",
        project: "NVIDIA/cuda-samples",
        file: "Samples/6_Performance/transpose/transpose.cu",
        pieces: &[piece("Samples/6_Performance/transpose/transpose.cu", 274, 297)],
        before: r#"namespace cg = cooperative_groups;
#define TILE_DIM 32
#define BLOCK_ROWS 16"#,
        kernel: "transposeCoarseGrained",
        claimed: "transposeCoarseGrained",
        grid: "dim3(4, 4)",
        block: "dim3(32, 16)",
        shared: "0",
        arguments: "zeros<float>(16384), zeros<float>(16384), 128, 128",
    },
    Kernel {
        host: "samples-bitonicSortShared",
        project: "NVIDIA/cuda-samples",
        file: "Samples/2_Concepts_and_Techniques/sortingNetworks/bitonicSort.cu",
        pieces: &[
            piece("Samples/2_Concepts_and_Techniques/sortingNetworks/sortingNetworks_common.cuh", 40, 52),
            piece("Samples/2_Concepts_and_Techniques/sortingNetworks/bitonicSort.cu", 42, 86),
        ],
        before: r#"namespace cg = cooperative_groups;
using uint = unsigned;
#define SHARED_SIZE_LIMIT 1024U
#define UMUL(a, b) __umul24((a), (b))
#define UMAD(a, b, c) (UMUL((a), (b)) + (c))"#,
        kernel: "bitonicSortShared",
        claimed: "bitonicSortShared",
        grid: "2",
        block: "512",
        shared: "0",
        arguments: "zeros<uint>(4096), zeros<uint>(4096), counting<uint>(4096, 97), zeros<uint>(4096), 1024u, 1u",
    },
    Kernel {
        host: "samples-bitonicMergeShared",
        project: "NVIDIA/cuda-samples",
        file: "Samples/2_Concepts_and_Techniques/sortingNetworks/bitonicSort.cu",
        pieces: &[
            piece("Samples/2_Concepts_and_Techniques/sortingNetworks/sortingNetworks_common.cuh", 40, 52),
            piece("Samples/2_Concepts_and_Techniques/sortingNetworks/bitonicSort.cu", 175, 213),
        ],
        before: r#"namespace cg = cooperative_groups;
using uint = unsigned;
#define SHARED_SIZE_LIMIT 1024U
#define UMUL(a, b) __umul24((a), (b))
#define UMAD(a, b, c) (UMUL((a), (b)) + (c))"#,
        kernel: "bitonicMergeShared",
        claimed: "bitonicMergeShared",
        grid: "2",
        block: "512",
        shared: "0",
        arguments: "zeros<uint>(4096), zeros<uint>(4096), counting<uint>(4096, 97), zeros<uint>(4096), 2048u, 2048u, 1u",
    },
    Kernel {
        host: "samples-fp16-intrinsics",
        project: "NVIDIA/cuda-samples",
        file: "Samples/0_Introduction/fp16ScalarProduct/fp16ScalarProduct.cu",
        pieces: &[
            piece("Samples/0_Introduction/fp16ScalarProduct/fp16ScalarProduct.cu", 38, 61),
            piece("Samples/0_Introduction/fp16ScalarProduct/fp16ScalarProduct.cu", 88, 110),
        ],
        before: "#define NUM_OF_THREADS 128",
        kernel: "scalarProductKernel_intrinsics",
        claimed: "scalarProductKernel_intrinsics",
        grid: "1",
        block: "128",
        shared: "0",
        arguments: "zeros<half2>(4096), zeros<half2>(4096), zeros<float>(128), std::size_t(4096)",
    },
    Kernel {
        host: "samples-fp16-native",
        project: "NVIDIA/cuda-samples",
        file: "Samples/0_Introduction/fp16ScalarProduct/fp16ScalarProduct.cu",
        pieces: &[
            piece("Samples/0_Introduction/fp16ScalarProduct/fp16ScalarProduct.cu", 63, 86),
            piece("Samples/0_Introduction/fp16ScalarProduct/fp16ScalarProduct.cu", 112, 134),
        ],
        before: "#define NUM_OF_THREADS 128",
        kernel: "scalarProductKernel_native",
        claimed: "scalarProductKernel_native",
        grid: "1",
        block: "128",
        shared: "0",
        arguments: "zeros<half2>(4096), zeros<half2>(4096), zeros<float>(128), std::size_t(4096)",
    },
    Kernel {
        host: "samples-scan",
        project: "NVIDIA/cuda-samples",
        file: "Samples/2_Concepts_and_Techniques/scan/scan.cu",
        pieces: &[
            piece("Samples/2_Concepts_and_Techniques/scan/scan.cu", 47, 62),
            piece("Samples/2_Concepts_and_Techniques/scan/scan.cu", 64, 67),
            piece("Samples/2_Concepts_and_Techniques/scan/scan.cu", 69, 85),
            piece("Samples/2_Concepts_and_Techniques/scan/scan.cu", 89, 97),
            piece("Samples/2_Concepts_and_Techniques/scan/scan.cu", 102, 118),
        ],
        before: r#"namespace cg = cooperative_groups;
using uint = unsigned;
#define THREADBLOCK_SIZE 256"#,
        kernel: "scanExclusiveShared",
        claimed: "scanExclusiveShared",
        grid: "4",
        block: "256",
        shared: "0",
        arguments: "zeros<uint4>(1024), zeros<uint4>(1024), 1024u",
    },
    Kernel {
        host: "samples-scan2",
        project: "NVIDIA/cuda-samples",
        file: "Samples/2_Concepts_and_Techniques/scan/scan.cu",
        pieces: &[
            piece("Samples/2_Concepts_and_Techniques/scan/scan.cu", 47, 62),
            piece("Samples/2_Concepts_and_Techniques/scan/scan.cu", 64, 67),
            piece("Samples/2_Concepts_and_Techniques/scan/scan.cu", 121, 145),
        ],
        before: r#"namespace cg = cooperative_groups;
using uint = unsigned;
#define THREADBLOCK_SIZE 256"#,
        kernel: "scanExclusiveShared2",
        claimed: "scanExclusiveShared2",
        grid: "1",
        block: "256",
        shared: "0",
        arguments: "zeros<uint>(262144), zeros<uint>(262144), zeros<uint>(262144), 256u, 256u",
    },
    Kernel {
        host: "samples-update",
        project: "NVIDIA/cuda-samples",
        file: "Samples/2_Concepts_and_Techniques/scan/scan.cu",
        pieces: &[piece("Samples/2_Concepts_and_Techniques/scan/scan.cu", 149, 168)],
        before: r#"namespace cg = cooperative_groups;
using uint = unsigned;
#define THREADBLOCK_SIZE 256"#,
        kernel: "uniformUpdate",
        claimed: "uniformUpdate",
        grid: "4",
        block: "256",
        shared: "0",
        arguments: "zeros<uint4>(1024), zeros<uint>(1024)",
    },
    Kernel {
        host: "sgemm-sgemm_global_mem_coalesce",
        project: "siboehm/SGEMM_CUDA",
        file: "src/kernels/2_kernel_global_mem_coalesce.cuh",
        pieces: &[piece("src/kernels/2_kernel_global_mem_coalesce.cuh", 9, 24)],
        before: r#"#include <cassert>
using uint = unsigned;"#,
        kernel: "sgemm_global_mem_coalesce<32>",
        claimed: "sgemm_global_mem_coalesce",
        grid: "dim3(8, 8)",
        block: "1024",
        shared: "0",
        arguments: "256, 256, 256, 1.f, zeros<float>(65536), zeros<float>(65536), 0.5f, zeros<float>(65536)",
    },
    Kernel {
        host: "sgemm-sgemm_shared_mem_block",
        project: "siboehm/SGEMM_CUDA",
        file: "src/kernels/3_kernel_shared_mem_blocking.cuh",
        pieces: &[piece("src/kernels/3_kernel_shared_mem_blocking.cuh", 11, 57)],
        before: r#"#include <cassert>
using uint = unsigned;"#,
        kernel: "sgemm_shared_mem_block<32>",
        claimed: "sgemm_shared_mem_block",
        grid: "dim3(8, 8)",
        block: "1024",
        shared: "0",
        arguments: "256, 256, 256, 1.f, zeros<float>(65536), zeros<float>(65536), 0.5f, zeros<float>(65536)",
    },
    Kernel {
        host: "sgemm-sgemm1DBlocktiling",
        project: "siboehm/SGEMM_CUDA",
        file: "src/kernels/4_kernel_1D_blocktiling.cuh",
        pieces: &[piece("src/kernels/4_kernel_1D_blocktiling.cuh", 12, 80)],
        before: r#"#include <cassert>
using uint = unsigned;"#,
        kernel: "sgemm1DBlocktiling<64, 64, 8, 8>",
        claimed: "sgemm1DBlocktiling",
        grid: "dim3(4, 4)",
        block: "512",
        shared: "0",
        arguments: "256, 256, 256, 1.f, zeros<float>(65536), zeros<float>(65536), 0.5f, zeros<float>(65536)",
    },
    Kernel {
        host: "sgemm-sgemm2DBlocktiling",
        project: "siboehm/SGEMM_CUDA",
        file: "src/kernels/5_kernel_2D_blocktiling.cuh",
        pieces: &[piece("src/kernels/5_kernel_2D_blocktiling.cuh", 12, 102)],
        before: r#"#include <cassert>
using uint = unsigned;"#,
        kernel: "sgemm2DBlocktiling<64, 256, 32, 8, 8>",
        claimed: "sgemm2DBlocktiling",
        grid: "dim3(1, 4)",
        block: "256",
        shared: "0",
        arguments: "256, 256, 256, 1.f, zeros<float>(65536), zeros<float>(65536), 0.5f, zeros<float>(65536)",
    },
    Kernel {
        host: "sgemm-sgemmVectorize",
        project: "siboehm/SGEMM_CUDA",
        file: "src/kernels/6_kernel_vectorize.cuh",
        pieces: &[piece("src/kernels/6_kernel_vectorize.cuh", 12, 98)],
        before: r#"#include <cassert>
using uint = unsigned;"#,
        kernel: "sgemmVectorize<128, 128, 8, 8, 8>",
        claimed: "sgemmVectorize",
        grid: "dim3(2, 2)",
        block: "256",
        shared: "0",
        arguments: "256, 256, 256, 1.f, zeros<float>(65536), zeros<float>(65536), 0.5f, zeros<float>(65536)",
    },
    Kernel {
        host: "sgemm-sgemmResolveBankConflicts",
        project: "siboehm/SGEMM_CUDA",
        file: "src/kernels/7_kernel_resolve_bank_conflicts.cuh",
        pieces: &[piece("src/kernels/7_kernel_resolve_bank_conflicts.cuh", 12, 103)],
        before: r#"#include <cassert>
using uint = unsigned;"#,
        kernel: "sgemmResolveBankConflicts<128, 128, 8, 8, 8>",
        claimed: "sgemmResolveBankConflicts",
        grid: "dim3(2, 2)",
        block: "256",
        shared: "0",
        arguments: "256, 256, 256, 1.f, zeros<float>(65536), zeros<float>(65536), 0.5f, zeros<float>(65536)",
    },
    Kernel {
        host: "sgemm-sgemmResolveBankExtraCol",
        project: "siboehm/SGEMM_CUDA",
        file: "src/kernels/8_kernel_bank_extra_col.cuh",
        pieces: &[piece("src/kernels/8_kernel_bank_extra_col.cuh", 12, 103)],
        before: r#"#include <cassert>
using uint = unsigned;"#,
        kernel: "sgemmResolveBankExtraCol<128, 128, 8, 8, 8>",
        claimed: "sgemmResolveBankExtraCol",
        grid: "dim3(2, 2)",
        block: "256",
        shared: "0",
        arguments: "256, 256, 256, 1.f, zeros<float>(65536), zeros<float>(65536), 0.5f, zeros<float>(65536)",
    },
    Kernel {
        host: "leet-transpose-naive",
        project: "xlite-dev/LeetCUDA",
        file: "kernels/swizzle/mat_trans_swizzle.cu",
        pieces: &[piece("kernels/swizzle/mat_trans_swizzle.cu", 15, 34)],
        before: "",
        kernel: "mat_trans_smem_naive_kernel",
        claimed: "mat_trans_smem_naive_kernel",
        grid: "dim3(4, 4)",
        block: "dim3(32, 32)",
        shared: "0",
        arguments: "zeros<int>(16384), 128, 128, zeros<int>(16384)",
    },
    Kernel {
        host: "leet-transpose-padding",
        project: "xlite-dev/LeetCUDA",
        file: "kernels/swizzle/mat_trans_swizzle.cu",
        pieces: &[piece("kernels/swizzle/mat_trans_swizzle.cu", 37, 54)],
        before: "",
        kernel: "mat_trans_smem_padding_kernel",
        claimed: "mat_trans_smem_padding_kernel",
        grid: "dim3(4, 4)",
        block: "dim3(32, 32)",
        shared: "0",
        arguments: "zeros<int>(16384), 128, 128, zeros<int>(16384)",
    },
    Kernel {
        host: "leet-transpose-swizzle",
        project: "xlite-dev/LeetCUDA",
        file: "kernels/swizzle/mat_trans_swizzle.cu",
        pieces: &[piece("kernels/swizzle/mat_trans_swizzle.cu", 57, 77)],
        before: "",
        kernel: "mat_trans_smem_swizzle_kernel",
        claimed: "mat_trans_smem_swizzle_kernel",
        grid: "dim3(4, 4)",
        block: "dim3(32, 32)",
        shared: "0",
        arguments: "zeros<int>(16384), 128, 128, zeros<int>(16384)",
    },
    Kernel {
        host: "leet-sgemm-sliced",
        project: "xlite-dev/LeetCUDA",
        file: "kernels/sgemm/sgemm.cu",
        pieces: &[piece("kernels/sgemm/sgemm.cu", 41, 87)],
        before: r#"#define INT4(value) (reinterpret_cast<int4 *>(&(value))[0])
#define FLOAT4(value) (reinterpret_cast<float4 *>(&(value))[0])
#define CP_ASYNC_COMMIT_GROUP() asm volatile("cp.async.commit_group;\n" ::)
#define CP_ASYNC_WAIT_ALL() asm volatile("cp.async.wait_all;\n" ::)
#define CP_ASYNC_WAIT_GROUP(n) asm volatile("cp.async.wait_group %0;\n" ::"n"(n))
#define CP_ASYNC_CA(dst, src, bytes) asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(bytes))
#define CP_ASYNC_CG(dst, src, bytes) asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(bytes))"#,
        kernel: "sgemm_sliced_k_f32_kernel<32, 32, 32>",
        claimed: "sgemm_sliced_k_f32_kernel<BM, BN, BK>",
        grid: "dim3(8, 8)",
        block: "dim3(32, 32)",
        shared: "0",
        arguments: "zeros<float>(131072), zeros<float>(131072), zeros<float>(131072), 256, 256, 256",
    },
    Kernel {
        host: "leet-t_8x8_sliced_k_f32x4",
        project: "xlite-dev/LeetCUDA",
        file: "kernels/sgemm/sgemm.cu",
        pieces: &[piece("kernels/sgemm/sgemm.cu", 94, 167)],
        before: r#"#define INT4(value) (reinterpret_cast<int4 *>(&(value))[0])
#define FLOAT4(value) (reinterpret_cast<float4 *>(&(value))[0])
#define CP_ASYNC_COMMIT_GROUP() asm volatile("cp.async.commit_group;\n" ::)
#define CP_ASYNC_WAIT_ALL() asm volatile("cp.async.wait_all;\n" ::)
#define CP_ASYNC_WAIT_GROUP(n) asm volatile("cp.async.wait_group %0;\n" ::"n"(n))
#define CP_ASYNC_CA(dst, src, bytes) asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(bytes))
#define CP_ASYNC_CG(dst, src, bytes) asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(bytes))"#,
        kernel: "sgemm_t_8x8_sliced_k_f32x4_kernel<128, 128, 8, 8, 8>",
        claimed: "sgemm_t_8x8_sliced_k_f32x4_kernel<BM, BN, BK, TM, TN>",
        grid: "dim3(2, 2)",
        block: "dim3(16, 16)",
        shared: "0",
        arguments: "zeros<float>(131072), zeros<float>(131072), zeros<float>(131072), 256, 256, 256",
    },
    Kernel {
        host: "leet-t_8x8_sliced_k_f32x4_bcf",
        project: "xlite-dev/LeetCUDA",
        file: "kernels/sgemm/sgemm.cu",
        pieces: &[piece("kernels/sgemm/sgemm.cu", 169, 346)],
        before: r#"#define INT4(value) (reinterpret_cast<int4 *>(&(value))[0])
#define FLOAT4(value) (reinterpret_cast<float4 *>(&(value))[0])
#define CP_ASYNC_COMMIT_GROUP() asm volatile("cp.async.commit_group;\n" ::)
#define CP_ASYNC_WAIT_ALL() asm volatile("cp.async.wait_all;\n" ::)
#define CP_ASYNC_WAIT_GROUP(n) asm volatile("cp.async.wait_group %0;\n" ::"n"(n))
#define CP_ASYNC_CA(dst, src, bytes) asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(bytes))
#define CP_ASYNC_CG(dst, src, bytes) asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(bytes))"#,
        kernel: "sgemm_t_8x8_sliced_k_f32x4_bcf_kernel<128, 128, 8, 8, 8>",
        claimed: "sgemm_t_8x8_sliced_k_f32x4_bcf_kernel<BM, BN, BK, TM, TN>",
        grid: "dim3(2, 2)",
        block: "dim3(16, 16)",
        shared: "0",
        arguments: "zeros<float>(131072), zeros<float>(131072), zeros<float>(131072), 256, 256, 256",
    },
    Kernel {
        host: "leet-t_8x8_sliced_k_f32x4_bcf_dbuf",
        project: "xlite-dev/LeetCUDA",
        file: "kernels/sgemm/sgemm.cu",
        pieces: &[piece("kernels/sgemm/sgemm.cu", 348, 497)],
        before: r#"#define INT4(value) (reinterpret_cast<int4 *>(&(value))[0])
#define FLOAT4(value) (reinterpret_cast<float4 *>(&(value))[0])
#define CP_ASYNC_COMMIT_GROUP() asm volatile("cp.async.commit_group;\n" ::)
#define CP_ASYNC_WAIT_ALL() asm volatile("cp.async.wait_all;\n" ::)
#define CP_ASYNC_WAIT_GROUP(n) asm volatile("cp.async.wait_group %0;\n" ::"n"(n))
#define CP_ASYNC_CA(dst, src, bytes) asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(bytes))
#define CP_ASYNC_CG(dst, src, bytes) asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(bytes))"#,
        kernel: "sgemm_t_8x8_sliced_k_f32x4_bcf_dbuf_kernel<128, 128, 8, 8, 8>",
        claimed: "sgemm_t_8x8_sliced_k_f32x4_bcf_dbuf_kernel<BM, BN, BK, TM, TN>",
        grid: "dim3(2, 2)",
        block: "dim3(16, 16)",
        shared: "0",
        arguments: "zeros<float>(131072), zeros<float>(131072), zeros<float>(131072), 256, 256, 256",
    },
    Kernel {
        host: "leet-t_8x4_sliced_k16_f32x4_bcf_dbuf",
        project: "xlite-dev/LeetCUDA",
        file: "kernels/sgemm/sgemm_async.cu",
        pieces: &[piece("kernels/sgemm/sgemm_async.cu", 34, 141)],
        before: r#"#define INT4(value) (reinterpret_cast<int4 *>(&(value))[0])
#define FLOAT4(value) (reinterpret_cast<float4 *>(&(value))[0])
#define CP_ASYNC_COMMIT_GROUP() asm volatile("cp.async.commit_group;\n" ::)
#define CP_ASYNC_WAIT_ALL() asm volatile("cp.async.wait_all;\n" ::)
#define CP_ASYNC_WAIT_GROUP(n) asm volatile("cp.async.wait_group %0;\n" ::"n"(n))
#define CP_ASYNC_CA(dst, src, bytes) asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(bytes))
#define CP_ASYNC_CG(dst, src, bytes) asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(bytes))"#,
        kernel: "sgemm_t_8x4_sliced_k16_f32x4_bcf_dbuf_kernel<64, 64, 16, 8, 4>",
        claimed: "sgemm_t_8x4_sliced_k16_f32x4_bcf_dbuf_kernel<BM, BN, BK, TM, TN>",
        grid: "dim3(4, 4)",
        block: "dim3(16, 8)",
        shared: "0",
        arguments: "zeros<float>(131072), zeros<float>(131072), zeros<float>(131072), 256, 256, 256",
    },
    Kernel {
        host: "leet-t_8x4_sliced_k16_f32x4_bcf_dbuf_async",
        project: "xlite-dev/LeetCUDA",
        file: "kernels/sgemm/sgemm_async.cu",
        pieces: &[piece("kernels/sgemm/sgemm_async.cu", 143, 265)],
        before: r#"#define INT4(value) (reinterpret_cast<int4 *>(&(value))[0])
#define FLOAT4(value) (reinterpret_cast<float4 *>(&(value))[0])
#define CP_ASYNC_COMMIT_GROUP() asm volatile("cp.async.commit_group;\n" ::)
#define CP_ASYNC_WAIT_ALL() asm volatile("cp.async.wait_all;\n" ::)
#define CP_ASYNC_WAIT_GROUP(n) asm volatile("cp.async.wait_group %0;\n" ::"n"(n))
#define CP_ASYNC_CA(dst, src, bytes) asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(bytes))
#define CP_ASYNC_CG(dst, src, bytes) asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(bytes))"#,
        kernel: "sgemm_t_8x4_sliced_k16_f32x4_bcf_dbuf_async_kernel<64, 64, 16, 8, 4>",
        claimed: "sgemm_t_8x4_sliced_k16_f32x4_bcf_dbuf_async_kernel<BM, BN, BK, TM, TN>",
        grid: "dim3(4, 4)",
        block: "dim3(16, 8)",
        shared: "0",
        arguments: "zeros<float>(131072), zeros<float>(131072), zeros<float>(131072), 256, 256, 256",
    },
    Kernel {
        host: "leet-t_8x8_sliced_k16_f32x4_bcf_dbuf",
        project: "xlite-dev/LeetCUDA",
        file: "kernels/sgemm/sgemm_async.cu",
        pieces: &[piece("kernels/sgemm/sgemm_async.cu", 267, 386)],
        before: r#"#define INT4(value) (reinterpret_cast<int4 *>(&(value))[0])
#define FLOAT4(value) (reinterpret_cast<float4 *>(&(value))[0])
#define CP_ASYNC_COMMIT_GROUP() asm volatile("cp.async.commit_group;\n" ::)
#define CP_ASYNC_WAIT_ALL() asm volatile("cp.async.wait_all;\n" ::)
#define CP_ASYNC_WAIT_GROUP(n) asm volatile("cp.async.wait_group %0;\n" ::"n"(n))
#define CP_ASYNC_CA(dst, src, bytes) asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(bytes))
#define CP_ASYNC_CG(dst, src, bytes) asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(bytes))"#,
        kernel: "sgemm_t_8x8_sliced_k16_f32x4_bcf_dbuf_kernel<128, 128, 16, 8, 8>",
        claimed: "sgemm_t_8x8_sliced_k16_f32x4_bcf_dbuf_kernel<BM, BN, BK, TM, TN>",
        grid: "dim3(2, 2)",
        block: "dim3(16, 16)",
        shared: "0",
        arguments: "zeros<float>(131072), zeros<float>(131072), zeros<float>(131072), 256, 256, 256",
    },
    Kernel {
        host: "leet-t_8x16_sliced_k16_f32x4_bcf_dbuf",
        project: "xlite-dev/LeetCUDA",
        file: "kernels/sgemm/sgemm_async.cu",
        pieces: &[piece("kernels/sgemm/sgemm_async.cu", 524, 662)],
        before: r#"#define INT4(value) (reinterpret_cast<int4 *>(&(value))[0])
#define FLOAT4(value) (reinterpret_cast<float4 *>(&(value))[0])
#define CP_ASYNC_COMMIT_GROUP() asm volatile("cp.async.commit_group;\n" ::)
#define CP_ASYNC_WAIT_ALL() asm volatile("cp.async.wait_all;\n" ::)
#define CP_ASYNC_WAIT_GROUP(n) asm volatile("cp.async.wait_group %0;\n" ::"n"(n))
#define CP_ASYNC_CA(dst, src, bytes) asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(bytes))
#define CP_ASYNC_CG(dst, src, bytes) asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(bytes))"#,
        kernel: "sgemm_t_8x16_sliced_k16_f32x4_bcf_dbuf_kernel<128, 256, 16, 8, 16>",
        claimed: "sgemm_t_8x16_sliced_k16_f32x4_bcf_dbuf_kernel<BM, BN, BK, TM, TN>",
        grid: "dim3(1, 2)",
        block: "dim3(16, 16)",
        shared: "0",
        arguments: "zeros<float>(131072), zeros<float>(131072), zeros<float>(131072), 256, 256, 256",
    },
    Kernel {
        host: "ft-transpose",
        project: "NVIDIA/FasterTransformer",
        file: "src/fastertransformer/kernels/transpose_int8_kernels.cu",
        pieces: &[piece("src/fastertransformer/kernels/transpose_int8_kernels.cu", 477, 499)],
        before: "",
        kernel: "transpose_int8_tensor",
        claimed: "transpose_int8_tensor",
        grid: "dim3(4, 4)",
        block: "dim3(32, 16)",
        shared: "512",
        arguments: "zeros<int8_t>(16384), zeros<int8_t>(16384), std::size_t(64), std::size_t(128)",
    },
    Kernel {
        host: "exl-rtn",
        project: "turboderp-org/exllamav2",
        file: "exllamav2/exllamav2_ext/cuda/quantize.cu",
        pieces: &[piece("exllamav2/exllamav2_ext/cuda/quantize.cu", 10, 52)],
        before: "__device__ float clamp(float x, float low, float high) { return fminf(fmaxf(x, low), high); }",
        kernel: "quantize_rtn_kernel",
        claimed: "quantize_rtn_kernel",
        grid: "8",
        block: "32",
        shared: "0",
        arguments: "zeros<float>(4096), filled<float>(256, 1.f), zeros<uint16_t>(4096), 2, 16, 256, 8.f, 15.f",
    },
    Kernel {
        host: "exl-adjust",
        project: "turboderp-org/exllamav2",
        file: "exllamav2/exllamav2_ext/cuda/quantize.cu",
        pieces: &[piece("exllamav2/exllamav2_ext/cuda/quantize.cu", 83, 135)],
        before: "__device__ float clamp(float x, float low, float high) { return fminf(fmaxf(x, low), high); }",
        kernel: "fused_quantize_adjust_kernel",
        claimed: "fused_quantize_adjust_kernel",
        grid: "8",
        block: "32",
        shared: "0",
        arguments: "zeros<float>(4096), zeros<float>(4096), filled<float>(256, 1.f), zeros<uint16_t>(4096), filled<float>(256, 1.f), zeros<float>(4096), 2, 16, 256, 8.f, 15.f",
    },
    Kernel {
        host: "exl-quantize",
        project: "turboderp-org/exllamav2",
        file: "exllamav2/exllamav2_ext/cuda/quantize.cu",
        pieces: &[piece("exllamav2/exllamav2_ext/cuda/quantize.cu", 172, 217)],
        before: "__device__ float clamp(float x, float low, float high) { return fminf(fmaxf(x, low), high); }",
        kernel: "quantize_kernel",
        claimed: "quantize_kernel",
        grid: "dim3(8, 4)",
        block: "dim3(32, 4)",
        shared: "0",
        arguments: "zeros<float>(4096), zeros<float>(4096), filled<float>(256, 1.f), zeros<uint16_t>(4096), 16, 256, 8.f, 15.f",
    },
    Kernel {
        host: "faiss-selection",
        project: "facebookresearch/faiss",
        file: "faiss/gpu/impl/IcmEncoder.cu",
        pieces: &[piece("faiss/gpu/impl/IcmEncoder.cu", 168, 187)],
        before: "",
        kernel: "runCodesSelection",
        claimed: "runCodesSelection",
        grid: "4",
        block: "256",
        shared: "0",
        arguments: "zeros<int32_t>(8192), filled<float>(1024, 1.f), zeros<int32_t>(8192), zeros<float>(1024), 1024, 8",
    },
    Kernel {
        host: "faiss-norm",
        project: "facebookresearch/faiss",
        file: "faiss/gpu/impl/IcmEncoder.cu",
        pieces: &[piece("faiss/gpu/impl/IcmEncoder.cu", 197, 202)],
        before: "",
        kernel: "runNormAddition",
        claimed: "runNormAddition",
        grid: "4",
        block: "256",
        shared: "0",
        arguments: "zeros<float>(1024), zeros<float>(256), 256",
    },
    Kernel {
        host: "awq-gemv-64",
        project: "mit-han-lab/llm-awq",
        file: "awq/kernels/csrc/quantization/gemv_cuda.cu",
        pieces: &[
            piece("awq/kernels/csrc/quantization/gemv_cuda.cu", 24, 38),
            piece("awq/kernels/csrc/quantization/gemv_cuda.cu", 40, 42),
            piece("awq/kernels/csrc/quantization/gemv_cuda.cu", 59, 114),
        ],
        before: r#"#define PACK_FACTOR 8
#define WARP_SIZE 32
"#,
        kernel: "gemv_kernel_g64",
        claimed: "gemv_kernel_g64",
        grid: "dim3(1, 4)",
        block: "dim3(32, 4)",
        shared: "0",
        arguments: "zeros<float4>(1024), zeros<uint32_t>(65536), zeros<uint32_t>(65536), zeros<half>(65536), zeros<half>(65536), 4096, 16",
    },
    Kernel {
        host: "awq-gemv-128",
        project: "mit-han-lab/llm-awq",
        file: "awq/kernels/csrc/quantization/gemv_cuda.cu",
        pieces: &[
            piece("awq/kernels/csrc/quantization/gemv_cuda.cu", 24, 38),
            piece("awq/kernels/csrc/quantization/gemv_cuda.cu", 40, 42),
            piece("awq/kernels/csrc/quantization/gemv_cuda.cu", 131, 185),
        ],
        before: r#"#define PACK_FACTOR 8
#define WARP_SIZE 32
"#,
        kernel: "gemv_kernel_g128",
        claimed: "gemv_kernel_g128",
        grid: "dim3(1, 4)",
        block: "dim3(32, 4)",
        shared: "0",
        arguments: "zeros<float4>(1024), zeros<uint32_t>(65536), zeros<uint32_t>(65536), zeros<half>(65536), zeros<half>(65536), 4096, 16",
    },
    Kernel {
        host: "torchsparse-mask",
        project: "mit-han-lab/torchsparse",
        file: "torchsparse/backend/others/reduce_bitmask_cuda.cu",
        pieces: &[piece("torchsparse/backend/others/reduce_bitmask_cuda.cu", 12, 58)],
        before: "#define thd_per_blk 128",
        kernel: "reduce_mask_cuda_int32",
        claimed: "reduce_mask_cuda_int32",
        grid: "dim3(4, 2)",
        block: "128",
        shared: "0",
        arguments: "zeros<int>(16384), 4096, 128, 32, zeros<int>(4096)",
    },
    Kernel {
        host: "mmcv-mean",
        project: "open-mmlab/mmcv",
        file: "mmcv/ops/csrc/common/cuda/sync_bn_cuda_kernel.cuh",
        pieces: &[piece("mmcv/ops/csrc/common/cuda/sync_bn_cuda_kernel.cuh", 11, 35)],
        before: r#"#define THREADS_PER_BLOCK 512
using phalf = __half;
"#,
        kernel: "sync_bn_forward_mean_cuda_kernel<float>",
        claimed: "sync_bn_forward_mean_cuda_kernel",
        grid: "4",
        block: "512",
        shared: "0",
        arguments: "zeros<float>(16384), zeros<float>(64), 4, 4, 1024",
    },
    Kernel {
        host: "mmcv-var",
        project: "open-mmlab/mmcv",
        file: "mmcv/ops/csrc/common/cuda/sync_bn_cuda_kernel.cuh",
        pieces: &[piece("mmcv/ops/csrc/common/cuda/sync_bn_cuda_kernel.cuh", 63, 88)],
        before: r#"#define THREADS_PER_BLOCK 512
using phalf = __half;
"#,
        kernel: "sync_bn_forward_var_cuda_kernel<float>",
        claimed: "sync_bn_forward_var_cuda_kernel",
        grid: "4",
        block: "512",
        shared: "0",
        arguments: "zeros<float>(16384), zeros<float>(64), zeros<float>(64), 4, 4, 1024",
    },
    Kernel {
        host: "mmcv-param",
        project: "open-mmlab/mmcv",
        file: "mmcv/ops/csrc/common/cuda/sync_bn_cuda_kernel.cuh",
        pieces: &[piece("mmcv/ops/csrc/common/cuda/sync_bn_cuda_kernel.cuh", 235, 265)],
        before: r#"#define THREADS_PER_BLOCK 512
using phalf = __half;
"#,
        kernel: "sync_bn_backward_param_cuda_kernel<float>",
        claimed: "sync_bn_backward_param_cuda_kernel",
        grid: "4",
        block: "512",
        shared: "0",
        arguments: "zeros<float>(16384), zeros<float>(16384), zeros<float>(64), zeros<float>(64), 4, 4, 1024",
    },
    Kernel {
        host: "deepspeed-add3",
        project: "deepspeedai/DeepSpeed",
        file: "csrc/transformer/general_kernels.cu",
        pieces: &[piece("csrc/transformer/general_kernels.cu", 187, 214)],
        before: "",
        kernel: "fused_add3_kernel",
        claimed: "fused_add3_kernel",
        grid: "4",
        block: "256",
        shared: "0",
        arguments: "zeros<float>(4096), zeros<float>(4096), zeros<float>(4096), zeros<float>(4096), 1024, 256",
    },
    Kernel {
        host: "deepspeed-add4",
        project: "deepspeedai/DeepSpeed",
        file: "csrc/transformer/general_kernels.cu",
        pieces: &[piece("csrc/transformer/general_kernels.cu", 297, 326)],
        before: "",
        kernel: "fused_add4_kernel",
        claimed: "fused_add4_kernel",
        grid: "4",
        block: "256",
        shared: "0",
        arguments: "zeros<float>(4096), zeros<float>(4096), zeros<float>(4096), zeros<float>(4096), zeros<float>(4096), 1024, 256",
    },
    Kernel {
        host: "llmc-softmax",
        project: "karpathy/llm.c",
        file: "dev/cuda/attention_forward.cu",
        pieces: &[
            piece("dev/cuda/attention_forward.cu", 236, 241),
            piece("dev/cuda/common.h", 16, 21),
            piece("dev/cuda/attention_forward.cu", 243, 331),
        ],
        before: "",
        kernel: "softmax_forward_kernel4",
        claimed: "softmax_forward_kernel4",
        grid: "4",
        block: "256",
        shared: "256",
        arguments: "zeros<float>(4096), zeros<float>(4096), 4, 1024",
    },
    Kernel {
        host: "llmc-mean",
        project: "karpathy/llm.c",
        file: "dev/cuda/layernorm_forward.cu",
        pieces: &[piece("dev/cuda/layernorm_forward.cu", 113, 136)],
        before: "",
        kernel: "mean_kernel",
        claimed: "mean_kernel",
        grid: "64",
        block: "256",
        shared: "1024",
        arguments: "zeros<float>(64), zeros<float>(65536), 64, 1024, 256",
    },
    Kernel {
        host: "llmc-rstd",
        project: "karpathy/llm.c",
        file: "dev/cuda/layernorm_forward.cu",
        pieces: &[piece("dev/cuda/layernorm_forward.cu", 138, 163)],
        before: "",
        kernel: "rstd_kernel",
        claimed: "rstd_kernel",
        grid: "64",
        block: "256",
        shared: "1024",
        arguments: "zeros<float>(64), zeros<float>(65536), zeros<float>(64), 64, 1024, 256",
    },
    Kernel {
        host: "llmc-normalization",
        project: "karpathy/llm.c",
        file: "dev/cuda/layernorm_forward.cu",
        pieces: &[piece("dev/cuda/layernorm_forward.cu", 165, 179)],
        before: "",
        kernel: "normalization_kernel",
        claimed: "normalization_kernel",
        grid: "64",
        block: "256",
        shared: "1024",
        arguments: "zeros<float>(65536), zeros<float>(65536), zeros<float>(64), zeros<float>(64), zeros<float>(1024), zeros<float>(1024), 4, 16, 1024",
    },
    Kernel {
        host: "llmc-adamw",
        project: "karpathy/llm.c",
        file: "dev/cuda/adamw.cu",
        pieces: &[piece("dev/cuda/adamw.cu", 66, 77)],
        before: "",
        kernel: "adamw_kernel1",
        claimed: "adamw_kernel1",
        grid: "4",
        block: "512",
        shared: "0",
        arguments: "zeros<float>(2048), zeros<float>(2048), zeros<float>(2048), zeros<float>(2048), 2048l, 0.1f, 0.9f, 0.99f, 0.5f, 0.5f, 1e-8f, 0.1f",
    },
];
