// Through a pointer that a condition chooses, by a function that is handed one, in a lambda that nothing is seen to run, and on
// an object that is not known.
#include <algorithm>
#include <cute/tensor.hpp>
#include <vector>
using namespace cute;

template <int N>
void chosen(int m) {
  auto sizes = make_layout(make_shape(Int<N>{}, m));
  //^ = (3,7):(1,3) [calls that were run]
}

void handed_over(int m) {
  auto sizes = make_layout(m);
  //^ = 7:1 [calls that were run]
}

void in_lambda(int m) {
  auto sizes = make_layout(m);
  //^ = 7:1 [calls that were run]
}

void in_fold(int m) {
  auto sizes = make_layout(m);
  //^ = 7:1 [m = 7]
  //^ = 1:1 [folds, m = 1]
  //^ = 2:1 [folds, m = 2]
}

template <int... I>
void folds() {
  (in_fold(I), ...);
}

struct Worker {
  void on_elements(int m) const {
    auto sizes = make_layout(m);
    //^ = 7:1 [calls that were run]
  }
  void on_known(int m) const {
    auto sizes = make_layout(m);
    //^ = 7:1
  }
};

template <int N>
__global__ void by_pointer(int m) {
  auto sizes = make_layout(make_shape(Int<N>{}, m));
  //^ = (4,7):(1,4)
}

void calls(bool is_other, std::vector<int> numbers, std::vector<Worker> workers) {
  chosen<3>(7);
  auto function = is_other ? &chosen<3> : &chosen<4>;
  function(8);
  handed_over(7);
  std::for_each(numbers.begin(), numbers.end(), handed_over);
  in_lambda(7);
  std::for_each(numbers.begin(), numbers.end(), [](int m) { in_lambda(m); });
  in_fold(7);
  folds<1, 2>();
  Worker worker;
  worker.on_elements(7);
  worker.on_known(7);
  workers[0].on_elements(8);
  auto kernel = &by_pointer<4>;
  cudaFuncSetAttribute((void const*)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 16);
  kernel<<<1, 32>>>(7);
}
