#include <cute/tensor.hpp>
using namespace cute;

// A tuple may hold layouts and tensors: what is asked of such a part is asked of the layout.
void parts() {
  auto layout = make_layout(make_shape(Int<4>{}, make_shape(Int<2>{}, Int<3>{})));
  auto tensor = make_tensor<float>(layout);
  auto tuple = make_tuple(layout, tensor, Int<5>{});
  auto rank_of_layout = rank<0>(tuple);
  //^ prints _2
  auto rank_of_tensor = rank<1>(tuple);
  //^ prints _2
  auto depth_of_all = depth(tuple);
  //^ prints _3
  auto mode = get<0, 1>(tuple);
  //^ = (2,3):(4,8)
  auto size_of_mode = size<0, 1>(tuple);
  //^ prints _6
  auto shape_of_layout = shape<0>(tuple);
  //^ = (4,(2,3))
  auto shape_of_all = shape(make_tuple(layout, Int<5>{}));
  //^ = ((4,(2,3)),5)
  auto depth_of_part = depth<0>(tuple);
  //^ prints _2
}
