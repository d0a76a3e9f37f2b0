// A macro brings the semicolon of its statement with it, and is defined in the function that uses it: in FlashMLA each
// round of a loop calls the part of a group of warps like this.
#include <cute/tensor.hpp>
using namespace cute;

template <bool is_last, class Engine, class Layout>
void part(Tensor<Engine, Layout>& tile, int& begin) {
  Tensor row = tile(_, 0);
  //^ = (16):(1)
  begin += is_last ? 1 : 2;
}

void rounds(int n) {
  float memory[128];
  Tensor tile = make_tensor(&memory[0], Layout<Shape<_16, _8>>{});
  int begin = 0;
#define PART(IS_LAST) \
  part<IS_LAST>(      \
      tile, begin     \
  );
  while (begin < n) {
    PART(false);
  }
#undef PART
}

void counted() {
  int count = 0;
#define COUNT(by) count += by;
#define TWICE(by) \
  COUNT(by);      \
  COUNT(by);
  COUNT(3);
  auto once = make_layout(make_shape(count));
  //^ = (3):(1)
  TWICE(2);
  auto thrice = make_layout(make_shape(count));
  //^ = (7):(1)
#undef TWICE
#undef COUNT
}

#define EACH(i, count) for (int i = 0; i < count; ++i)
void behind_a_head() {
  int count = 0;
  EACH(i, 3) count += 2;
  auto all = make_layout(make_shape(count));
  //^ unknown
}
