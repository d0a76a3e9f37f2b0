#include <cute/tensor.hpp>
using namespace cute;

int main(int argc, char** argv) {
  int m = 5120;
  auto before = make_shape(m);
  //^ = (5120)
  if (argc >= 2)
    sscanf(argv[1], "%d", &m);
  auto after = make_shape(m);
  //^ = (m)
}
