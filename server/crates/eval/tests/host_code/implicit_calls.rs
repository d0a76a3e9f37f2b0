//! Calls that no name stands for: operators, conversions, constructors and destructors write, too.

use crate::executed::{check, open};

/// What several of the programs declare.
const DECLARED: &str = "struct W { int& r; W& operator,(int n) { r = n; return *this; } W& operator=(int n) { r = n; return *this; } W& operator+=(int n) { r += n; return *this; } operator int() { r += 1; return r; } int operator()(int n) { r = n; return r; } W& operator<<(int n) { r = n; return *this; } W& operator++() { r += 1; return *this; } W operator++(int) { r += 2; return *this; } int operator[](int n) { r = n; return n; } bool operator!() { r = 0; return false; } W operator-() { r = -r; return *this; } W operator~() { r = 77; return *this; } bool operator==(int n) { r = n; return true; } W* operator->() { r = 66; return this; } W& operator*() { r = 55; return *this; } int y = 3; };";
/// What several of the programs declare.
const ALSO_DECLARED: &str = "struct X { int v; explicit operator bool() { v = 9; return true; } };";

#[test]
fn operators_and_conversions_of_the_programs_classes_write() {
    check(&[
        open(DECLARED, "W w{d}; w, 7;", "d", 7),
        open(DECLARED, "W w{d}; w = 7;", "d", 7),
        open(DECLARED, "W w{d}; w += 7;", "d", 11),
        open(DECLARED, "W w{d}; int e = w;", "d", 5),
        open(DECLARED, "W w{d}; int e = w + 1;", "d", 5),
        open(DECLARED, "W w{d}; w(7);", "d", 7),
        open(DECLARED, "W w{d}; w << 7;", "d", 7),
        open(DECLARED, "W w{d}; ++w;", "d", 5),
        open(DECLARED, "W w{d}; w++;", "d", 6),
        open(DECLARED, "W w{d}; w[7];", "d", 7),
        open(DECLARED, "W w{d}; if (!w) {}", "d", 0),
        open(DECLARED, "W w{d}; -w;", "d", -4),
        open(DECLARED, "W w{d}; ~w;", "d", 77),
        open(DECLARED, "W w{d}; if (w == 7) {}", "d", 7),
        open(DECLARED, "W w{d}; int e = w->y;", "d", 66),
        open(DECLARED, "W w{d}; (*w).y = 1;", "d", 55),
        open(DECLARED, "W w{d}; if (w) {}", "d", 5),
        open(DECLARED, "W w{d}; switch (int(w)) { default: break; }", "d", 5),
        open(DECLARED, "W w{d}; auto f = [&] { w, 8; }; f();", "d", 8),
        open(DECLARED, "W w{d}; int e = static_cast<int>(w);", "d", 5),
        open(DECLARED, "W w{d}; int e{w};", "d", 5),
        open(DECLARED, "W w{d}; long e = w;", "d", 5),
        open(DECLARED, "W w{d}; for (int i = 0; i < 2; ++i) w, i;", "d", 1),
        open(DECLARED, "W w{d}; W v = w; v, 8;", "d", 8),
        open(DECLARED, "W w{d}; std::vector<int> v(3); v.resize(int(w));", "d", 5),
        open(DECLARED, "W w{d}; d = w;", "d", 5),
        open(DECLARED, "W w{d}; d += w;", "d", 10),
        open(DECLARED, "W w{d}; int e = d * w;", "d", 5),
        open(DECLARED, "W w{d}; int e = true ? w : 3;", "d", 5),
        open(DECLARED, "W w{d}; make_shape(int(w));", "d", 5),
        open(DECLARED, "W w{d}; int a[3] = {w, w, w};", "d", 7),
        open(DECLARED, "W w{d}; auto z = make_layout(make_shape(int(w), 2));", "d", 5),
        open(DECLARED, "W w{d}; bool b = w > 3;", "d", 5),
        open(DECLARED, "W w{d}; w.operator=(9);", "d", 9),
        open(DECLARED, "W w{d}; w.operator,(9);", "d", 9),
        open(DECLARED, "W w{d}; (w = 3) = 8;", "d", 8),
        open(DECLARED, "W w{d}; w << 7 << 8;", "d", 8),
        open(
            "struct W { int& r; W& operator,(int n) { r = n; return *this; } W& operator=(int n) { r = n; return *this; } W& operator+=(int n) { r += n; return *this; } operator int() { r += 1; return r; } int operator()(int n) { r = n; return r; } W& operator<<(int n) { r = n; return *this; } W& operator++() { r += 1; return *this; } W operator++(int) { r += 2; return *this; } int operator[](int n) { r = n; return n; } bool operator!() { r = 0; return false; } W operator-() { r = -r; return *this; } W operator~() { r = 77; return *this; } bool operator==(int n) { r = n; return true; } W* operator->() { r = 66; return this; } W& operator*() { r = 55; return *this; } int y = 3; }; int return_(int n) { return n; }",
            "W w{d}; return_(w);",
            "d",
            5,
        ),
    ]);
}

