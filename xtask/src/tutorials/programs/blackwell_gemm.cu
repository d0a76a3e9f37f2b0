// Blackwell: tcgen05.mma on 128 x 64 x 16 with an MN-major B, copies without TMA, accumulators read 16 columns at a time.
#include <cstdlib>

#include <thrust/device_vector.h>

#include <cute/tensor.hpp>
#include <cute/algorithm/cooperative_copy.hpp>

using namespace cute;

template <class Element, class SmemA, class SmemB>
struct Storage {
  alignas(128) ArrayEngine<Element, cosize_v<SmemA>> a;
  alignas(128) ArrayEngine<Element, cosize_v<SmemB>> b;
  alignas(16) uint64_t barrier;
  alignas(16) uint32_t tmem;
  CUTE_DEVICE constexpr auto tensor_a() { return make_tensor(make_smem_ptr(a.begin()), SmemA{}); }
  CUTE_DEVICE constexpr auto tensor_b() { return make_tensor(make_smem_ptr(b.begin()), SmemB{}); }
};

template <class Storage, class TensorA, class TensorB, class TensorC, class Tiler, class Mma>
__global__ void umma_gemm(TensorA mA, TensorB mB, TensorC mC, Tiler tiler, Mma mma) {
  auto coordinate = make_coord(blockIdx.x, blockIdx.y, _);
  Tensor gA = local_tile(mA, tiler, coordinate, Step<_1, X, _1>{});
  Tensor gB = local_tile(mB, tiler, coordinate, Step<X, _1, _1>{});
  Tensor gC = local_tile(mC, tiler, coordinate, Step<_1, _1, X>{});
  extern __shared__ char memory[];
  Storage& storage = *reinterpret_cast<Storage*>(memory);
  Tensor tCsA = storage.tensor_a();
  Tensor tCsB = storage.tensor_b();
  ThrMMA block_mma = mma.get_slice(_0{});
  Tensor tCgA = block_mma.partition_A(gA);
  Tensor tCgB = block_mma.partition_B(gB);
  Tensor tCgC = block_mma.partition_C(gC);
  Tensor tCrA = block_mma.make_fragment_A(tCsA);
  Tensor tCrB = block_mma.make_fragment_B(tCsB);
  Tensor tCtC = block_mma.make_fragment_C(tCgC);
  tCtC.data() = storage.tmem;
  for (int tile = 0; tile < size<3>(tCgA); ++tile) {
    cooperative_copy<128>(threadIdx.x, tCgA(_, _, _, tile), tCsA);
    cooperative_copy<128>(threadIdx.x, tCgB(_, _, _, tile), tCsB);
    __syncthreads();
    for (int step = 0; step < size<2>(tCrA); ++step) {
      gemm(mma, tCrA(_, _, step), tCrB(_, _, step), tCtC);
    }
  }
  TiledCopy from_tmem = make_tmem_copy(SM100_TMEM_LOAD_32dp32b16x{}, tCtC);
  ThrCopy thread_copy = from_tmem.get_slice(threadIdx.x);
  Tensor tDtC = thread_copy.partition_S(tCtC);
  Tensor tDgC = thread_copy.partition_D(tCgC);
  Tensor tDrC = make_tensor<float>(shape(tDgC));
  copy(from_tmem, tDtC, tDrC);
  copy(tDrC, tDgC);
}

template <class Element>
void launch(Element const* a, Element const* b, float* c, int m, int n, int k) {
  Tensor mA = make_tensor(make_gmem_ptr(a), make_layout(make_shape(m, k), make_stride(k, Int<1>{})));
  Tensor mB = make_tensor(make_gmem_ptr(b), make_layout(make_shape(n, k), make_stride(Int<1>{}, n)));
  Tensor mC = make_tensor(make_gmem_ptr(c), make_layout(make_shape(m, n), make_stride(n, Int<1>{})));
  TiledMMA mma = make_tiled_mma(SM100_MMA_F16BF16_SS<Element, Element, float, 128, 64, UMMA::Major::K, UMMA::Major::MN>{});
  auto tile_m = tile_size<0>(mma) * Int<2>{};
  auto tile_n = tile_size<1>(mma);
  auto tile_k = tile_size<2>(mma) * Int<4>{};
  auto tiler = make_shape(tile_m, tile_n, tile_k);
  auto shape_a = partition_shape_A(mma, select<0, 2>(tiler));
  auto shape_b = partition_shape_B(mma, select<1, 2>(tiler));
  auto smem_a = UMMA::tile_to_mma_shape(UMMA::Layout_K_SW128_Atom<Element>{}, shape_a);
  auto smem_b = UMMA::tile_to_mma_shape(UMMA::Layout_MN_SW128_Atom<Element>{}, shape_b);
  using Shared = Storage<Element, decltype(smem_a), decltype(smem_b)>;
  dim3 grid(size(ceil_div(m, tile_m)), size(ceil_div(n, tile_n)));
  umma_gemm<Shared><<<grid, 128, sizeof(Shared)>>>(mA, mB, mC, tiler, mma);
}

int main(int argc, char** argv) {
  int m = argc > 1 ? atoi(argv[1]) : 512;
  int n = argc > 2 ? atoi(argv[2]) : 512;
  int k = argc > 3 ? atoi(argv[3]) : 256;
  thrust::device_vector<bfloat16_t> a(m * k);
  thrust::device_vector<bfloat16_t> b(n * k);
  thrust::device_vector<float> c(m * n);
  launch(a.data().get(), b.data().get(), c.data().get(), m, n, k);
  return 0;
}
