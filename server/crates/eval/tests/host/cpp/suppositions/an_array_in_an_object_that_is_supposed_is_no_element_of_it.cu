// `tiles` and `first` are memory, which holds several shapes: an index picks one of them, and no mode of one.
#include <cute/tensor.hpp>
using namespace cute;

struct Params {
  Shape<_4, _8> tiles[2];
  Shape<_4, _8>* first;
  union {
    int kind;
    float scale;
  };
};

void shapes(Params params) {
  auto second = make_layout(params.tiles[1]);
  //^ = (4,8):(1,4) if params of the class Params
  auto behind = make_layout(params.first[0]);
  //^ = (4,8):(1,4) if params of the class Params
  auto whole = make_layout(params.tiles);
  //^ unknown
}
