//! What is written under another name: references, parts of memory, fields of unions, what a lambda captures.

use crate::executed::{certain, check, open};

#[test]
fn a_target_may_be_a_comma_a_condition_or_an_address() {
    check(&[
        open("", "int e = 0; (e = 1, d) = 5;", "d", 5),
        open("", "int e = 0; bool c = true; (c ? d : e) = 5;", "d", 5),
        certain("", "(d) = 5;", "d", 5),
        open("", "*&d = 5;", "d", 5),
        open("", "int e = 0; ++(e, d);", "d", 5),
        open("", "(d += 1) = 8;", "d", 8),
        open("", "(d = 2) += 6;", "d", 8),
        open("", "++++d;", "d", 6),
        open("", "int e = 1; bool c = d > 3; (c ? d : e) += 5; d = d * 10 + e;", "d", 91),
        certain(
            "struct S { int x; };",
            "S s{1}, t{2}; bool c = false; (c ? s : t).x = 9; d = s.x * 10 + t.x;",
            "d",
            19,
        ),
        open("struct S { int x; };", "S s{1}; (d = 6, s).x = d; d = s.x;", "d", 4),
        open("", "int e = 1; int& r = (e = 3, d); r = 7; d = d * 10 + e;", "d", 73),
        open("", "int e = 1; int& r = d > 3 ? d : e; r = 7; d = d * 10 + e;", "d", 71),
        open("", "int e = (d = 7); d += e;", "d", 14),
        open("", "int e = d++ + 1; d = d * 10 + e;", "d", 55),
        open("", "if ((d = 5) && true) d += 1;", "d", 6),
        open("", "int a[2] = {1, 2}; int i = 0; a[i++] = 7; d = a[0] * 10 + i;", "d", 71),
        open("", "int i = 0; while ((d = i++) < 3); d = d * 10 + i;", "d", 34),
        open("", "(*&d)++;", "d", 5),
        open("", "(&d)[0] = 5;", "d", 5),
        open("", "*(&d + 0) = 5;", "d", 5),
        open("", "int e = 2; std::swap(d, e); (d, e) = 8; d = d * 10 + e;", "d", 28),
        open("", "for (int i = 0, j = 3; i < j; ++i, --j) d = i * 10 + j;", "d", 12),
        open("", "true ? d = 5 : d = 6;", "d", 5),
        open("", "false || (d = 5);", "d", 5),
        open("", "true && (d = 5);", "d", 5),
        open("", "true || (d = 5);", "d", 4),
        certain("", "int e; d = e = 8;", "d", 8),
        certain("", "int e = 3; d += e -= 1; d = d * 10 + e;", "d", 62),
        open("", "(void)(d = 5);", "d", 5),
        open("", "[[maybe_unused]] int e = d--; d *= 2;", "d", 6),
    ]);
}

#[test]
fn of_an_object_only_the_member_is_written_that_something_refers_to() {
    let two = "struct S { int x; int y; };";
    let nested = "struct S { int x; int y; }; struct P { S s; int z; };";
    check(&[
        open(two, "S s{1, 2}; std::reference_wrapper<int> r(s.x); r.get() = 7; d = s.x;", "d", 7),
        certain(two, "S s{1, 2}; std::reference_wrapper<int> r(s.x); r.get() = 7; d = s.y;", "d", 2),
        open(two, "S s{1, 2}; auto r = std::reference_wrapper<S>(s); r.get().y = 7; d = s.y;", "d", 7),
        open(
            nested,
            "P p{{1, 2}, 3}; std::tuple<S&, int> t(p.s, p.z); std::get<0>(t).x = 7; d = p.s.x;",
            "d",
            7,
        ),
        certain(nested, "P p{{1, 2}, 3}; std::tuple<S&> t{p.s}; std::get<0>(t).x = 7; d = p.z;", "d", 3),
        open(nested, "P p{{1, 2}, 3}; std::tuple<int&> t(p.s.y); std::get<0>(t) = 7; d = p.s.y;", "d", 7),
        open(nested, "P p{{1, 2}, 3}; std::tuple<P&> t(p); std::get<0>(t).s.y = 7; d = p.s.y;", "d", 7),
    ]);
}

