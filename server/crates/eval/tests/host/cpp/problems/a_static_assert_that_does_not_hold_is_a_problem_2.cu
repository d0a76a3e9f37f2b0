#include <cute/tensor.hpp>
using namespace cute;

static_assert(size(Layout<Shape<_4, _8>>{}) == 31);
//^ error static-assert-failed
