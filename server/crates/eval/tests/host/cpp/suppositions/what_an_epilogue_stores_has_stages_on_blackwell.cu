// The layout of what an epilogue stores by TMA, which no class of the file declares, has a mode for its stages.
#include <cute/tensor.hpp>
#include <cute/arch/mma_sm100_umma.hpp>
using namespace cute;

template <class Storage>
struct Correction {
  CUTE_DEVICE static void store(Storage& storage) {
    auto stages = make_tensor(make_smem_ptr(storage.smem_o.data()), typename Storage::SmemLayoutO{});
    //^ unknown
    //^ = ((8,16),(64,1),(1,2)):((64,512),(1,0),(0,8192)) if storage::smem_o of half_t in shared memory, Storage::SmemLayoutO = tile_to_shape(UMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128,_64,_2>{})
    auto first = stages(_, _, _0{});
    //^ unknown
    //^ = ((8,16),(64,1)):((64,512),(1,0)) if storage::smem_o of half_t in shared memory, Storage::SmemLayoutO = tile_to_shape(UMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128,_64,_2>{})
  }
};
