// A parameter that is named for storage is asked for its arrays, whatever its type's name says of tensors.
#include <cute/tensor.hpp>
using namespace cute;

template <class TensorStorage>
CUTE_DEVICE void store(TensorStorage& shared_storage) {
  Tensor sO = make_tensor(make_smem_ptr(shared_storage.smem_o.data()), typename TensorStorage::SmemLayoutO{});
  //^ = Sw<3,3,3> o 0 o ((8,16),(64,1)):((64,512),(1,0)) if shared_storage::smem_o of half_t in shared memory, TensorStorage::SmemLayoutO = tile_to_shape(composition(Swizzle<3,3,3>{}, Layout<Shape<_8,_64>,Stride<_64,_1>>{}), Shape<_128,_64>{})
}
