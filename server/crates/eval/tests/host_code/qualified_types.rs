//! Types that are `const` or references, which are others than those without: what is asked of them, and which specialisation
//! they choose. What is expected was printed by the compiled programs.

use crate::executed::{check, open};

#[test]
fn a_constant_type_is_another_one() {
    check(&[
        open(
            "template <class T> int f(T& x) { return std::is_same_v<T, int> ? 1 : 2; }",
            "int const c = 1;",
            "f(c) * 10 + f(d)",
            21,
        ),
        open(
            "template <class T> int f(T&& x) { return std::is_same_v<T, int> ? 1 : 2; }",
            "int const c = 1;",
            "f(c) * 100 + f(d) * 10 + f(3)",
            221,
        ),
        open(
            "template <class T> int f(T* x) { return std::is_same_v<T, int> ? 1 : 2; }",
            "int const c = 1;",
            "f(&c) * 10 + f(&d)",
            21,
        ),
        open(
            "template <class T> int f(T const& x) { return std::is_same_v<T, int> ? 1 : 2; }",
            "int const c = 1;",
            "f(c) * 10 + f(d)",
            11,
        ),
        open(
            "template <class T> int f(T x) { return std::is_same_v<T, int> ? 1 : 2; }",
            "int const c = 1;",
            "f(c) * 10 + f(d)",
            11,
        ),
        open(
            "template <class L> int f(L& x) { return is_same_v<L, Layout<_4, _1>> ? 1 : 2; }",
            "auto const c = make_layout(_4{});",
            "f(c)",
            2,
        ),
        open(
            "template <class L> int f(L&& x) { return is_same_v<L, Layout<_4, _1>> ? 1 : 2; }",
            "auto c = make_layout(_4{});",
            "f(c)",
            2,
        ),
        open(
            "template <class L> int f(L const& x) { return is_same_v<L, Layout<_4, _1>> ? 1 : 2; }",
            "auto c = make_layout(_4{});",
            "f(c)",
            1,
        ),
        open(
            "template <class T> int f() { return std::is_same_v<T, float> ? 1 : 2; } template <class T> int g() { return f<T>(); }",
            "",
            "g<const float>() * 10 + g<float>()",
            21,
        ),
        open(
            "template <class T> struct S { static constexpr int k = std::is_same_v<T, float> ? 1 : 2; };",
            "",
            "S<float const>::k * 10 + S<float>::k",
            21,
        ),
        open(
            "template <class T> struct S { using U = T; static constexpr int k = std::is_same_v<U, float> ? 1 : 2; };",
            "",
            "S<float const>::k * 10 + S<float>::k",
            21,
        ),
        open(
            "template <class T> struct S { using U = T const; static constexpr int k = std::is_same_v<U, float> ? 1 : 2; };",
            "",
            "S<float>::k",
            2,
        ),
        open(
            "template <class T> struct S { static constexpr int k = std::is_same_v<T const, float> ? 1 : 2; };",
            "",
            "S<float>::k",
            2,
        ),
        open("", "", "std::is_same_v<const float, float> ? 1 : 2", 2),
        open("", "", "std::is_same<float, volatile float>::value ? 1 : 2", 2),
        open("", "", "std::is_same_v<std::add_const_t<float>, float> ? 1 : 2", 2),
        open("", "", "std::is_same_v<std::remove_const_t<const float>, float> ? 1 : 2", 1),
        open("", "float const x = 1;", "std::is_same_v<decltype(x), float> ? 1 : 2", 2),
        open("", "constexpr float x = 1;", "std::is_same_v<decltype(x), float> ? 1 : 2", 2),
        open(
            "",
            "float x = 1; float& r = x;",
            "(std::is_same_v<decltype(r), float> ? 1 : 2) * 10 + (std::is_same_v<decltype(x), float> ? 1 : 2)",
            21,
        ),
        open(
            "struct S { static constexpr float k = 1; float const m = 2; float n = 1; };",
            "",
            "(std::is_same_v<decltype(S::k), float> ? 1 : 2) * 100 + (std::is_same_v<decltype(S::m), float> ? 1 : 2) * 10 + (std::is_same_v<decltype(S::n), float> ? 1 : 2)",
            221,
        ),
        open(
            "using F = const float; template <class T> int f() { return std::is_same_v<T, float> ? 1 : 2; }",
            "",
            "f<F>()",
            2,
        ),
        open(
            "using F = const float; using G = F; template <class T> int f() { return std::is_same_v<T, float> ? 1 : 2; }",
            "",
            "f<G>()",
            2,
        ),
        open(
            "typedef const float F; template <class T> struct S { static constexpr int v = 1; }; template <> struct S<float> { static constexpr int v = 2; };",
            "",
            "S<F>::v",
            1,
        ),
        open(
            "template <class T> struct S { static constexpr int v = 1; }; template <> struct S<float> { static constexpr int v = 2; }; template <class T> struct W : S<T> {};",
            "",
            "W<const float>::v * 10 + W<float>::v",
            12,
        ),
        open(
            "template <class T> struct S { static constexpr int v = 1; }; template <> struct S<float> { static constexpr int v = 2; }; template <class T> int f(T& x) { return S<T>::v; }",
            "float const x = 1; float y = 1;",
            "f(x) * 10 + f(y)",
            12,
        ),
        open(
            "template <class T> struct S { static constexpr int v = 1; }; template <> struct S<float*> { static constexpr int v = 2; };",
            "",
            "S<float const*>::v * 10 + S<float*>::v",
            12,
        ),
        open(
            "template <class T> int f() { return std::is_same_v<T, float*> ? 1 : 2; }",
            "",
            "f<float const*>() * 10 + f<float*>()",
            21,
        ),
        open(
            "template <class T> int f() { if constexpr (std::is_same_v<T, float>) return 1; return 2; } struct P { using E = const float; };",
            "",
            "f<P::E>() * 10 + f<typename P::E>()",
            22,
        ),
        open(
            "template <class P> int f() { if constexpr (std::is_same_v<typename P::E, float>) return 1; return 2; } struct P { using E = const float; };",
            "",
            "f<P>()",
            2,
        ),
        open(
            "template <class P> int f(P const& p) { if constexpr (std::is_same_v<decltype(p.m), float>) return 1; return 2; } struct P { float const m = 1; };",
            "",
            "f(P{})",
            2,
        ),
        open(
            "template <class T> int f(T const& p) { if constexpr (std::is_same_v<decltype(p), T>) return 1; return 2; }",
            "",
            "f(1.f)",
            2,
        ),
        open(
            "template <class T> int f(T p) { if constexpr (std::is_same_v<decltype(p), float>) return 1; return 2; }",
            "",
            "f(1.f)",
            1,
        ),
        open(
            "template <class T> int f() { return std::is_same_v<T, int> ? 1 : 2; }",
            "",
            "f<int>() * 100000 + f<const int>() * 10000 + f<volatile int>() * 1000 + f<int&>() * 100 + f<int*>() * 10 + f<unsigned>()",
            122222,
        ),
        open(
            "template <class T> struct S { static constexpr int v = 1; }; template <> struct S<int const> { static constexpr int v = 2; };",
            "",
            "S<int>::v * 10 + S<const int>::v",
            12,
        ),
        open(
            "template <class T> struct S { static constexpr int v = 1; }; template <class T> struct S<T const> { static constexpr int v = 2; };",
            "",
            "S<int>::v * 10 + S<const int>::v",
            12,
        ),
        open(
            "template <class T> struct S { static constexpr int v = 1; }; template <> struct S<float> { static constexpr int v = 2; }; using F = const float;",
            "",
            "S<F>::v * 10 + S<std::remove_const_t<F>>::v",
            12,
        ),
        open("", "auto const k = make_layout(_4{});", "(is_same_v<Layout<_4, _1>, decltype(k)> ? 1 : 2)", 2),
        open(
            "",
            "auto const k = make_layout(_4{});",
            "(is_same_v<Layout<_4, _1>, remove_cvref_t<decltype(k)>> ? 1 : 2)",
            1,
        ),
        open(
            "",
            "auto const k = make_layout(_4{});",
            "(std::is_same_v<Layout<_4, _1> const, decltype(k)> ? 1 : 2)",
            1,
        ),
        open(
            "template <class T> constexpr int v = 1; template <> constexpr int v<float const> = 2;",
            "",
            "v<float> * 10 + v<const float>",
            12,
        ),
        open(
            "template <class T> int f() { if constexpr (std::is_same_v<T, int>) return 1; else if constexpr (std::is_same_v<T, float>) return 2; else return 3; }",
            "",
            "f<int>() * 100 + f<float>() * 10 + f<const int>()",
            123,
        ),
    ]);
}
