// What nothing gives is the reason of what is made of it: `Layout<ClusterShape>{}` is supposed with it.
#include <cute/tensor.hpp>
using namespace cute;

template <class ClusterShape_>
struct Mainloop {
  using ClusterShape = ClusterShape_;
  void load(int block) {
    auto block_layout = Layout<ClusterShape>{};
    //^ = (1,1,1):(0,0,0) if ClusterShape_ = Shape<_1,_1,_1>
    auto made = Layout<Shape<ClusterShape_, _4>>{};
    //^ = ((1,1,1),4):((0,0,0),1) if ClusterShape_ = Shape<_1,_1,_1>
  }
};
