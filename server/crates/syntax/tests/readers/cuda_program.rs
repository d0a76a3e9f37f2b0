//! What is read from CUDA C++ code.

use layoutlens_syntax::program::{Item, StatementKind};
use layoutlens_syntax::{Language, parse, read_program};

use crate::dump;

#[track_caller]
fn check(text: &str, expected: &str) {
    dump::check(Language::Cuda, text, expected);
}

/// Each line is a statement of a function.
#[track_caller]
fn check_statements(text: &str, expected: &str) {
    let lines: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let read = dump::dump(Language::Cuda, &format!("void f() {{\n{text}\n}}\n"));
    let read: Vec<&str> = read.lines().skip(1).map(str::trim).collect();
    assert_eq!(read.join("\n"), lines.join("\n"), "{text}");
}

#[test]
fn includes_namespaces_and_their_names_are_imports() {
    check(
        "\
#include <cute/tensor.hpp>
#include \"tile.h\"
using namespace cute;
using cute::size;
namespace fs = std::filesystem;
namespace a::b { constexpr int N = 3; namespace { struct S {}; } inline namespace v1 { void f(); } }
",
        "
        import cute/tensor.hpp as *
        import tile.h as *
        import cute:: as *
        import cute::size as size
        import std::filesystem:: as fs
        const a::b::N: int = 3
        class a::b::S()
        fn a::b::f() -> void
        ",
    );
}

#[test]
fn a_kernel_has_its_template_attributes_and_parameters() {
    check(
        "\
template <class T, int N = 3, bool B = (N > 2), class... Ts, typename = void>
__global__ static __launch_bounds__(decltype(size(T{}))::value) void
kernel(T const* A, Stride dA, T& out, Ts&&... rest, int ldA = 4, float B[], Tail tail = {}) {}
template <> void f<int>(int) {}
CUTE_HOST_DEVICE auto g() -> Layout<_4> { return {}; }
",
        "
        @__global__ @static @__launch_bounds__(decltype(size(T{})).value) fn kernel<type T, N = 3, B = (N > 2), type \
         ...Ts, type  = void>(const ptr A: T, dA: Stride, ref out: T, *ref rest: Ts, ldA: int = 4, ptr B: float, tail: \
         Tail = {}) -> void
        fn f of <int>(: int) -> void
        fn g() -> Layout<_4>
          return {}
        ",
    );
}

#[test]
fn classes_hold_fields_aliases_and_methods() {
    check(
        "\
template <class T>
struct Tile : Base<T>, public Other {
  static constexpr int kRows = 8, kColumns = kRows * 2;
  using Rows = Int<kRows>;
  using Base<T>::width;
  typename T::Layout layout;
  int n{3};
  CUTE_ALIGNAS(16) T data[4];
  union { int a; float b; };
  struct { int c; } inner;
  Tile(int m, T t) : Base<T>(m), layout(t), n{m} { run(); }
  T operator()(int i) const { return data[i]; }
  template <class U> static auto make(U u) { return u; }
  Tile(Tile const&) = delete;
};
template <> struct Tile<int> {};
struct Later;
template <class T> auto Tile<T>::run() { return 3; }
template <class T> template <int N, class... U> auto Tile<T>::of() { return N; }
template <class T> auto Tile<T*>::pointed() { return 3; }
",
        "
        @(union) class Tile<type T>(Base<T>, Other)
          const kRows: int = 8
          const kColumns: int = (kRows * 2)
          type Rows = Int<kRows>
          type width = Base<T>.width
          let layout: T::Layout
          let n: int = int{3}
          let ptr data: T = ?(an array is not read)
          let a: int
          let b: float
          class (unnamed 1 of Tile)()
            let c: int
          let inner: (unnamed 1 of Tile)
          fn Tile(m: int, t: T)
            this.Base = m
            this.layout = t
            this.n = m
            run()
          fn operator()(i: int) -> T
            return data[i]
          @static fn make<type U>(u: U)
            return u
          fn Tile(const ref : Tile)
        class Tile of <int>()
        fn Tile::run of class<type T>()
          return 3
        fn Tile::of<N, type ...U> of class<type T>()
          return N
        fn Tile::pointed<type T>()
          return 3
        ",
    );
}

