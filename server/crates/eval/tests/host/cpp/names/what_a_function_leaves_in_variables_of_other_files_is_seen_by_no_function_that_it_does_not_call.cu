#include <cute/tensor.hpp>
using namespace cute;

int width = 5;
void unknown();

void first() {
  unknown();
  auto a = make_layout(width);
  //^ = width:1
}

void second() {
  auto b = make_layout(width);
  //^ = width:1
}

int main() {
  auto c = make_layout(width);
  //^ = 5:1
  unknown();
  auto d = make_layout(width);
  //^ = width:1
}
