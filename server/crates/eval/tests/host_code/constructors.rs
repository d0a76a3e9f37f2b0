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

/// Checks that `seen` is unknown in a function with these statements, behind these definitions.
fn is_unknown(definitions: &str, statements: &str, expression: &str) {
    let source =
        format!("{definitions} void main() {{ {statements} auto seen = make_layout({expression}); }}");
    check(&source, &["seen is unknown"]);
}

/// As [`is_unknown`], of what may be a number of run time that is not known.
fn is_open(definitions: &str, statements: &str, expression: &str) {
    let source =
        format!("{definitions} void main() {{ {statements} auto seen = make_layout({expression}); }}");
    check(&source, &["seen = ?:1"]);
}

#[test]
fn the_constructor_of_a_base_behind_a_base_counts() {
    is_open(
        "struct A { int v = 2; }; struct B : A { B() { v = 4; } }; struct C : B { int w = 8; };",
        "C c;",
        "c.v",
    );
}

#[test]
fn values_without_inner_braces_belong_to_inner_fields() {
    for (definitions, statements, expression) in [
        ("struct S { int m, n; }; struct C { S s; int k = 5; };", "C c{64, 32, 3};", "c.k"),
        ("struct C { int m[2]; int k; };", "C c{64, 32, 3};", "c.k"),
        ("struct C { std::array<int, 2> m; int k; };", "C c{64, 32, 3};", "c.k"),
    ] {
        is_unknown(definitions, statements, expression);
    }
    check(
        "struct S { int m, n; }; struct C { S s; int k = 5; };
         void main() { C c{{64, 32}, 3}; auto seen = make_layout(c.k, c.s.n); }",
        &["seen = 3:32"],
    );
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
fn constructors_and_operators_of_a_class_copy_its_objects() {
    for (definitions, statements, expression) in [
        ("struct B { int k = 1; B() = default; B(B const& o) : k(o.k + 1) {} };", "B b; B c = b;", "c.k"),
        (
            "struct B { int k = 1; B() = default; template <class U> B(U&&) : k(5) {} };",
            "B b; B c = b;",
            "c.k",
        ),
        (
            "struct B { int k = 1; B() = default; B(B&& o) : k(o.k) { o.k = 0; } };",
            "B b; B c = std::move(b);",
            "b.k",
        ),
        (
            "struct B { int k = 1; B() = default; B(B const& o) : k(o.k + 1) {} }; struct H { B b; };",
            "H h; H i = h;",
            "i.b.k",
        ),
    ] {
        is_unknown(definitions, statements, expression);
    }
    is_open(
        "struct A { int v = 1; A& operator=(A const& o) { v += o.v; return *this; } }; struct H { A a; };",
        "H x, y; x = y;",
        "x.a.v",
    );
}

#[test]
fn a_constructor_that_takes_a_list_may_be_the_one_that_is_called() {
    is_unknown(
        "struct I { int k; I(std::initializer_list<int> l) : k(100) {} I(int a, int b) : k(a + b) {} };",
        "I i{1, 2};",
        "i.k",
    );
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
fn bits_of_a_number_hold_less() {
    for statements in ["Bits b{}; b.n = 9;", "Bits b{9};"] {
        let source = format!(
            "struct Bits {{ unsigned n : 3; }}; void main() {{ {statements} auto seen = make_layout(b.n); }}"
        );
        check(&source, &["seen is unknown"]);
    }
}

#[test]
fn operators_of_a_class_are_no_operators_of_the_language() {
    const CLASS: &str = "struct O { int v; bool operator||(int) const { return false; } int operator,(int k) const { return k + v; } };";
    executed::check(&[open(CLASS, "O o{3};", "((o || 1) ? 1 : 2)", 2), open(CLASS, "O o{3};", "(o, 4)", 7)]);
}

#[test]
fn a_function_of_the_program_beside_the_class_of_an_argument_writes_it() {
    for (definitions, call) in [
        ("namespace my { struct V { int n; }; void fill(V& v, int k) { v.n = k; } }", "fill(v, 5)"),
        ("namespace my { struct V { int n; }; void clear(V& v) { v.n = 0; } }", "clear(v)"),
        ("namespace my { struct V { int n; friend void reset(V& v) { v.n = 0; } }; }", "reset(v)"),
    ] {
        is_open(definitions, &format!("my::V v{{1}}; {call};"), "v.n");
    }
}

#[test]
fn the_default_of_a_field_may_write_something_else() {
    executed::check(&[
        open("int gl = 1; struct G { int v = ++gl; };", "G g; d = gl;", "d", 2),
        open("int gl = 1; struct G { int v = ++gl; };", "G g{3}; d = gl;", "d", 1),
        open("struct R { int& r; int v = ++r; };", "R r{d};", "d", 5),
    ]);
}
