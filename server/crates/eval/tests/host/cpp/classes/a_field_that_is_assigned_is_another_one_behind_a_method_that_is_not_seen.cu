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

struct Base {
  int n = 1;
  void set() {
    n = 5;
  }
};

struct Hiding : Base {
  int n = 2;
};

void of_the_derived_class() {
  Hiding object;
  object.set();
  auto own = make_layout(object.n);
  //^ = 2:1
}

struct Inheriting : Base {
  auto read() {
    set();
    auto of_base = make_layout(n);
    //^ = 5:1
    n = 7;
    auto assigned = make_layout(n);
    //^ = 7:1
    return assigned;
  }
};