#[test]
fn a_reference_as_an_argument_of_a_template_is_written_through() {
    check(&[
        open("int gsym = 4; template <int& R> void f() { R = 5; }", "f<gsym>(); d = gsym;", "d", 5),
        open("int gsym = 4; template <int* P> void f() { *P = 5; }", "f<&gsym>(); d = gsym;", "d", 5),
        open("int gsym = 4; template <auto& R> void f() { R = 5; }", "f<gsym>(); d = gsym;", "d", 5),
        open(
            "int gsym = 4; template <int& R> struct T { static void set() { R = 5; } };",
            "T<gsym>::set(); d = gsym;",
            "d",
            5,
        ),
        open("int gsym = 4; template <int& R> struct T { T() { R = 5; } };", "T<gsym> t; d = gsym;", "d", 5),
        open(
            "static int gs[2] = {4, 4}; template <int (&R)[2]> void f() { R[1] = 5; }",
            "f<gs>(); d = gs[1];",
            "d",
            5,
        ),
        open(
            "struct S { static int n; }; int S::n = 4; template <int& R> void f() { R = 5; }",
            "f<S::n>(); d = S::n;",
            "d",
            5,
        ),
        open(
            "struct S { static inline int n = 4; static void f() { n = 6; } };",
            "S::f(); d = S::n;",
            "d",
            6,
        ),
        certain(
            "struct S { static inline int n = 4; void f() { n = 6; } };",
            "S s; s.f(); S t; d = t.n;",
            "d",
            6,
        ),
        certain(
            "void w(int& x) { x = 5; } template <void F(int&)> void call(int& x) { F(x); }",
            "call<w>(d);",
            "d",
            5,
        ),
        open(
            "void w(int& x) { x = 5; } template <auto F, class... T> void call(T&&... x) { F(x...); }",
            "call<w>(d);",
            "d",
            5,
        ),
        certain(
            "struct S { static inline int n = 4; void f() { n = 6; } };",
            "S s; s.f(); d = S::n;",
            "d",
            6,
        ),
        open("struct S { static inline int n = 4; };", "S s; s.n = 6; d = S::n;", "d", 6),
        open("struct S { static inline int n = 4; };", "S s; S::n = 6; d = s.n;", "d", 6),
        certain(
            "struct S { static int n; static void set(int k) { n = k; } int get() { return n; } }; int S::n = 4;",
            "S s; S::set(7); d = s.get();",
            "d",
            7,
        ),
        open(
            "struct B { static inline int n = 4; }; struct D : B { void f() { n = 6; } };",
            "D s; s.f(); d = B::n;",
            "d",
            6,
        ),
    ]);
}

