// A constructor gave it, or the braces of an aggregate: the defaults of its own class are those of another object.
#include <cute/tensor.hpp>
using namespace cute;

struct Params {
  int n = 16;
  Stride<int, _1> stride;
};

struct Tile {
  Params const& params;
  explicit Tile(Params const& given) : params(given) {}

  auto of_reference() const {
    auto layout = make_layout(make_shape(params.n, _4{}), params.stride);
    //^ = (params.n,4):(params.stride.0,1)
    return layout;
  }
};

struct Copied {
  const Params params;
  explicit Copied(Params given) : params(given) {}

  auto of_object() const {
    auto layout = make_layout(make_shape(params.n, _4{}), params.stride);
    //^ = (params.n,4):(params.stride.0,1)
    return layout;
  }
};

struct Limits {
  static const Params most;

  auto of_static() const {
    auto layout = make_layout(most.n);
    //^ = most.n:1
    return layout;
  }
};

const Params Limits::most{64};

template <class Of>
struct Special;

template <>
struct Special<Params> {
  const Params& params;

  auto of_specialisation() const {
    auto layout = make_layout(params.n);
    //^ = params.n:1
    return layout;
  }
};
