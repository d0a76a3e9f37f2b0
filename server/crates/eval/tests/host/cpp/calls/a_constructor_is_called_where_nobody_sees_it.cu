#include <algorithm>
#include <memory>
#include <vector>
#include <cute/tensor.hpp>
using namespace cute;

struct ByStd {
  ByStd(int n) {
    auto a = make_layout(n);
    //^ = 3:1 [calls that were run]
  }
};
struct ByArgument {
  ByArgument(int n) {
    auto b = make_layout(n);
    //^ = 3:1 [calls that were run]
  }
};
struct InArray {
  InArray(int n) {
    auto c = make_layout(n);
    //^ = 3:1 [calls that were run]
  }
};
struct OfField {
  OfField(int n) {
    auto d = make_layout(n);
    //^ = 3:1 [calls that were run: n = 3]
    //^ = 5:1 [calls that were run: n = 5]
  }
};
struct Holder {
  OfField field = 5;
};
struct Seen {
  Seen(int n) {
    auto e = make_layout(n);
    //^ = 3:1
  }
};
struct Called {
  void operator()(int n) const {
    auto f = make_layout(n);
    //^ = 3:1 [calls that were run]
  }
};
void take(ByArgument argument) {}
void look(Seen& seen, Seen* others) {}

void f(std::vector<int> sizes) {
  ByStd by_std(3);
  auto owned = std::make_unique<ByStd>(4);
  ByArgument by_argument(3);
  take(4);
  InArray in_array(3);
  InArray all[2] = {1, 2};
  OfField of_field(3);
  Holder holder;
  Seen seen(3);
  look(seen, &seen);
  Called called;
  called(3);
  std::for_each(sizes.begin(), sizes.end(), called);
}