#[test]
fn enumerators_are_constants() {
    check(
        "enum class Major : uint8_t { K, MN = 4, Last };\nenum { A = 1, B };\nenum : int { C };\n",
        "
        @(enumeration) class Major()
          const K = 0
          const MN = 4
          const Last = (MN + 1)
        const A = 1
        const B = (A + 1)
        const C = 0
        ",
    );
}

#[test]
fn aliases_are_types_with_or_without_template() {
    check(
        "\
using A = decltype(make_layout(x));
typedef Layout<Shape<_4>> B;
template <class T> using C = typename T::template Inner<3>;
template <class T> constexpr int v = T::value;
template <> constexpr int v<int> = 1;
",
        "
        type A = decltype(make_layout(x))
        type B = Layout<Shape<_4>>
        type C<type T> = T::Inner<3>
        const v<type T>: int = T::value
        const v of <int>: int = 1
        ",
    );
}

#[test]
fn declarations_have_their_type_and_value() {
    check_statements(
        "\
auto a = e;
auto b{e};
auto const& c = e;
Tensor d = e, g = f(e);
Tensor h{e};
T i{};
T j;
auto [k, l] = f(e);
auto&& [m, n] = e;
constexpr int o = 3;
T* p = q;
float r = 1.5f;
extern __shared__ char s[];
T u = {1, 2};
unsigned int v = 3;
static int w = 0;
typename T::U x = 3;",
        "
        let a = e
        let b = e
        const ref c = e
        let d: Tensor = e
        let g: Tensor = f(e)
        let h: Tensor = Tensor{e}
        let i: T = T{}
        let j: T
        let (k, l) = f(e)
        let ref (m, n) = e
        const o: int = 3
        let ptr p: T = q
        let r: float = ?(a floating-point number)
        let ptr s: char = ?(an array is not read)
        let u: T = T{1, 2}
        let v: unsigned int = 3
        let w: int = ?(a static variable keeps what an earlier call left in it)
        let x: T::U = 3
        ",
    );
}

#[test]
fn what_may_be_a_variable_is_no_function() {
    check_statements(
        "\
dim3 a(size(mma));
Tensor b(pointer, layout);
Tensor c(f(x), g(h(y)), n * m);
T d();
T e(int x);",
        "
        let a: dim3 = dim3(size(mma))
        let b: Tensor = Tensor(pointer, layout)
        let c: Tensor = Tensor(f(x), g(h(y)), (n * m))
        !unread: a function declared inside of a function is not read
        let d = ?(a function declared inside of a function is not read)
        !unread: a function declared inside of a function is not read
        let e = ?(a function declared inside of a function is not read)
        ",
    );
}