#[test]
fn wrappers_of_references_and_names_of_parts_are_written_through() {
    check(&[
        open("", "auto r = std::ref(d); r.get() = 5;", "d", 5),
        open("", "auto r = std::ref(d); int& q = r; q = 5;", "d", 5),
        open("template <class T> void f(T t) { int& x = t; x = 5; }", "f(std::ref(d));", "d", 5),
        open("", "std::reference_wrapper<int> r = d; r.get() = 5;", "d", 5),
        open("", "std::reference_wrapper r{d}; ++r;", "d", 5),
        open("", "auto t = std::make_tuple(std::ref(d)); int& q = std::get<0>(t); q = 5;", "d", 5),
        open("", "auto t = std::tie(d); std::get<0>(t) = 5;", "d", 5),
        open("", "auto t = std::forward_as_tuple(d); std::get<0>(t) = 5;", "d", 5),
        open("", "std::tuple<int&> t{d}; std::get<0>(t) = 5;", "d", 5),
        open("", "std::pair<int&, int> t{d, 1}; t.first = 5;", "d", 5),
        open("", "std::vector<std::reference_wrapper<int>> v{d}; v[0].get() = 5;", "d", 5),
        open("", "auto [x] = std::tie(d); x = 5;", "d", 5),
        certain("", "auto&& [x, y] = std::make_tuple(4, 5); x = 9; d = x + y;", "d", 14),
        open(
            "struct P { int a, b; };",
            "P p{4, 1}; auto& [x, y] = p; x = 5; y = 7; d = p.a * 10 + p.b;",
            "d",
            57,
        ),
        certain(
            "struct P { int a, b; };",
            "P p{4, 1}; auto [x, y] = p; x = 5; y = 7; d = p.a * 10 + p.b;",
            "d",
            41,
        ),
        open("struct P { int& a; int b; };", "P p{d, 1}; auto [x, y] = p; x = 5;", "d", 5),
        open("", "int a[2] = {1, 2}; auto& [x, y] = a; x = 5; d = a[0];", "d", 5),
        open("", "std::array<int, 2> a{1, 2}; auto& [x, y] = a; x = 5; d = a[0];", "d", 5),
        open("", "std::array<int, 2> a{1, 2}; for (auto& x : a) x += 3; d = a[1];", "d", 5),
        open("", "std::array<int, 2> a{1, 2}; a.fill(6); d = a[1];", "d", 6),
        open("", "std::array<int, 2> a{1, 2}; auto b = a; b[0] = 6; d = a[0];", "d", 1),
        open("", "std::array<int, 2> a{1, 2}; a.at(1) = 6; *a.data() = 5; d = a[0] * 10 + a[1];", "d", 56),
        open(
            "",
            "int a[2][2] = {{1, 2}, {3, 4}}; for (auto& r : a) for (int& x : r) x *= 2; d = a[1][1];",
            "d",
            8,
        ),
        open("struct S { int v[2] = {1, 2}; };", "S s; for (auto& x : s.v) x = 8; d = s.v[1];", "d", 8),
        open("struct S { int v; };", "S a[2] = {{1}, {2}}; for (auto& x : a) x.v = 8; d = a[1].v;", "d", 8),
        open("struct S { int v; };", "S a[2] = {{1}, {2}}; for (auto x : a) x.v = 8; d = a[1].v;", "d", 2),
        open(
            "struct S { int v; };",
            "std::vector<S> a = {{1}, {2}}; for (auto& x : a) x.v = 8; d = a[1].v;",
            "d",
            8,
        ),
        open("", "std::map<int, int> m{{1, 4}}; for (auto& [k, v] : m) v = 8; d = m[1];", "d", 8),
        open("struct S { int v; };", "S s{4}; for (auto* p : {&s}) p->v = 8; d = s.v;", "d", 8),
        open(
            "struct S { int v; };",
            "S s{4}, t{5}; for (S& r : std::initializer_list<std::reference_wrapper<S>>{s, t}) r.v = 8; d = s.v;",
            "d",
            8,
        ),
    ]);
}

#[test]
fn fields_of_a_union_are_in_one_place() {
    check(&[
        open("union U { int a; float f; };", "U u; u.a = 4; u.f = 1.0f; d = u.a & 255;", "d", 0),
        open("struct S { union { int a; int b; }; };", "S s; s.a = 4; s.b = 6; d = s.a;", "d", 6),
        open("", "union { int a; int b; } u; u.a = 4; u.b = 6; d = u.a;", "d", 6),
        open("", "union { int a; int b; }; a = 4; b = 6; d = a;", "d", 6),
        open("union U { int a; int b; void set() { b = 6; } };", "U u; u.a = 4; u.set(); d = u.a;", "d", 6),
        open("union U { int a; int b; };", "U u{4}; int& r = u.b; r = 6; d = u.a;", "d", 6),
        open("union U { int a; struct { short lo, hi; } p; };", "U u{4}; u.p.lo = 6; d = u.a;", "d", 6),
        open("struct S { int k; union { int a; int b; } u; };", "S s{1, {4}}; s.u.b = 6; d = s.u.a;", "d", 6),
        open("union U { int a; int v[2]; };", "U u{4}; u.v[0] = 6; d = u.a;", "d", 6),
        open("union U { int a; int b; };", "U u{4}; auto& w = u; w.b = 6; d = u.a;", "d", 6),
    ]);
}

