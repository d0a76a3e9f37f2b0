//! C++ objects seen as one of their base classes: of names that both have, the base's is meant, but for functions that are
//! `virtual`. What is expected was printed by g++.

use crate::fixture::check;

const CLASSES: &str = "
    struct Base {
      static constexpr int n = 4;
      using L = Layout<_4>;
      int f() const { return 4; }
      int g() const { return this->f(); }
    };
    struct Derived : Base {
      static constexpr int n = 8;
      using L = Layout<_8>;
      int f() const { return 8; }
    };
    template <class T> int member(T const& t) { return T::n; }
    template <class T> struct Trait { static constexpr int v = 1; };
    template <> struct Trait<Base> { static constexpr int v = 4; };
    template <> struct Trait<Derived> { static constexpr int v = 8; };
    template <class T> int trait(T const& t) { return Trait<T>::v; }
    int by_reference(Base const& b) { return b.f(); }
    int by_value(Base b) { return b.f(); }
    Base& give(Derived& d) { return d; }
    Base make() { return Derived{}; }
    struct Hold { Base& b; int f() { return b.f(); } };
    struct Keep { Base b; int f() { return b.f(); } };";

/// Checks that an expression is 4 in a function with these statements before it: what the base has.
fn is_of_base(before: &str, expression: &str) {
    let source =
        format!("{CLASSES} void main() {{ Derived d; {before} auto seen = make_layout({expression}); }}");
    check(&source, &["seen = 4:1"]);
}

#[test]
fn a_reference_to_a_base_sees_the_members_of_the_base() {
    for (before, expression) in [
        ("Base& b = d;", "b.f()"),
        ("Base& b = d;", "b.n"),
        ("Base const& b = d;", "b.f()"),
        ("Base& b = d; auto& c = b;", "c.f()"),
        ("Base& b = d; Base& c = b;", "c.f()"),
        ("Base const& b = Derived{};", "b.f()"),
        ("using B = std::conditional_t<true, Base, Derived>; B& b = d;", "b.f()"),
        ("Base* p = &d;", "(*p).f()"),
        ("auto l = [](Base const& b) { return b.f(); };", "l(d)"),
        ("auto l = [&b = static_cast<Base&>(d)]() { return b.f(); };", "l()"),
        ("", "by_reference(d)"),
        ("", "give(d).f()"),
        ("Hold h{d};", "h.f()"),
        ("", "static_cast<Base&>(d).f()"),
        ("", "static_cast<Base const&>(d).n"),
    ] {
        is_of_base(before, expression);
    }
}

#[test]
fn a_method_of_a_base_sees_its_object_as_the_base() {
    check(
        &format!(
            "{CLASSES} struct Own {{ int m = 4; int get() {{ return this->m; }} }};
             struct Hides : Own {{ int m = 8; }};
             void main() {{
               Derived d; auto method = make_layout(d.g());
               Hides h; auto field = make_layout(h.get());
             }}"
        ),
        &["method = 4:1", "field is unknown"],
    );
}

#[test]
fn the_part_of_an_object_that_is_copied_has_the_members_of_the_base() {
    for (before, expression) in [
        ("Base b = d;", "b.f()"),
        ("Base& r = d; auto b = r;", "b.f()"),
        ("", "by_value(d)"),
        ("", "make().f()"),
        ("Keep k{d};", "k.f()"),
    ] {
        is_of_base(before, expression);
    }
}

#[test]
fn what_is_seen_of_an_object_in_other_ways_is_not_known() {
    for (before, expression) in [
        ("Base a; Base& r = d; r = a;", "d.f()"),
        ("Base b; b = d;", "b.f()"),
        ("Base a;", "(true ? d : a).f()"),
        ("", "passed<Base&>(d)"),
        ("Other o; Base b = o;", "b.f()"),
        ("std::optional<Base> o = Derived{};", "(*o).f()"),
        ("", "pack<Base>(d)"),
        ("", "pack<Base, Derived>(d, d)"),
        ("std::function<int(Base)> f = [](auto x) { return x.f(); };", "f(d)"),
        ("std::function<Base()> f = [] { return Derived{}; };", "f().f()"),
        ("Both both;", "both.f()"),
    ] {
        let source = format!(
            "{CLASSES}
             template <class T> int passed(T&& t) {{ return t.f(); }}
             template <class... Ts> int pack(Ts const&... ts) {{ return (ts.f() + ...); }}
             struct Both : Base {{ using Base::f; int f(int) const {{ return 9; }} }};
             struct Other {{ operator Base() const {{ return Base{{}}; }} int f() const {{ return 12; }} }};
             void main() {{ Derived d; {before} auto seen = make_layout({expression}); }}"
        );
        check(&source, &["seen is unknown"]);
    }
}

#[test]
fn classes_of_one_template_are_told_apart_by_their_arguments() {
    check(
        "struct Last { int f() const { return 1; } };
         template <class B> struct On : B {
           int f() const { return B::f() + 10; }
           int up() const { return static_cast<B const&>(*this).f(); }
         };
         template <int N> struct Part { static constexpr int n = N; int f() const { return N; } };
         struct Two : Part<1>, Part<2> { static constexpr int n = 9; int f() const { return 9; } };
         void main() {
           On<On<Last>> on; On<Last>& seen = on;
           auto of_reference = make_layout(seen.f()); auto of_method = make_layout(on.up());
           Two two; Part<1>& one = two; Part<2> copy = two;
           auto of_first = make_layout(one.f()); auto of_second = make_layout(copy.n);
         }",
        &["of_reference = 11:1", "of_method = 11:1", "of_first = 1:1", "of_second = 2:1"],
    );
}

