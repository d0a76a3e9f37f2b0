// Collectives of Blackwell whose operands have factors are given both in one tuple.
#include <cute/tensor.hpp>
#include <cute/atom/mma_traits_sm100.hpp>
using namespace cute;

template <class TileShape_, class TiledMma_, class SmemLayoutAtomPairA_, class GmemTiledCopyPairA_>
struct Mainloop {
  using TiledMma = TiledMma_;
  using SmemLayoutAtomA = remove_cvref_t<decltype(get<0>(SmemLayoutAtomPairA_{}))>;
  //^ = Sw<3,4,3> o smem_ptr[4b](unset) o (8,256):(256,1) if TileShape_ = Shape<_128,_128,_256>, TiledMma_ = SM100_MMA_MXF4_SS of 128x128 and a factor for 16 values, SmemLayoutAtomPairA_ = a pair of UMMA::Layout_K_SW128_Atom<float_e2m1_t>{} and the factors of 128x256, for 16 values each, GmemTiledCopyPairA_ = a pair of SM90_TMA_LOAD and SM90_TMA_LOAD
  using SmemLayoutAtomSFA = remove_cvref_t<decltype(get<1>(SmemLayoutAtomPairA_{}))>;
  //^ = ((((32,4),1),(16,4)),1,(1,4)):((((16,4),512),(0,1)),0,(4,512)) if TileShape_ = Shape<_128,_128,_256>, TiledMma_ = SM100_MMA_MXF4_SS of 128x128 and a factor for 16 values, SmemLayoutAtomPairA_ = a pair of UMMA::Layout_K_SW128_Atom<float_e2m1_t>{} and the factors of 128x256, for 16 values each, GmemTiledCopyPairA_ = a pair of SM90_TMA_LOAD and SM90_TMA_LOAD
  using TiledMMA_SF = TiledMMA<MMA_Atom<typename TiledMma::MMA_ScaleFactor>, Layout<Shape<_1, _1, _1>>, Tile<Underscore, Underscore, Underscore>>;
  //^ = make_tiled_mma(SM100_MMA_MXF4_SS<float_e2m1_t,float_e2m1_t,float,float_ue4m3_t,128,128,16,UMMA::Major::K,UMMA::Major::K>, (1,1,1):(0,0,0), <_,_,_>) if TileShape_ = Shape<_128,_128,_256>, TiledMma_ = SM100_MMA_MXF4_SS of 128x128 and a factor for 16 values, SmemLayoutAtomPairA_ = a pair of UMMA::Layout_K_SW128_Atom<float_e2m1_t>{} and the factors of 128x256, for 16 values each, GmemTiledCopyPairA_ = a pair of SM90_TMA_LOAD and SM90_TMA_LOAD
  using MmaShapeA = decltype(partition_shape_A(TiledMma{}, make_shape(size<0>(TileShape_{}), size<2>(TileShape_{}))));
  using SmemLayoutA = decltype(UMMA::tile_to_mma_shape(SmemLayoutAtomA{}, append(MmaShapeA{}, Int<2>{}), Step<_1, _2, _3>{}));
  //^ = Sw<3,4,3> o smem_ptr[4b](unset) o ((128,64),1,4,(1,2)):((256,1),0,64,(0,32768)) if TileShape_ = Shape<_128,_128,_256>, TiledMma_ = SM100_MMA_MXF4_SS of 128x128 and a factor for 16 values, SmemLayoutAtomPairA_ = a pair of UMMA::Layout_K_SW128_Atom<float_e2m1_t>{} and the factors of 128x256, for 16 values each, GmemTiledCopyPairA_ = a pair of SM90_TMA_LOAD and SM90_TMA_LOAD
};
