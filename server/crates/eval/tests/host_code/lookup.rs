//! Which definition a name means: namespaces, specialisations, casts of overloads, captures.

use crate::executed::{certain, check, open};

#[test]
fn a_name_that_is_used_from_a_namespace_is_not_the_one_around() {
    check(&[
        open(
            "namespace A { constexpr int k = 1; } constexpr int k = 2; namespace B { using A::k; int c() { return k; } }",
            "d = B::c();",
            "d",
            1,
        ),
        open(
            "namespace A { int f() { return 1; } } int f() { return 2; } namespace B { using A::f; int c() { return f(); } }",
            "d = B::c();",
            "d",
            1,
        ),
        open(
            "namespace D { constexpr int z = 1; } namespace E { constexpr int z = 2; }
             int f() { using namespace D; return z; } int g() { using E::z; return z; }",
            "d = f() * 10 + g();",
            "d",
            12,
        ),
        certain("namespace A { constexpr int k = 1; } using A::k;", "d = k;", "d", 1),
    ]);
}

#[test]
fn a_definition_behind_the_code_that_names_it_does_not_count() {
    check(&[
        open(
            "constexpr int w = 3; namespace Q { int g() { return w; } constexpr int w = 4; }",
            "d = Q::g();",
            "d",
            3,
        ),
        certain(
            "constexpr int w = 3; namespace Q { constexpr int w = 4; int g() { return w; } }",
            "d = Q::g();",
            "d",
            4,
        ),
        open(
            "int e(double) { return 1; } int te(int x) { return e(x); } int e(int) { return 2; }",
            "d = te(1);",
            "d",
            1,
        ),
        certain(
            "int e(int, int) { return 1; } int e(int); int te(int x) { return e(x); } int e(int) { return 2; }",
            "d = te(1);",
            "d",
            2,
        ),
    ]);
}

#[test]
fn a_specialisation_of_a_function_may_be_the_one_that_is_called() {
    check(&[
        open(
            "template <class T> int f() { return 1; } template <> int f<float>() { return 2; }",
            "d = f<float>();",
            "d",
            2,
        ),
        open(
            "template <class T> int f(T) { return 1; } template <> int f(long) { return 2; }",
            "d = f<long>(1);",
            "d",
            2,
        ),
        open(
            "template <class T> struct A { static int f() { return 1; } }; template <> int A<char>::f() { return 2; }",
            "d = A<char>::f();",
            "d",
            2,
        ),
        open(
            "int p(int) { return 1; } int p(double) { return 2; }",
            "auto f = static_cast<int (*)(double)>(&p); d = f(3);",
            "d",
            2,
        ),
    ]);
}

#[test]
fn a_capture_refers_to_what_is_outside() {
    check(&[
        open("", "int a = 4; auto f = [a = 10, &b = a] { return a + b; }; d = f();", "d", 14),
        open("", "int a = 4; auto f = [=, &b = a] { return a + b; }; a = 5; d = f();", "d", 9),
        open("", "int k = 5; auto f = [k, &r = k] { r = 9; }; f(); d = k;", "d", 9),
        open("", "int k = 5; [k, &r = k] { r = 8; }(); d = k;", "d", 8),
        open(
            "struct S { int v = 1; }; void f(S& s) { auto g = [s, &t = s] { t.v = s.v + 5; }; g(); }",
            "S s; f(s); d = s.v;",
            "d",
            6,
        ),
        certain("", "int a = 4; auto f = [c = 10, &b = a] { return c + b; }; a = 5; d = f();", "d", 15),
    ]);
}

#[test]
fn a_static_variable_keeps_what_the_first_call_gave_it() {
    check(&[
        open("int f(int n) { static const int k = n; return k; }", "d = f(3) * 10 + f(4);", "d", 33),
        open("int f(int n) { static const int k{n}; return k; }", "d = f(3) * 10 + f(4);", "d", 33),
        certain(
            "template <int N> int f() { static const int k = N * 2; return k; }",
            "d = f<3>() * 10 + f<4>();",
            "d",
            68,
        ),
    ]);
}

#[test]
fn a_name_of_the_program_and_of_cute_means_what_cpp_says() {
    check(&[
        open(
            "namespace u { constexpr int round_up(int a, int b) { return a + b; } } int g() { using u::round_up; return round_up(5, 4); }",
            "d = round_up(5, 4);",
            "d",
            8,
        ),
        open(
            "struct B { static int ceil_div(int a, int b) { return a; } };
             template <class T> struct D : T { int u() { return ceil_div(7, 2); } };",
            "d = D<B>{}.u();",
            "d",
            4,
        ),
        open(
            "template <class T> auto gen(T t) { if constexpr (std::is_integral_v<T>) return 2; else return 4; }",
            "d = gen(Int<1>{});",
            "d",
            4,
        ),
        open(
            "namespace u { inline int ceil_div(int a, int b) { return a / b; } } int grid() { using namespace u; return 1; }",
            "d = ceil_div(7, 2);",
            "d",
            4,
        ),
        open(
            "namespace a { template <int N> struct Int { static constexpr int value = N + 1; }; } void f() { using namespace a; }",
            "d = Int<3>::value;",
            "d",
            3,
        ),
        open(
            "template <class B> struct K : B { static constexpr int w = _8::value; }; struct O { using _8 = C<9>; };",
            "d = K<O>::w;",
            "d",
            8,
        ),
        open("#define BN 64+8\n#define PAD(x) x\n", "d = PAD(BN)*2;", "d", 80),
        open("#define PAD(x) x\n", "d = PAD(2+3)*3;", "d", 11),
        certain("#define PAD(x) (x)\n", "d = PAD(2)*3;", "d", 6),
    ]);
}

#[test]
fn specialisations_are_those_of_their_own_template() {
    check(&[
        certain(
            "namespace fa { template <int D> struct Tr { static constexpr int m = 64; }; template <> struct Tr<128> { static constexpr int m = 32; }; }
             template <int D> struct Tr { static constexpr int m = 1; };",
            "d = Tr<128>::m * 100 + fa::Tr<128>::m;",
            "d",
            132,
        ),
        open(
            "namespace fa { template <int D> struct Cfg { static constexpr int m = 64; }; }
             template <> struct fa::Cfg<128> { static constexpr int m = 32; };
             template <int D> struct Cfg { static constexpr int m = 1; };",
            "d = Cfg<128>::m * 100 + fa::Cfg<128>::m;",
            "d",
            132,
        ),
        open(
            "struct H { template <int D> struct Tr { static constexpr int v = 5; }; }; template <> struct H::Tr<64> { static constexpr int v = 6; };
             template <int D> struct Tr { static constexpr int v = 1; };",
            "d = Tr<64>::v * 10 + H::Tr<64>::v;",
            "d",
            16,
        ),
    ]);
}
