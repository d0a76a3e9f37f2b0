//! What functions and methods return: a copy of the object, a reference to it, or its address.

use crate::executed::{certain, check, open};

/// What several of the programs declare.
const DECLARED: &str = "struct S { int x; S g() { x += 1; return *this; } S& r() { x += 1; return *this; } S* p() { x += 1; return this; } auto with(int n) { auto c = *this; c.x = n; return c; } auto wp() { return this; } const S& cr() const { return *this; } decltype(auto) dr() { return *this; } auto& ar() { return *this; } auto tr() -> S& { return *this; } auto tp() -> S* { return this; } auto tv() -> S { return *this; } };";
/// What several of the programs declare.
const ALSO_DECLARED: &str = "struct S { int x; void one() { x = 1; } void two() { x = 2; } int get() { return x; } void set(int n) { x = n; } int inc(int& n) { n += 1; return n; } };";

#[test]
fn a_method_that_returns_its_object_by_value_returns_a_copy() {
    check(&[
        certain(DECLARED, "S s{4}; s.g().r().x = 9; d = s.x;", "d", 5),
        certain(DECLARED, "S s{4}; auto t = s.g(); t.x = 9; d = s.x * 10 + t.x;", "d", 59),
        open(DECLARED, "S s{4}; auto& t = s.r(); t.x = 9; d = s.x;", "d", 9),
        certain(DECLARED, "S s{4}; auto t = s.r(); t.x = 9; d = s.x;", "d", 5),
        open(DECLARED, "S s{4}; auto p = s.p(); p->x = 9; d = s.x;", "d", 9),
        open(DECLARED, "S s{4}; s.p()->x = 9; d = s.x;", "d", 9),
        certain(DECLARED, "S s{4}; auto t = s.with(7); t.x += 1; d = s.x * 10 + t.x;", "d", 48),
        open(DECLARED, "S s{4}; auto t = s.wp(); t->x = 9; d = s.x;", "d", 9),
        open(DECLARED, "S s{4}; s.wp()->x = 9; d = s.x;", "d", 9),
        open(DECLARED, "S s{4}; const S& t = s.cr(); s.x = 9; d = t.x;", "d", 9),
        open(DECLARED, "S s{4}; auto&& t = s.dr(); t.x = 9; d = s.x;", "d", 9),
        certain(DECLARED, "S s{4}; s.ar().x = 9; d = s.x;", "d", 9),
        certain(DECLARED, "S s{4}; s.tr().x = 9; d = s.x;", "d", 9),
        open(DECLARED, "S s{4}; s.tp()->x = 9; d = s.x;", "d", 9),
        certain(DECLARED, "S s{4}; auto t = s.tv(); t.x = 9; d = s.x;", "d", 4),
        certain(
            "struct S { int x; }; S cp(S& s) { return s; }",
            "S s{4}; auto t = cp(s); t.x = 9; d = s.x;",
            "d",
            4,
        ),
        open(
            "struct S { int x; }; S cp(S& s) { S& u = s; return u; }",
            "S s{4}; const S& t = cp(s); s.x = 9; d = t.x;",
            "d",
            4,
        ),
        certain(
            "struct S { int x; }; S gs{4}; S gget() { return gs; }",
            "const auto& t = gget(); gs.x = 9; d = t.x;",
            "d",
            4,
        ),
        certain("struct S { int x; }; S gs{4}; S& gget() { return gs; }", "gget().x = 9; d = gs.x;", "d", 9),
        certain(
            "struct S { int x; };",
            "S s{4}; auto f = [&] { return s; }; auto&& t = f(); s.x = 9; d = t.x;",
            "d",
            4,
        ),
        certain(
            "struct S { int x; };",
            "S s{4}; auto f = [&]() -> S& { return s; }; f().x = 9; d = s.x;",
            "d",
            9,
        ),
        certain(
            "struct S { int x; };",
            "S s{4}; auto f = [&]() -> auto& { return s; }; auto& t = f(); t.x = 9; d = s.x;",
            "d",
            9,
        ),
        open(DECLARED, "auto f = [&]() -> int& { return d; }; f() = 5;", "d", 5),
        open(DECLARED, "auto f = [&]() -> int& { return d; }; int& r = f(); r = 5;", "d", 5),
        certain(
            "struct S { int x; };",
            "auto f = [](S& s) { return s; }; S s{4}; auto&& t = f(s); t.x = 9; d = s.x;",
            "d",
            4,
        ),
        open(
            "struct T; struct S { int x; S* me; S() : x(4), me(this) {} auto get() { return me; } };",
            "S s; auto q = s.get(); q->x = 9; d = s.x;",
            "d",
            9,
        ),
        open(
            "struct S { int x; auto get() { auto p = this; return p; } };",
            "S s{4}; auto q = s.get(); q->x = 9; d = s.x;",
            "d",
            9,
        ),
        certain(
            "struct S { int x; S g(bool b) { return b ? *this : S{3}; } };",
            "S s{4}; auto&& t = s.g(true); t.x = 9; d = s.x;",
            "d",
            4,
        ),
        open(
            "struct I { int x; }; struct S { I i; I get() { return i; } I& ref() { return i; } };",
            "S s{{4}}; auto&& t = s.get(); t.x = 9; s.ref().x += 1; d = s.i.x * 10 + t.x;",
            "d",
            59,
        ),
        open(
            "struct S { int x; operator S*() { return this; } S operator+(int n) { x += n; return *this; } };",
            "S s{4}; auto t = s + 1; t.x = 9; d = s.x;",
            "d",
            5,
        ),
        open(
            "struct S { int x; S operator++(int) { S old = *this; ++x; return old; } S& operator++() { ++x; return *this; } };",
            "S s{4}; auto t = s++; ++s; d = s.x * 10 + t.x;",
            "d",
            64,
        ),
        open(
            "struct S { int x; S& operator=(const S& o) { x = o.x + 1; return *this; } };",
            "S s{4}, t{5}; (s = t).x = 9; d = s.x;",
            "d",
            9,
        ),
        certain(
            "template <class T> T id(T t) { return t; } struct S { int x; };",
            "S s{4}; auto&& t = id(s); t.x = 9; d = s.x;",
            "d",
            4,
        ),
        open(
            "template <class T> T id(T&& t) { return t; } struct S { int x; };",
            "S s{4}; auto&& t = id(s); t.x = 9; d = s.x;",
            "d",
            9,
        ),
        open(
            "template <class T> decltype(auto) id(T& t) { return (t); } struct S { int x; };",
            "S s{4}; auto&& t = id(s); t.x = 9; d = s.x;",
            "d",
            9,
        ),
        open(
            "struct S { int x; }; using P = S*; P id(S& t) { return &t; }",
            "S s{4}; id(s)->x = 9; d = s.x;",
            "d",
            9,
        ),
        open(
            "struct S { int x; using P = S*; P me() { return this; } };",
            "S s{4}; s.me()->x = 9; d = s.x;",
            "d",
            9,
        ),
        certain(
            "struct S { int x; using R = S&; R me() { return *this; } };",
            "S s{4}; s.me().x = 9; d = s.x;",
            "d",
            9,
        ),
        open("int g = 4; int& gg() { return g; }", "gg() = 8; d = g;", "d", 8),
        open("int g = 4; int& gg() { int& r = g; return r; }", "int& q = gg(); q = 8; d = g;", "d", 8),
        certain(
            "struct S { int x; }; S gs{4}; S mk() { return gs; }",
            "auto&& t = mk(); t.x = 9; auto&& u = mk(); d = u.x;",
            "d",
            4,
        ),
    ]);
}