#[test]
fn names_keep_their_qualification_and_template_arguments() {
    check_statements(
        "\
cute :: size<0>(x);
::cute::rank(x);
A<B>::template C<3>::d;
f(decltype(size(T{}))::value);
x.template f<0>(y).template g(z);
p->f<2>()[3];
Shape<_4, Shape<_2, Int<N / 2>>>{};
Int<size(x)>{};
f<T*, T const&, Ts...>(xs...);
make_coord(blockIdx.x, _, cute::_);",
        "
        cute::size<0>(x)
        cute::rank(x)
        A<B>.C<3>.d
        f(decltype(size(T{})).value)
        x.f<0>(y).g(z)
        p.f<2>()[3]
        Shape<_4, Shape<_2, Int<(N // 2)>>>{}
        Int<size(x)>{}
        f<*<T>, T, *Ts>(*xs)
        make_coord(blockIdx.x, _, _)
        ",
    );
}

#[test]
fn values_of_types_are_constructed() {
    check_statements(
        "\
auto a = decltype(x){};
f(decltype(x){}, decltype(y)(3));
auto b = typename T::U{1};
auto c = typename decltype(m)::Id{};
auto d = Int<8>{} + Int<8>() + _8{} + 8_c;
auto e = (int)m + int(m) + static_cast<int>(m);
auto g = sizeof(T) + sizeof...(Ts);",
        "
        let a = decltype(x){}
        f(decltype(x){}, decltype(y)(3))
        let b = T::U{1}
        let c = decltype(m).Id{}
        let d = (((Int<8>{} + Int<8>()) + _8{}) + C<8>{})
        let e = ((int(m) + int(m)) + static_cast<int>(m))
        let g = (sizeof(T) + sizeof...(Ts))
        ",
    );
}

#[test]
fn numbers_are_those_of_cpp() {
    check_statements(
        "f(8u, 1'000, 0x10, 0b11, 010, -1, 5'000'000'000LL, 2.5, 99999999999999999999, 'a', \"b\" \"c\", true, nullptr);",
        "f(unsigned(8), 1000, 16, 3, 8, -1, long(5000000000), ?(a floating-point number), ?(it is no 64-bit integer), \"'a'\", \"bc\", true, \
         nullptr)",
    );
}

#[test]
fn a_bare_less_than_compares() {
    check_statements(
        "\
bool a = i < size<1>(x);
bool b = j < 3 && i < size<1>(x) + 1 && k < 3;
bool c = i < cute::size<1>(x);
bool d = i < Config<T>::kStages;
bool e = get<0>(a) < get<0>(b);
bool g = f(a < b, c > d);
auto h = conditional_return<A && B>(x, y);
bool m = i < f<float*>(x);
auto o = g<N < 3>(y);
auto n = f(Layout<Shape<Int<M>, Int<N>>, Stride<Int<N>, _1> >{}, i < size<1, 1>(x));
auto l = T::U<3>::v + A<B>::template C<2>::f(x) * 2;
bool k = a < 3 || c > (d);",
        "
        let a: bool = (i < size<1>(x))
        let b: bool = (((j < 3) and (i < (size<1>(x) + 1))) and (k < 3))
        let c: bool = (i < cute::size<1>(x))
        let d: bool = (i < Config<T>.kStages)
        let e: bool = (get<0>(a) < get<0>(b))
        let g: bool = f((a < b), (c > d))
        let h = conditional_return<(A and B)>(x, y)
        let m: bool = (i < f<*<float>>(x))
        let o = g<(N < 3)>(y)
        let n = f(Layout<Shape<Int<M>, Int<N>>, Stride<Int<N>, _1>>{}, (i < size<1, 1>(x)))
        let l = (T::U<3>.v + (A<B>.C<2>.f(x) * 2))
        let k: bool = ?(`<` may compare here, or begin template arguments)
        ",
    );
}

#[test]
fn operators_keep_what_they_mean_for_values() {
    check_statements(
        "\
auto a = (4, 8);
auto b = not x and !y || z;
auto c = x ? y : -z;
auto d = *p;
auto e = &x;
auto g = &kernel<T, 3>;
auto h = (... + xs);
auto i = [&, n = 3](auto x) mutable { return x; };",
        "
        let a = comma(4, 8)
        let b = ((!x and !y) or z)
        let c = (x ? y : -z)
        let d = operator*(p)
        let e = operator&(x)
        let g = kernel<T, 3>
        let h = fold_left(+ xs)
        let i = lambda(x) { const n = 3; return x }
        ",
    );
}

#[test]
fn launches_and_assertions_are_statements() {
    check_statements(
        "\
kernel<T, 3><<<grid, block, smem, stream>>>(a, b);
CUTE_STATIC_ASSERT_V(size<0>(x) == Int<3>{});
CUTE_STATIC_ASSERT(is_static<T>::value, \"static\");
static_assert(N == 3);",
        "
        kernel<T, 3><<<grid, block, smem, stream>>>(a, b)
        assert (size<0>(x) == Int<3>{})
        assert is_static<T>.value
        assert (N == 3)
        ",
    );
}

#[test]
fn assignments_inside_of_an_expression_leave_their_target_unknown() {
    check_statements(
        "\
x = y = 3;
++i;
x += 2, y -= 1;
f(i++);
asm volatile(\"mov\" : \"=r\"(a) : \"r\"(b));",
        "
        y = 3
        x = y
        i += 1
        x += 2
        y -= 1
        i = ?(it is assigned inside of an expression)
        f(?(an assignment inside of an expression is not read))
        b
        a = ?(assembly writes it)
        ",
    );
}

#[test]
fn branches_and_loops_hold_their_statements() {
    check(
        "\
void f() {
  if constexpr (is_same_v<T, int>) { x = 1; } else if (c) x = 2; else { x = 3; }
  if (auto y = f(); y > 3) g(y);
  CUTE_UNROLL
  for (int i = 0, j = n; i < j; ++i) { if (i) continue; }
  for (auto v : vs) { break; }
  while (i < 3) ++i;
  do { g(i); } while (--i);
  switch (i) { case 0: g(0); break; case 1: { g(1); break; } default: return; }
  switch (i) { case 0: g(0); case 1: g(1); }
  try { g(2); } catch (...) { throw; }
}
",
        "
        fn f() -> void
          if constant is_same_v<T, int>
            x = 1
          else
            if c
              x = 2
            else
              x = 3
          block
            let y = f()
            if (y > 3)
              g(y)
          loop i, j
            (i < j)
            if i
              continue
            i += 1
          loop v in vs
            break
          loop 
            (i < 3)
            i += 1
          loop 
            g(i)
            i = ?(it is assigned inside of an expression)
            ?(an assignment inside of an expression is not read)
          if (i == 0)
            g(0)
          else
            if (i == 1)
              block
                g(1)
            else
              return
          loop 
            if ?(which case is run is open)
              g(0)
            if ?(which case is run is open)
              g(1)
          try
            g(2)
          catch
            raise
        ",
    );
}

#[test]
fn conditional_compilation_gives_alternatives() {
    check(
        "\
#ifndef TILE_H
#define TILE_H
#define ROWS 128
#define COLUMNS (ROWS * 2)
#ifndef DEPTH
#define DEPTH 64
#endif
#if defined(A) && B >= 3
constexpr int N = 3;
#elif defined(C)
constexpr int N = 4;
#else
struct N {};
#endif
void f() {
#if 0
  g(0);
#endif
#if 1
  g(1);
#else
  g(2);
#endif
#ifdef X
  g(3);
#endif
}
#endif
",
        "
        const ROWS = 128
        macro COLUMNS = (ROWS * 2)
        const DEPTH = 64
        #if defined(A) && B >= 3
          const N: int = 3
        #if defined(C)
          const N: int = 4
        #if 
          class N()
        fn f() -> void
          g(1)
          #if defined(X)
            g(3)
        ",
    );
}

#[test]
fn macros_that_stand_for_attributes_are_no_code() {
    check(
        "struct S { CUTE_HOST_DEVICE constexpr auto f(int i = {}) const { return i; } };\n",
        "
        class S()
          @constexpr fn f(i: int = {})
            return i
        ",
    );
}

#[test]
fn ranges_are_those_of_the_document() {
    let text = "CUTE_HOST_DEVICE auto f(int m) { CUTE_UNROLL auto x = typename T::U{}; }\n";
    let (_, tree) = parse(Language::Cuda, text, None);
    let program = read_program(Language::Cuda, text, &tree);
    let [Item::Function(function)] = program.items.as_slice() else { panic!("one function") };
    let StatementKind::Declare(declaration) = &function.body[0].kind else { panic!("a declaration") };
    let value = declaration.value.as_ref().expect("a value");
    assert_eq!(&text[function.name.range.clone()], "f");
    assert_eq!(&text[function.body[0].range.clone()], "auto x = typename T::U{};");
    assert_eq!(&text[declaration.names[0].range.clone()], "x");
    assert_eq!(&text[value.range.clone()], "T::U{}");
}
