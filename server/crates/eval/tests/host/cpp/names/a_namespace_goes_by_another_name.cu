// A name that is given to several namespaces is none of them.
#include <cute/tensor.hpp>

namespace ct = cute;

namespace tiles::detail {
template <int N>
auto rows() {
  return ct::Layout<ct::Int<N>>{};
}
}  // namespace tiles::detail

namespace one {
namespace same = tiles::detail;
}

namespace other {
namespace same = cute;
}

namespace td = tiles::detail;

namespace kernels {

void kernel() {
  auto plain = ct::make_layout(ct::make_shape(ct::Int<3>{}, ct::_4{}));
  //^ = (3,4):(1,3)
  using Tile = ct::Layout<ct::Shape<ct::_3, ct::_5>>;
  //^ = (3,5):(1,3)
  auto own = td::rows<8>();
  //^ = 8:1
  auto part = ct::composition(plain, ct::Layout<ct::_2, ct::_1>{});
  //^ = 2:1
  auto neither = same::rows<8>();
  //^ unknown
}

struct Traits {
  static constexpr int kRows = 3;
};

namespace rows {
constexpr int kRows = 5;
}

void of_namespace() {
  namespace T = rows;
  auto five = make_layout(ct::Int<T::kRows>{});
  //^ = 5:1
}

template <class T>
void of_type() {
  auto three = make_layout(ct::Int<T::kRows>{});
  //^ = 3:1
}

template void of_type<Traits>();

}  // namespace kernels
