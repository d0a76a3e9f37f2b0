// What a function takes of a tuple that it is handed on, whoever hands it on is supposed to give.
#include <cute/tensor.hpp>
using namespace cute;

template <class ProblemSize>
CUTE_HOST_DEVICE auto keys_of(ProblemSize const& problem_size) {
  auto keys = make_layout(make_shape(get<4>(problem_size), get<0, 1>(problem_size)));
  //^ unknown
  //^ = (?,?):(1,?) if problem_size = make_shape(make_shape(m, n), k, l, ldm, ldn)
  return keys;
}

template <class Problem>
CUTE_HOST_DEVICE auto state_of(Problem const& problem_size) {
  auto keys = keys_of(problem_size);
  //^ unknown
  //^ = (?,?):(1,?) if problem_size = make_shape(make_shape(m, n), k, l, ldm, ldn)
  return keys;
}
