#include <cute/tensor.hpp>
#include <functional>
using namespace cute;

struct Unseen {
  std::function<void()> then;
  Unseen();
  void run();
};
Unseen& any();

void stored() {
  int m = 4;
  any().then = [&] { m = 6; };
  auto before = make_layout(8);
  //^ = 8:1
  any().run();
  auto behind = make_layout(m);
  //^ = m:1
}

void copied() {
  int m = 4;
  any().then = [m] { make_layout(m); };
  any().run();
  auto behind = make_layout(m);
  //^ = 4:1
}

void called_here() {
  int m = 4;
  std::function<void()> then;
  then = [&] { m = 6; };
  then();
  auto behind = make_layout(m);
  //^ = 6:1
}
