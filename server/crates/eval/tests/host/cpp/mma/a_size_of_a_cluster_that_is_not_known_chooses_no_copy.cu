// Whether blocks share what is loaded is known only with the size of the cluster: one that a type leaves open is of run time,
// and one that is not known is none.
#include <cute/tensor.hpp>
#include <cutlass/cutlass.h>
#include <cutlass/gemm/collective/collective_builder.hpp>
using namespace cute;

template <class Unknown>
struct Chosen {
  using Cluster = Shape<Unknown, _1, _1>;
  using Atom = decltype(cutlass::gemm::collective::detail::sm100_cluster_shape_to_tma_atom_A(Cluster{}, _1{}));
  //^ unknown
};
