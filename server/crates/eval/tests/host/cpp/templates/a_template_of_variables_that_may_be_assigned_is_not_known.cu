#include <cute/tensor.hpp>
using namespace cute;

template <class T>
int size_of = 3;

template <class T>
constexpr int bits_of = 8 * sizeof(T);

int main() {
  size_of<int> += 2;
  auto assigned = make_layout(size_of<int>);
  //^ unknown: a template of variables that may be assigned
  auto constant = make_layout(bits_of<int>);
  //^ = 32:1
  return 0;
}