#[test]
fn a_virtual_function_with_another_of_its_name_is_not_chosen() {
    for class in [
        "struct W : V { int f() { return 8; } };",
        "struct X { int f() const { return 3; } }; struct W : X, V {};",
        "struct W : V { int f(int) const { return 9; } };",
    ] {
        let source = format!(
            "struct V {{ virtual int f() const {{ return 4; }} }}; {class}
             void main() {{ W w; V& v = w; auto seen = make_layout(v.f()); }}"
        );
        check(&source, &["seen is unknown"]);
    }
}

#[test]
fn the_type_of_a_reference_is_not_that_of_its_object() {
    for trait_of in ["decltype(r)", "decltype(c)"] {
        let source = format!(
            "struct P {{}}; template <class T> struct Trait {{ static constexpr int v = 1; }};
             template <> struct Trait<P> {{ static constexpr int v = 2; }};
             void main() {{ P p; P& r = p; P const c{{}}; auto seen = make_layout(Trait<{trait_of}>::v); }}"
        );
        check(&source, &["seen is unknown"]);
    }
}

#[test]
fn a_template_is_made_for_the_type_that_its_argument_is_declared_to_have() {
    for expression in ["member(b)", "trait(b)", "decltype(r)::n"] {
        is_of_base("Base& b = d; Base r = d;", expression);
    }
}

#[test]
fn a_base_that_is_cast_back_has_the_members_of_the_object() {
    check(
        &format!(
            "{CLASSES}
             template <class D> struct Crtp {{
               int by_pointer() const {{ return static_cast<D const*>(this)->f(); }}
               int by_reference() const {{ return static_cast<D const&>(*this).f(); }}
             }};
             struct Own : Crtp<Own> {{ int f() const {{ return 16; }} }};
             void main() {{
               Derived d; Base& b = d;
               auto back = make_layout(static_cast<Derived&>(b).f());
               Own own; Crtp<Own>& seen = own;
               auto of_object = make_layout(own.by_reference());
               auto of_reference = make_layout(seen.by_reference());
             }}"
        ),
        &["back = 8:1", "of_object = 16:1", "of_reference = 16:1"],
    );
}

#[test]
fn a_virtual_function_is_that_of_the_object() {
    check(
        "struct V { virtual int f() const { return 4; } int g() const { return f(); } };
         struct W : V { int f() const override { return 8; } };
         void nobody_calls(V const* p) { auto unseen = make_layout((*p).f()); }
         void main() {
           W w;
           V& v = w; auto by_reference = make_layout(v.f()); auto through = make_layout(v.g());
           V copy = w; auto of_copy = make_layout(copy.f());
           V* p = &w; auto by_pointer = make_layout((*p).f());
         }",
        &[
            "unseen is unknown",
            "by_reference = 8:1",
            "through = 8:1",
            "of_copy = 4:1",
            "by_pointer is unknown",
        ],
    );
}

#[test]
fn the_type_of_an_object_has_the_members_of_its_class() {
    check(
        "template <int N> struct Config { static constexpr int n = N; using L = Layout<Int<N>>; };
         template <class C> void kernel() { auto in_kernel = typename C::L{}; }
         void main() {
           Config<128> config;
           auto here = decltype(config)::L{};
           kernel<decltype(config)>();
         }",
        &["in_kernel = 128:1", "here = 128:1"],
    );
}

#[test]
fn the_name_of_a_class_within_it_is_the_class_also_where_it_has_constructors() {
    check(
        "struct Begun { Begun() {} int f() const { return 4; } };
         struct Made : Begun {
           int f() const { return 8; }
           Begun& up() { return *this; }
           Begun* pointer() { return this; }
           Begun copy() { return *this; }
         };
         void main() {
           Made made;
           auto reference = make_layout(made.up().f());
           auto pointer = make_layout((*made.pointer()).f());
           auto copy = make_layout(made.copy().f());
         }",
        &["reference = 4:1", "pointer = 4:1", "copy = 4:1"],
    );
}

#[test]
fn a_function_beside_the_class_of_an_argument_may_be_meant() {
    check(
        "namespace lib { struct Tile { int n = 8; }; int extent(Tile const& t) { return 8; } }
         template <class T> int extent(T const& t) { return 4; }
         int other(lib::Tile const& t) { return 5; }
         void main() {
           lib::Tile tile;
           auto both = make_layout(extent(tile));
           auto only = make_layout(other(tile));
           auto named = make_layout(lib::extent(tile));
         }",
        &["both is unknown", "only = 5:1", "named = 8:1"],
    );
}

#[test]
fn the_class_that_is_deduced_may_be_a_specialisation() {
    check(
        "struct P {}; struct Q : P {};
         template <class T> struct Of { Of(T) {} static constexpr int v = 1; };
         template <> struct Of<Q> { Of(Q) {} static constexpr int v = 2; };
         template <class T, class U = int> struct Two { T t; Two(T x) : t(x) {} static constexpr int v = 3; };
         void main() {
           P p; Q q; Of of_p(p); Of of_q(q); Two two(p);
           auto primary = make_layout(decltype(of_p)::v);
           auto special = make_layout(of_q.v);
           auto with_default = make_layout(two.v);
         }",
        &["primary = 1:1", "special is unknown", "with_default = 3:1"],
    );
}
