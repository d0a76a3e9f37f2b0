#include <cute/tensor.hpp>
using namespace cute;

struct Params {
  int n = 16;
};

struct OfObject {
  Params params;
  void change();

  auto read() {
    auto before = make_layout(params.n);
    //^ = params.n:1
    params = Params{};
    auto assigned = make_layout(params.n);
    //^ = 16:1
    change();
    auto behind = make_layout(params.n);
    //^ = ?:1
    return behind;
  }
};

struct OfReference {
  Params& params;
  void change();

  auto read() {
    params.n = 5;
    params = Params{};
    change();
    auto behind = make_layout(params.n);
    //^ = ?:1
    return behind;
  }
};

struct OfNumber {
  int n;
  void change();

  auto read() {
    auto before = make_layout(n);
    //^ = n:1
    n = 4;
    auto assigned = make_layout(n);
    //^ = 4:1
    change();
    auto behind = make_layout(n);
    //^ = ?:1
    return behind;
  }
};
