#include <cute/tensor.hpp>
using namespace cute;

static int hidden = 4;
static int& other = hidden;
static int kept = 5;
static int& same = kept;
void write(int*);

void f() {
  write(&hidden);
  auto a = make_layout(other);
  //^ = hidden:1
  auto b = make_shape(other, hidden);
  //^ = (hidden,hidden)
}

void g() {
  auto c = make_layout(same);
  //^ = 5:1
}

int main() {
  other = 7;
  auto d = make_layout(hidden);
  //^ = 7:1
  hidden = 9;
  auto e = make_layout(other);
  //^ = 9:1
}
