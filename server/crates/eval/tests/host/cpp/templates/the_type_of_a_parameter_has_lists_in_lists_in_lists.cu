// A tensor of a layout of shapes and strides, qualified or not, is a type of a parameter as any other.
#include <cute/tensor.hpp>
using namespace cute;

template <int M, int N, class Engine>
auto of_a_tensor(Tensor<Engine, Layout<Shape<Int<M>, Int<N>>, Stride<Int<N>, _1>>> const& x) {
  return make_layout(Shape<Int<N>, Int<M>>{});
}

template <int M>
auto of_a_layout(cute::Layout<cute::Shape<cute::Shape<cute::Int<M>, cute::Int<2>>, cute::Int<2>>> const& x, int n) {
  return make_layout(Int<M>{});
}

template <int M, class... More>
auto of_the_rest(cute::tuple<cute::tuple<cute::tuple<cute::Int<M>, cute::Int<2>>, More...>, int> x) {
  return make_layout(Shape<Int<M>, More...>{});
}

void call(float* pointer) {
  auto x = make_tensor(pointer, Layout<Shape<_4, _8>, Stride<_8, _1>>{});
  auto turned = of_a_tensor(x);
  //^ = (8,4):(1,8)
  auto rows = of_a_layout(cute::Layout<cute::Shape<cute::Shape<cute::Int<5>, cute::Int<2>>, cute::Int<2>>>{}, 3);
  //^ = 5:1
  auto rest = of_the_rest(cute::tuple<cute::tuple<cute::tuple<cute::Int<7>, cute::Int<2>>, _3, _6>, int>{});
  //^ = (7,3,6):(1,7,21)
}