#[test]
fn memory_is_written_as_bytes() {
    check(&[
        open("", "new (&d) int(5);", "d", 5),
        open("", "int* p = new (&d) int(5); *p += 1;", "d", 6),
        open("struct S { int x; };", "S s{4}; new (&s) S{5}; d = s.x;", "d", 5),
        open("struct S { int x; };", "S s{4}; ::new (static_cast<void*>(&s)) S{5}; d = s.x;", "d", 5),
        open("struct S { int x; void re() { new (this) S{7}; } };", "S s{4}; s.re(); d = s.x;", "d", 7),
        open(
            "struct S { int x; };",
            "S s{4}; auto q = ::new ((void*)std::addressof(s)) S{5}; q->x = 6; d = s.x;",
            "d",
            6,
        ),
        open("struct S { int x; };", "S s{4}; std::destroy_at(&s); d = s.x; new (&s) S{8}; d = s.x;", "d", 8),
        open("", "alignas(int) unsigned char b[4]; int* p = new (b) int(6); d = *p;", "d", 6),
        open("", "int e = 9; memcpy(&d, &e, sizeof(d));", "d", 9),
        open("struct S { int x; };", "S s{4}, t{5}; memcpy(&s, &t, sizeof s); d = s.x;", "d", 5),
        open("", "*reinterpret_cast<int*>(&d) = 5;", "d", 5),
        open("", "reinterpret_cast<char&>(d) = 5;", "d", 5),
        open("", "reinterpret_cast<unsigned char&>(d) = 5; d += 256;", "d", 261),
        open("", "d = 0x1234; reinterpret_cast<unsigned char&>(d) = 5;", "d", 4613),
        open("", "d = 0x1234; unsigned char& c = (unsigned char&)d; c = 5;", "d", 4613),
        open("", "int e = std::exchange(d, 7); d = d * 10 + e;", "d", 74),
        open("", "int e = 3; std::swap(d, e); d = d * 10 + e;", "d", 34),
        open("struct S { int x; };", "S s{4}, t{5}; std::swap(s, t); d = s.x * 10 + t.x;", "d", 54),
        open(
            "struct S { int x; };",
            "S s{4}, t{5}; using std::swap; swap(s.x, t.x); d = s.x * 10 + t.x;",
            "d",
            54,
        ),
        open("", "int a[2] = {1, 2}, b[2] = {3, 4}; std::swap(a, b); d = a[0];", "d", 3),
        open(
            "struct S { int x; friend void swap(S& a, S& b) { int t = a.x; a.x = b.x + 1; b.x = t; } };",
            "S s{4}, t{5}; swap(s, t); d = s.x * 10 + t.x;",
            "d",
            64,
        ),
        open("", "char* c = (char*)&d; c[0] = 9;", "d", 9),
        open("", "int e = 0; std::tie(d, e) = std::make_pair(5, 6); d = d * 10 + e;", "d", 56),
        open("", "std::memset(&d, 0, sizeof d);", "d", 0),
        open("", "float f = 2.5f; d = *reinterpret_cast<int*>(&f) >> 24;", "d", 64),
        open("", "int e = __builtin_add_overflow(d, 5, &d); d += e;", "d", 9),
    ]);
}

#[test]
fn lambdas_write_what_they_capture_by_reference() {
    check(&[
        certain("", "auto f = [&x = d] { x = 5; }; f();", "d", 5),
        open("", "auto f = [x = d]() mutable { return ++x; }; f(); d = f();", "d", 6),
        open("", "auto f = [d]() mutable { return ++d; }; int e = f(); d = d * 10 + e;", "d", 45),
        certain("", "int e = 1; auto f = [=, &e] { e = d; }; d = 9; f(); d = d * 10 + e;", "d", 94),
        certain("", "int e = 1; auto f = [&, e] { d = e; }; e = 9; f();", "d", 1),
        certain(
            "",
            "auto f = [&](auto&& self, int n) -> void { if (n == 0) return; d += n; self(self, n - 1); }; f(f, 3);",
            "d",
            10,
        ),
        certain(
            "struct S { int x; auto get() { return [this] { x = 9; }; } };",
            "S s{4}; s.get()(); d = s.x;",
            "d",
            9,
        ),
        open(
            "struct S { int x; auto get() { return [*this]() mutable { x = 9; return x; }; } };",
            "S s{4}; int e = s.get()(); d = s.x * 10 + e;",
            "d",
            49,
        ),
        certain(
            "struct S { int x; auto get() { return [=] { x = 9; }; } };",
            "S s{4}; s.get()(); d = s.x;",
            "d",
            9,
        ),
        open(
            "struct S { int x; auto get() { return [self = *this] { return self.x; }; } };",
            "S s{4}; auto f = s.get(); s.x = 9; d = f();",
            "d",
            4,
        ),
        open(
            "struct S { int x; auto get() { return [&self = *this] { self.x = 9; }; } };",
            "S s{4}; s.get()(); d = s.x;",
            "d",
            9,
        ),
        open(
            "struct S { int x; auto get() { return [self = this] { self->x = 9; }; } };",
            "S s{4}; s.get()(); d = s.x;",
            "d",
            9,
        ),
        open("", "int n = 0; auto f = [&n]() -> int& { return n; }; f() += 4; d = n;", "d", 4),
        certain("", "auto f = [&](int& x) { x = d + 1; }; f(d);", "d", 5),
        certain(
            "",
            "std::function<int(int)> f = [&](int n) { return n ? f(n - 1) + d : 0; }; d = f(3);",
            "d",
            12,
        ),
        open("", "auto g = [p = &d] { *p = 6; }; g();", "d", 6),
        open(
            "",
            "auto f = [c = 0]() mutable { return c++; }; f(); f(); auto g = f; d = f() * 10 + g();",
            "d",
            22,
        ),
        certain("", "int x = 1; [x]() mutable { x = 9; }(); d = x;", "d", 1),
        certain("", "int x = 1; auto f = [&x, y = x] { return x * 10 + y; }; x = 3; d = f();", "d", 31),
        open("", "auto f = [v = std::vector<int>{4}]() mutable { v[0] = 6; return v[0]; }; d = f();", "d", 6),
        open("", "auto f = [&](auto... x) { ((d += x), ...); }; f(1, 2, 3);", "d", 10),
        open("", "auto f = [&](auto&... x) { ((x = 5), ...); }; f(d);", "d", 5),
        certain("int g = 4;", "auto f = [] { g = 5; }; f(); d = g;", "d", 5),
        certain("", "static int s = 4; auto f = [] { s = 5; }; f(); d = s;", "d", 5),
    ]);
}

