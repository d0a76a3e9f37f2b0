#include <cute/tensor.hpp>
using namespace cute;

template <int I, class Tuple>
using get_t = decltype(get<I>(cute::declval<Tuple>()));

void f(int m) {
  auto zipped = zip(Shape<_16, _32>{}, make_tuple(m, _3{}));
  //^ = ((16,m),(32,3))
  auto of_one = zip(make_tuple(make_tuple(_1{}, _2{}, _3{})));
  //^ = ((1),(2),(3))
  auto flat = zip(make_tuple(_1{}, _2{}));
  //^ = ((1,2))
  auto products = make_layout(product_each(zip(Shape<_16, _32>{}, Shape<_2, _3>{})));
  //^ = (32,96):(1,32)
  using Size = get_t<1, Shape<_16, _32>>;
  auto column = make_layout(Size{});
  //^ = 32:1
}
