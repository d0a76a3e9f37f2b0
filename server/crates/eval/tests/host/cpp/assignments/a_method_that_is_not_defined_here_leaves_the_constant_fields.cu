#include <cute/tensor.hpp>
using namespace cute;

struct Options {
  int const fixed = 4;
  int free = 8;
  void parse(int, char**);
};

int main(int argc, char** argv) {
  Options options;
  options.parse(argc, argv);
  auto constant = make_shape(options.fixed);
  //^ = (4)
  auto other = make_shape(options.free);
  //^ = (?)
}
