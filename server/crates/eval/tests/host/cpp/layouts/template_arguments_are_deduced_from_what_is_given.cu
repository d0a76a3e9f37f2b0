#include <cute/tensor.hpp>
using namespace cute;

void host(int n) {
  auto both = Layout(make_shape(_4{}, _8{}), make_stride(_8{}, _1{}));
  //^ prints (_4,_8):(_8,_1)
  auto shape_alone = cute::Layout{make_shape(_4{}, n)};
  //^ prints (_4,n):(_1,_4)
  auto copied = Layout{both};
  //^ prints (_4,_8):(_8,_1)
  Layout declared{make_shape(_4{}, _2{})};
  //^ prints (_4,_2):(_1,_4)
  Layout of_number(_8{}, _2{});
  //^ prints _8:_2
  auto swizzled = ComposedLayout{Swizzle<3, 4, 3>{}, _0{}, both};
  //^ prints Sw<3,4,3> o _0 o (_4,_8):(_8,_1)
  auto pair = tuple{_4{}, 3};
  //^ prints (_4,3)
  auto same = tuple{pair};
  //^ prints (_4,3)
  auto made = make_layout(tuple{_4{}, _2{}});
  //^ prints (_4,_2):(_1,_4)
}
#include <cute/tensor.hpp>
using namespace cute;

template <class Layout>
void own(Layout const& given) {
  auto empty = Layout{};
  //^ = 6:1
}

void calls() { own(make_layout(_6{})); }
