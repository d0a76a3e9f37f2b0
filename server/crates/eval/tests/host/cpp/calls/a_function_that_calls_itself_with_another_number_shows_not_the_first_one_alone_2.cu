#include <cute/tensor.hpp>
using namespace cute;

int main(int argc, char** argv) {
  auto l = make_layout(argc);
  //^ = argc:1
  for (int i = 0; i < argc; ++i) {
    main(argc * 2, argv);
  }
}
