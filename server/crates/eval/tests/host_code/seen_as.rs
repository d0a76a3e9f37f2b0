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
