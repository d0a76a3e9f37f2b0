// What `std` gives a lambda is not seen; a method may be called through a pointer to it.
#include <algorithm>
#include <functional>
#include <vector>
#include <cute/tensor.hpp>
using namespace cute;

struct Writer {
  void write(int rows) {
    auto written = make_layout(rows);
    //^ = 1:1 [calls that were run]
  }
};

void f(std::vector<int> sizes) {
  auto each = [](int rows) {
    auto a = make_layout(rows);
    //^ = 3:1 [calls that were run]
  };
  each(3);
  std::for_each(sizes.begin(), sizes.end(), each);
  auto alone = [](int rows) {
    auto b = make_layout(rows);
    //^ = 4:1
  };
  alone(4);
  Writer writer;
  writer.write(1);
  auto method = &Writer::write;
  std::invoke(method, writer, 2);
}