#[test]
fn free_operators_constructors_and_assignments_write() {
    check(&[
        open(
            "struct X { int v; }; int operator,(X& x, int n) { x.v = n; return n; }",
            "X x{4}; x, 9; d = x.v;",
            "d",
            9,
        ),
        open(
            "struct X { int v; }; X& operator+(X& x, int n) { x.v += n; return x; }",
            "X x{4}; x + 9; d = x.v;",
            "d",
            13,
        ),
        open(
            "struct X { int v; }; X& operator+=(X& x, int n) { x.v += 2 * n; return x; }",
            "X x{4}; x += 9; d = x.v;",
            "d",
            22,
        ),
        open(
            "struct X { int v; }; X& operator++(X& x) { x.v += 3; return x; }",
            "X x{4}; ++x; d = x.v;",
            "d",
            7,
        ),
        open(
            "struct X { int v; }; X operator++(X& x, int) { x.v += 3; return x; }",
            "X x{4}; x++; d = x.v;",
            "d",
            7,
        ),
        open(
            "struct X { int v; }; bool operator!(X& x) { x.v += 3; return false; }",
            "X x{4}; bool b = !x; d = x.v;",
            "d",
            7,
        ),
        open(
            "struct X { int v; }; int operator*(X& x) { x.v += 3; return 3; }",
            "X x{4}; *x; d = x.v;",
            "d",
            7,
        ),
        open(
            "struct X { int v; }; int operator-(X& x) { x.v += 3; return 3; }",
            "X x{4}; int e = -x; d = x.v;",
            "d",
            7,
        ),
        open(
            "struct X { int v; }; int operator~(X& x) { x.v += 3; return 3; }",
            "X x{4}; int e = ~x; d = x.v;",
            "d",
            7,
        ),
        open(
            "struct X { int v; }; X* operator&(X& x) { x.v += 3; return nullptr; }",
            "X x{4}; auto p = &x; d = x.v;",
            "d",
            7,
        ),
        open(
            "enum E { A1, B1 }; E& operator++(E& e) { e = B1; return e; }",
            "E e = A1; ++e; d = e + 3;",
            "d",
            4,
        ),
        open("struct X { int v; X(int n) : v(n) { } }; void f(X x, int& d) { d = x.v; }", "f(9, d);", "d", 9),
        open("struct X { int v; X(int& n) : v(n) { n = 8; } }; void f(X) { }", "f(d);", "d", 8),
        open("struct X { int v; X(int& n) : v(n) { n = 8; } };", "X x = d;", "d", 8),
        open("struct X { int v; X(int& n) : v(n) { n = 8; } }; X f(int& n) { return n; }", "f(d);", "d", 8),
        open(
            "struct X { int v; X(const X& o) : v(o.v + 1) { } X(int n) : v(n) { } };",
            "X x(4); X y = x; d = y.v;",
            "d",
            5,
        ),
        open(
            "struct X { int& v; X(int& n) : v(n) { } X(const X& o) : v(o.v) { v = 9; } }; void f(X) { }",
            "X x(d); f(x);",
            "d",
            9,
        ),
        open(
            "struct X { int v; X(X& o) : v(o.v) { o.v = 9; } X(int n) : v(n) { } };",
            "X x(4); X y = x; d = x.v;",
            "d",
            9,
        ),
        open(
            "struct X { int v; X& operator=(X& o) { v = o.v; o.v = 9; return *this; } };",
            "X x{4}, y{5}; y = x; d = x.v;",
            "d",
            9,
        ),
        open(
            "struct X { int v; X(X&& o) : v(o.v) { o.v = 0; } X(int n) : v(n) { } };",
            "X x(4); X y = std::move(x); d = x.v * 10 + y.v;",
            "d",
            4,
        ),
        open(
            "struct X { int v; X& operator=(X&& o) { v = o.v; o.v = 0; return *this; } X(int n) : v(n) { } };",
            "X x(4), y(5); y = std::move(x); d = x.v * 10 + y.v;",
            "d",
            4,
        ),
        open(ALSO_DECLARED, "X x{4}; bool b = x && true; d = x.v;", "d", 9),
        open(ALSO_DECLARED, "X x{4}; while (x) { break; } d = x.v;", "d", 9),
        open(ALSO_DECLARED, "X x{4}; int e = x ? 1 : 2; d = x.v;", "d", 9),
        open(
            "struct X { int v; operator int&() { return v; } };",
            "X x{4}; int& r = x; r = 9; d = x.v;",
            "d",
            9,
        ),
        open(
            "struct X { int v; operator int*() { return &v; } };",
            "X x{4}; int* r = x; *r = 9; d = x.v;",
            "d",
            9,
        ),
        open(
            "struct X { int v; int* begin() { return &v; } int* end() { return &v + 1; } };",
            "X x{4}; for (int& y : x) y = 9; d = x.v;",
            "d",
            9,
        ),
        open(
            "struct X { int v; int* begin() { v = 8; return &v; } int* end() { return &v + 1; } };",
            "X x{4}; for (int y : x) d = y;",
            "d",
            8,
        ),
    ]);
}

