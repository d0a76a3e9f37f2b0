//! How C++ objects come to be and are copied: what a constructor or an operator of their classes does that is not followed
//! here is unknown, and what none does is known. What is expected was printed by g++.

use crate::{
    executed::{self, certain, open},
    fixture::check,
};

#[test]
fn what_the_constructor_of_a_base_gives_is_not_guessed() {
    executed::check(&[
        open("struct B { int v = 1; B() : v(7) {} }; struct D : B { D(int) {} };", "D d(3);", "d.v", 7),
        open("struct B { int v = 1; B() : v(7) {} }; struct D : B {};", "D d;", "d.v", 7),
        open(
            "struct B { int v = 1; B(int x) : v(x) {} }; struct D : B { D(int x) : B(x) {} };",
            "D d(3);",
            "d.v",
            3,
        ),
        open(
            "struct B { int v = 1; B(int x) : v(x) {} }; struct D : B { D(int x) : B{x} {} };",
            "D d(3);",
            "d.v",
            3,
        ),
        open("struct B { int v = 1; }; struct D : B { D(int x) : B{x} {} };", "D d(3);", "d.v", 3),
        open(
            "template <class T> struct B { int v = 1; B(T x) : v(x) {} }; struct D : B<int> { D(int x) : B<int>(x) {} };",
            "D d(3);",
            "d.v",
            3,
        ),
        open(
            "namespace a { struct B { int v = 1; B(int x) : v(x) {} }; } struct D : a::B { D(int x) : a::B(x) {} };",
            "D d(3);",
            "d.v",
            3,
        ),
        open(
            "struct B { int v = 1; B(int x) : v(x) {} }; struct D : B { using Up = B; D(int x) : Up(x) {} };",
            "D d(3);",
            "d.v",
            3,
        ),
        certain("struct B { int v = 1; B() = default; }; struct D : B { D(int) {} };", "D d(3);", "d.v", 1),
        certain("struct B { int v = 1; B() {} }; struct D : B { D(int) {} };", "D d(3);", "d.v", 1),
    ]);
}

#[test]
fn a_constructor_runs_another_one_of_its_class_first() {
    executed::check(&[
        certain("struct D { int v = 1; D(int x) : v(x) {} D() : D(7) {} };", "D d;", "d.v", 7),
        certain(
            "struct D { int v = 1; D(int x) : D(x, x) {} D(int x, int y) : v(x + y) {} };",
            "D d(3);",
            "d.v",
            6,
        ),
        certain("struct D { int v = 1; D(int x) : v(x) {} D() : D(7) { v += 1; } };", "D d;", "d.v", 8),
    ]);
}

#[test]
fn a_number_that_becomes_an_object_is_no_number() {
    check(
        "struct Pad { int n; Pad(int k) : n((k + 7) / 8 * 8) {} operator int() const { return n; } };
         void main() { Pad p = 3; auto field = make_layout(p.n); auto converted = make_layout(p + 0); }",
        &["field = 8:1", "converted is unknown"],
    );
    executed::check(&[open(
        "struct C { int v; C(int k) : v(k + 1) {} operator int() const { return v; } };",
        "C c = 1; c = 5; d = c + 0;",
        "d",
        6,
    )]);
}

#[test]
fn a_guard_runs_its_function_however_it_is_made() {
    const GUARD: &str = "template <class F> struct Guard { F f; Guard(F f) : f(f) {} ~Guard() { f(); } };";
    executed::check(&[
        open(GUARD, "int x = 1; { Guard g{[&] { x = 5; }}; }", "x", 5),
        open(GUARD, "int x = 1; { Guard g([&] { x = 5; }); }", "x", 5),
    ]);
}

#[test]
fn operators_of_a_class_are_no_operators_of_the_language() {
    const CLASS: &str = "struct O { int v; bool operator||(int) const { return false; } int operator,(int k) const { return k + v; } };";
    executed::check(&[open(CLASS, "O o{3};", "((o || 1) ? 1 : 2)", 2), open(CLASS, "O o{3};", "(o, 4)", 7)]);
}

#[test]
fn the_default_of_a_field_may_write_something_else() {
    executed::check(&[
        open("int gl = 1; struct G { int v = ++gl; };", "G g; d = gl;", "d", 2),
        open("int gl = 1; struct G { int v = ++gl; };", "G g{3}; d = gl;", "d", 1),
        open("struct R { int& r; int v = ++r; };", "R r{d};", "d", 5),
    ]);
}
