// Macros that are whole statements stand one behind the other; none of them touches what it only prints.
#include <cstdio>
#include <cute/tensor.hpp>
using namespace cute;

#define SHOW(name, content) \
  print(name);              \
  print(content);           \
  print("\n");

void rows() {
  auto a = make_layout(make_shape(_4{}, _8{}));
  //^ prints (_4,_8):(_1,_4)
  if (thread0()) {
    SHOW("a", a.shape())
    SHOW("b", a.stride())
    SHOW("c", a)
  }
  auto b = make_layout(a.shape(), LayoutRight{});
  //^ prints (_4,_8):(_8,_1)
}