#[test]
fn destructors_write_when_they_are_run() {
    check(&[
        open("struct G { int& r; ~G() { r = 5; } };", "{ G g{d}; }", "d", 5),
        open(
            "struct G { int& r; ~G() { r += 5; } }; int f(int& x) { G g{x}; return x; }",
            "int e = f(d); d = d * 10 + e;",
            "d",
            94,
        ),
        open(
            "struct G { int& r; ~G() { r = 5; } };",
            "auto p = std::make_unique<G>(G{d}); d = 3; p.reset();",
            "d",
            5,
        ),
        open("struct G { int& r; ~G() { r = 5; } };", "G* p = new G{d}; d = 3; delete p;", "d", 5),
        open("struct G { int& r; ~G() { r = 5; } }; struct H { G g; };", "{ H h{{d}}; d = 3; }", "d", 5),
        open(
            "struct G { int& r; ~G() { r = 5; } };",
            "{ std::vector<G> v; v.push_back(G{d}); d = 3; }",
            "d",
            5,
        ),
        open(
            "struct G { int& r; ~G() { r = 5; } };",
            "{ std::optional<G> v; v.emplace(G{d}); d = 3; v.reset(); }",
            "d",
            5,
        ),
        open(
            "struct G { int& r; ~G() { r = 5; } };",
            "{ auto v = std::make_shared<G>(G{d}); auto w = v; d = 3; }",
            "d",
            5,
        ),
        open("int g = 4; struct G { ~G() { g = 5; } };", "{ G x; g = 3; } d = g;", "d", 5),
        open("int g = 4; struct G { ~G() { g = 5; } }; G mk() { return G{}; }", "mk(); d = g;", "d", 5),
        open("int g = 4; struct G { int v = 1; ~G() { g = 5; } };", "d = G{}.v + g; d = g;", "d", 5),
        open(
            "struct G { int& r; ~G() { r = 5; } };",
            "for (int i = 0; i < 1; ++i) { G g{d}; d = 3; }",
            "d",
            5,
        ),
        open("struct G { int& r; ~G() { r = 5; } };", "if (G g{d}; true) { d = 3; }", "d", 5),
        open(
            "struct G { int& r; ~G() { r = 5; } };",
            "try { G g{d}; d = 3; throw 1; } catch (int) { d += 1; }",
            "d",
            6,
        ),
    ]);
}

#[test]
fn exceptions_leave_what_was_written_before_them() {
    check(&[
        open("", "try { d = 5; throw 1; } catch (int n) { d += n; }", "d", 6),
        open("void t(int& x) { x = 7; throw 2; }", "try { t(d); d = 1; } catch (int n) { d += n; }", "d", 9),
        open("", "try { try { throw 1; } catch (int) { d = 5; throw; } } catch (...) { d += 1; }", "d", 6),
        open(
            "void t(int n) { if (n > 2) throw n; }",
            "try { t(1); d = 1; t(3); d = 2; } catch (int n) { d = d * 10 + n; }",
            "d",
            13,
        ),
        open("struct E { int v; };", "try { throw E{8}; } catch (E& e) { d = e.v; }", "d", 8),
        open(
            "int f(int n) try { if (n) throw n; return 1; } catch (int m) { return m + 5; }",
            "d = f(3);",
            "d",
            8,
        ),
        open(
            "int g = 1; int f() { g = 6; throw 1; return 2; }",
            "try { g = f(); } catch (...) { } d = g;",
            "d",
            6,
        ),
        open(
            "int g = 1; struct T { T() { g = 6; throw 1; } };",
            "try { T t; g = 9; } catch (...) { } d = g;",
            "d",
            6,
        ),
        open(
            "",
            "for (int i = 0; i < 3; ++i) { try { if (i == 1) throw i; d = i; } catch (int) { continue; } }",
            "d",
            2,
        ),
        open(
            "int f(int n) { try { if (n) throw 1; return 5; } catch (...) { } return 6; }",
            "d = f(1) * 10 + f(0);",
            "d",
            65,
        ),
        open(
            "void t() { throw 1; }",
            "auto f = [&] { d = 5; t(); d = 6; }; try { f(); } catch (...) {}",
            "d",
            5,
        ),
        open("", "try { d = std::stoi(\"x\"); } catch (...) { d += 3; }", "d", 7),
        open("", "std::vector<int> v; try { d = v.at(3); } catch (...) { d += 3; }", "d", 7),
    ]);
}