#[test]
fn static_variables_stay_and_defaults_are_computed_for_each_object() {
    check(&[
        open("int n() { static int c = 3; return ++c; }", "n(); n(); d = n();", "d", 6),
        open("int& n() { static int c = 3; return c; }", "n() = 8; d = n();", "d", 8),
        open(
            "template <int N> int n() { static int c = N; return c++; }",
            "n<1>(); n<2>(); d = n<1>() * 10 + n<2>();",
            "d",
            23,
        ),
        open(
            "struct S { int get() { static int c = 0; return ++c; } };",
            "S s, t; s.get(); d = t.get();",
            "d",
            2,
        ),
        open("int n(int k) { static int c = k; return c; }", "n(3); d = n(5);", "d", 3),
        open(
            "int n() { static auto f = [c = 0]() mutable { return ++c; }; return f(); }",
            "n(); d = n();",
            "d",
            2,
        ),
        open("struct C { int v = 0; }; C& n() { static C c; c.v++; return c; }", "n(); d = n().v;", "d", 2),
        open("int n() { thread_local int c = 3; return ++c; }", "n(); d = n();", "d", 5),
        open("inline auto n = [c = 0]() mutable { return ++c; };", "n(); d = n();", "d", 2),
        open("int n() { static int a[2] = {1, 2}; a[0] += 1; return a[0]; }", "n(); d = n();", "d", 3),
        certain("struct S { int a = 2; int b = a + 1; };", "S s; s.a = 7; d = s.b;", "d", 3),
        certain("struct S { int a = 2; int b = a + 1; };", "S s{5}; d = s.b;", "d", 6),
        open("int c = 0; struct S { int a = ++c; };", "S s, t; d = t.a;", "d", 2),
        open("int c = 0; struct S { int a = ++c; };", "S s{4}; d = c;", "d", 0),
        open(
            "int c = 0; struct S { int a = ++c; S() {} S(int n) : a(n) {} };",
            "S s(4), t; d = c * 10 + t.a;",
            "d",
            11,
        ),
        certain("struct S { int a = 3; S() : a(5) {} };", "S s; d = s.a;", "d", 5),
        certain("struct S { int b, a; S(int n) : b(n), a(b + 1) {} };", "S s(4); d = s.a;", "d", 5),
        open(
            "struct S { int a; S(int n) : S(n, 1) {} S(int n, int m) : a(n + m) {} };",
            "S s(4); d = s.a;",
            "d",
            5,
        ),
        open(
            "struct B { int a; B(int n) : a(n) {} }; struct D : B { using B::B; int b = a + 1; };",
            "D s(4); d = s.b;",
            "d",
            5,
        ),
        open("int g = 4; int nxt(int n = ++g) { return n; }", "nxt(); d = nxt();", "d", 6),
    ]);
}