#[test]
fn the_address_of_the_object_at_hand_is_no_copy_of_it() {
    check(&[
        open(
            "struct S { int x; auto get() { auto p = this; auto q = p; q->x = 9; return x; } };",
            "S s{4}; d = s.get();",
            "d",
            9,
        ),
        open(
            "struct S { int x; S* self() { S* p = this; p->x = 9; return p; } };",
            "S s{4}; s.self(); d = s.x;",
            "d",
            9,
        ),
        open(
            "struct S { int x; void go(); }; void poke(S* p) { p->x = 9; } void S::go() { poke(this); }",
            "S s{4}; s.go(); d = s.x;",
            "d",
            9,
        ),
        certain(
            "struct S { int x; auto c() { auto t = *this; t.x = 9; return x; } };",
            "S s{4}; d = s.c();",
            "d",
            4,
        ),
        open(
            "struct S { int x; void swap(S& o) { S t = *this; *this = o; o = t; } };",
            "S s{4}, o{5}; s.swap(o); d = s.x * 10 + o.x;",
            "d",
            54,
        ),
        open("struct S { int x; void rst() { *this = S{7}; } };", "S s{4}; s.rst(); d = s.x;", "d", 7),
        certain(
            "struct S; void poke(S& s); struct S { int x; void go() { poke(*this); } }; void poke(S& p) { p.x = 9; }",
            "S s{4}; s.go(); d = s.x;",
            "d",
            9,
        ),
        open(
            "struct S { int x; void go() { std::swap(*this, *new S{8}); } };",
            "S s{4}; s.go(); d = s.x;",
            "d",
            8,
        ),
        open(
            "struct S { int x; void go() { auto& r = *this; r.x = 9; } };",
            "S s{4}; s.go(); d = s.x;",
            "d",
            9,
        ),
        open(
            "struct S { int x; void go() { auto f = [self = *this]() mutable { self.x = 9; return self.x; }; x += f(); } };",
            "S s{4}; s.go(); d = s.x;",
            "d",
            13,
        ),
        certain(
            "struct S { int x; void go() { (*this).x = 9; (*this).add(); } void add() { x += 1; } };",
            "S s{4}; s.go(); d = s.x;",
            "d",
            10,
        ),
        certain(
            "struct S { int x; int operator()(int n) { x += n; return x; } int go() { return (*this)(3); } };",
            "S s{4}; d = s.go() * 10 + s.x;",
            "d",
            77,
        ),
    ]);
}

