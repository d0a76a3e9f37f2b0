#include <cute/tensor.hpp>
using namespace cute;
template <class L>
struct Base {
  using type = L;
};
template <int a, int b, int c, int d>
struct S {
  using OfMember = typename Base<Layout<Shape<Int<a>, Int<b>, Int<c>, Int<d>>>>::type;
  typedef Layout<Shape<Int<a>, Int<b>, Int<c>, Int<d>>> Defined;
  template <class L = Layout<Shape<Int<a>, Int<b>, Int<c>, Int<d>>>>
  struct ByDefault {
    using type = L;
  };
  using OfDefault = typename ByDefault<>::type;
  struct Derived : Base<Layout<Shape<Int<a>, Int<b>, Int<c>, Int<d>>>> {};
  using OfBase = typename Derived::type;
  static auto behind() -> Layout<Shape<Int<a>, Int<b>, Int<c>, Int<d>>> { return {}; }
  static Layout<Shape<Int<a>, Int<b>, Int<c>, Int<d>>> before() { return {}; }
  static auto declared() {
    Layout<Shape<Int<a>, Int<b>, Int<c>, Int<d>>> layout;
    //^ = (2,3,4,5):(1,2,6,24)
    return layout;
  }
};
using Of = S<2, 3, 4, 5>;
using OfMember = Of::OfMember;
//^ = (2,3,4,5):(1,2,6,24)
using Defined = Of::Defined;
//^ = (2,3,4,5):(1,2,6,24)
using OfDefault = Of::OfDefault;
//^ = (2,3,4,5):(1,2,6,24)
using OfBase = Of::OfBase;
//^ = (2,3,4,5):(1,2,6,24)
void f() {
  auto behind = Of::behind();
  //^ = (2,3,4,5):(1,2,6,24)
  auto before = Of::before();
  //^ = (2,3,4,5):(1,2,6,24)
  auto declared = Of::declared();
  //^ = (2,3,4,5):(1,2,6,24)
}
