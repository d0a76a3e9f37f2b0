#include <cute/tensor.hpp>
#include <cutlass/detail/blockwise_scale_layout.hpp>
#include <cutlass/detail/sm100_blockscaled_layout.hpp>
using namespace cute;

void chunks(int m, int n, int k, int l) {
  using Config = cutlass::detail::Sm1xxBlockScaledConfig<16>;
  auto a = Config::tile_atom_to_shape_SFA(make_shape(256, 512, 1024));
  //^ prints (((_32,_4),2),((_16,_4),16)):(((_16,_4),8192),((_0,_1),_512))
  auto b = Config::tile_atom_to_shape_SFB(make_shape(300, 500, 200, 3));
  //^ prints (((_32,_4),4),((_16,_4),4),(_1,3)):(((_16,_4),2048),((_0,_1),_512),(_0,8192))
  auto of_names = Config::tile_atom_to_shape_SFB(make_shape(m, n, k));
  //^ = (((32,4),ceil_div(n,128)),((16,4),ceil_div(k,64))):(((16,4),512*ceil_div(k,64)),((0,1),512))
  using Output = cutlass::detail::Sm1xxBlockScaledOutputConfig<32>;
  auto d = Output::tile_atom_to_shape_SFD(make_shape(256, 512, 1024));
  //^ prints (((_32,_4),2),((_32,_4),4),(_1,1)):(((_16,_4),2048),((_0,_1),_512),(_0,4096))
  using Columns = cutlass::detail::Sm1xxBlockScaledOutputConfig<16, UMMA::Major::MN>;
  auto transposed = Columns::tile_atom_to_shape_SFD(make_shape(256, 512, 1024, 2));
  //^ prints (((_16,_4),4),((_32,_4),4),(_1,2)):(((_0,_1),_512),((_16,_4),2048),(_0,8192))
}

void blocks(int m, int n, int k, int l) {
  using Config = cutlass::detail::Sm1xxBlockwiseScaleConfig<1, 128, 128>;
  auto a = Config::tile_atom_to_shape_SFA(make_shape(300, 500, 200, 3));
  //^ prints ((_1,300),(_128,2),3):((_0,_1),(_0,300),600)
  auto b = Config::tile_atom_to_shape_SFB(make_shape(m, n, k, l));
  //^ = ((128,ceil_div(n,128)),(128,ceil_div(k,128)),l):((0,1),(0,ceil_div(n,128)),ceil_div(k,128)*ceil_div(n,128))
  using Rows = cutlass::detail::Sm90BlockwiseScaleConfig<1, 128, 128, GMMA::Major::K, GMMA::Major::MN>;
  auto rows = Rows::tile_atom_to_shape_SFA(make_shape(300, 500, 200, 3));
  //^ prints ((_1,300),(_128,2),3):((_0,2),(_0,_1),600)
  using One = decltype(cutlass::detail::sm100_trivial_blockwise_scale_config(Shape<_128, _128, _64>{}));
  using Layout = decltype(One::deduce_layoutSFA());
  Layout one = One::tile_atom_to_shape_SFA(make_shape(_256{}, 500, 200, 3));
  //^ prints ((_128,2),(_64,4),3):((_0,_1),(_0,2),8)
}
#include <cute/tensor.hpp>
#include <cutlass/gemm/collective/collective_builder.hpp>
using namespace cute;

using Rows = cutlass::layout::RowMajor;
using Columns = cutlass::layout::ColumnMajor;
using Scaled = cutlass::nv_float4_t<cutlass::float_e2m1_t>;

template <class OrderA, class OrderB, class Schedule>
using Mainloop = typename cutlass::gemm::collective::CollectiveBuilder<
    cutlass::arch::Sm100, cutlass::arch::OpClassBlockScaledTensorOp, Scaled, OrderA, 32, Scaled, OrderB, 32, float,
    Shape<_128, _128, _256>, Shape<_1, _1, _1>, cutlass::gemm::collective::StageCountAutoCarveout<1024>,
    Schedule>::CollectiveOp;

void built() {
  using One = Mainloop<Rows, Columns, cutlass::gemm::KernelTmaWarpSpecialized1SmNvf4Sm100>;
  typename One::LayoutSFA a = One::Sm1xxBlkScaledConfig::tile_atom_to_shape_SFA(make_shape(256, 512, 1024, 1));
  //^ prints (((_32,_4),2),((_16,_4),16),(_1,1)):(((_16,_4),8192),((_0,_1),_512),(_0,16384))
}

void grouped() {
  using Several = Mainloop<Rows*, Columns*, cutlass::gemm::KernelPtrArrayTmaWarpSpecialized1SmNvf4Sm100>;
  typename Several::InternalLayoutSFB b = Several::Sm1xxBlkScaledConfig::tile_atom_to_shape_SFB(make_shape(256, 512, 1024, 1));
  //^ prints (((_32,_4),4),((_16,_4),16),(_1,1)):(((_16,_4),8192),((_0,_1),_512),(_0,32768))
  std::remove_pointer_t<typename Several::LayoutSFB> of_pointer = b;
}