#[test]
fn calls_through_pointers_to_members_write() {
    check(&[
        open(ALSO_DECLARED, "S s{4}; void (S::*p)() = &S::two; (s.*p)(); d = s.x;", "d", 2),
        open(ALSO_DECLARED, "S s{4}; auto p = &S::one; S* q = &s; (q->*p)(); d = s.x;", "d", 1),
        open(ALSO_DECLARED, "S s{4}; void (S::*p)(int) = &S::set; (s.*p)(9); d = s.x;", "d", 9),
        open(
            ALSO_DECLARED,
            "S s{4}; int (S::*p)(int&) = &S::inc; int e = (s.*p)(d); d = d * 10 + e;",
            "d",
            55,
        ),
        open(ALSO_DECLARED, "S s{4}; int S::*m = &S::x; s.*m = 8; d = s.x;", "d", 8),
        open(ALSO_DECLARED, "S s{4}; int S::*m = &S::x; int& r = s.*m; r = 8; d = s.x;", "d", 8),
        open(ALSO_DECLARED, "S s{4}; S* q = &s; int S::*m = &S::x; (q->*m) += 8; d = s.x;", "d", 12),
        open(ALSO_DECLARED, "S s{4}; std::invoke(&S::two, s); d = s.x;", "d", 2),
        open(ALSO_DECLARED, "S s{4}; std::mem_fn(&S::two)(s); d = s.x;", "d", 2),
        open(ALSO_DECLARED, "S s{4}; std::invoke(&S::x, s) = 9; d = s.x;", "d", 9),
        open(
            "struct S { int x; void one() { x = 1; } void two() { x = 2; } int get() { return x; } void set(int n) { x = n; } int inc(int& n) { n += 1; return n; } };template <void (S::*P)()> void call(S& s) { (s.*P)(); }",
            "S s{4}; call<&S::two>(s); d = s.x;",
            "d",
            2,
        ),
        open(ALSO_DECLARED, "S s{4}; S t = s; auto p = &S::two; (t.*p)(); d = s.x * 10 + t.x;", "d", 42),
        open(
            "struct S { int x; void one() { x = 1; } void two() { x = 2; } int get() { return x; } void set(int n) { x = n; } int inc(int& n) { n += 1; return n; } }; S make() { return S{4}; }",
            "auto p = &S::get; d = (make().*p)();",
            "d",
            4,
        ),
        open(
            "struct S { int x; void one() { x = 1; } void two() { x = 2; } int get() { return x; } void set(int n) { x = n; } int inc(int& n) { n += 1; return n; } }; struct D : S { };",
            "D s; s.x = 4; void (S::*p)() = &S::two; (s.*p)(); d = s.x;",
            "d",
            2,
        ),
        open(ALSO_DECLARED, "S s{4}; auto p = &S::two; auto f = [&] { (s.*p)(); }; f(); d = s.x;", "d", 2),
        open(
            "struct S { int x; void one() { x = 1; } void two() { x = 2; } int get() { return x; } void set(int n) { x = n; } int inc(int& n) { n += 1; return n; } }; struct H { S s; void go(void (S::*p)()) { (s.*p)(); } };",
            "H h{{4}}; h.go(&S::two); d = h.s.x;",
            "d",
            2,
        ),
        open(
            "struct S { int x; void one() { x = 1; } void two() { x = 2; } int get() { return x; } void set(int n) { x = n; } int inc(int& n) { n += 1; return n; } }; struct H { int x; void go(void (H::*p)()) { (this->*p)(); } void two() { x = 2; } };",
            "H h{4}; h.go(&H::two); d = h.x;",
            "d",
            2,
        ),
    ]);
}
