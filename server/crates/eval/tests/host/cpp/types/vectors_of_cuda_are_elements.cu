// `float4`, `half2`: types of CUDA whose size is that of their numbers; so is an array of CUTLASS.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void f(float* p, half_t* q) {
  auto a = make_tensor(make_gmem_ptr(p), make_shape(_32{}, _64{}));
  auto b = recast<float2>(a);
  //^ = (16,64):(1,16)
  auto c = recast<float4>(a);
  //^ = (8,64):(1,8)
  auto h = make_tensor(make_gmem_ptr(q), make_shape(_32{}, _64{}));
  auto d = recast<half2>(h);
  //^ = (16,64):(1,16)
  auto e = recast<__half2>(h);
  //^ = (16,64):(1,16)
  auto g = recast<int4>(h);
  //^ = (4,64):(1,4)
  auto i = recast<uint2>(h);
  //^ = (8,64):(1,8)
  auto copy = make_tiled_copy(Copy_Atom<UniversalCopy<float4>, float>{}, Layout<Shape<_32>>{}, Layout<Shape<_4>>{});
  //^ = TiledCopy<Copy_Atom<UniversalCopy<float4>,float>, (32,4):(4,1), <128>>
  using Access = cutlass::AlignedArray<half_t, 8>;
  auto array = recast<Access>(h);
  //^ = (4,64):(1,4)
  auto by_array = make_tiled_copy(Copy_Atom<UniversalCopy<Access>, half_t>{}, Layout<Shape<_32>>{}, Layout<Shape<_8>>{});
  //^ = TiledCopy<Copy_Atom<UniversalCopy<AlignedArray<half_t,8>>,half_t>, (32,8):(8,1), <256>>
}
