//! C++ references, to variables and to parts of them, and pointers to variables.

use layout_algebra::symbolic::Facts;
use layoutlens_eval::host::HostEvaluation;

use crate::{fixture::cpp, included::including};

/// What is known of a name.
fn values(evaluation: &HostEvaluation, name: &str) -> Vec<String> {
    let of_name = evaluation.variables.iter().filter(|variable| variable.name == name);
    of_name
        .flat_map(|variable| variable.answers.iter().map(|answer| answer.evaluated.value.to_string()))
        .collect()
}

/// What types through which something may be written stand for in the programs below.
const REFERENCE_TYPES: &str = "
    using Reference = int&;
    typedef int& Defined;
    using Again = Reference;
    template <class T> struct Hold { T held; int other; };
    template <class T> struct Keep { T held; Keep(T given) : held(given) {} };
    template <class T> struct Deep { Hold<T> inner; };
    template <class T> struct Setter { void set(T r) { r = 9; } static void put(T r) { r = 9; } };
    template <class T> void set(T r) { r = 9; }
    template <class T> void hold() { int a = 4; Hold<T> t{a, 1}; t.held = 9; auto in_template = make_layout(a); }
    template <class T> void declare() { int a = 4; T r = a; r = 9; auto in_template = make_layout(a); }
    using Holder = Hold<int&>; using Keeper = Keep<int&>; using Tuple = cute::tuple<int&, int>; using Deeper = Deep<int&>;
    struct Field { Reference r; };
    struct Kept { Reference r; Kept(int& x) : r(x) {} void put() { r = 9; } };
    void declared(Reference r);
    int& of(int& x) { return x; }
    template <class T> struct Traits { using type = decltype(of(std::declval<T&>())); };
    void asked(Traits<int>::type r) { r = 9; }
    Reference pass(int& x) { return x; }";

/// Ways to write 9 into `a` through a reference that the type of something else holds.
const WRITES: &[&str] = &[
    "auto t = cute::tuple<int&, int>(a, 1); get<0>(t) = 9;",
    "auto t = Tuple(a, 1); get<0>(t) = 9;",
    "Tuple t(a, 1); get<0>(t) = 9;",
    "Tuple t{a, 1}; get<0>(t) = 9;",
    "cute::tuple<Reference, int> t{a, 1}; get<0>(t) = 9;",
    "std::pair<int&, int> t{a, 3}; t.first = 9;",
    "Hold<int&> t{a, 1}; t.held = 9;",
    "Hold<Reference> t{a, 1}; t.held = 9;",
    "Hold<Defined> t{a, 1}; t.held = 9;",
    "Holder t{a, 1}; t.held = 9;",
    "Keep<int&> t(a); t.held = 9;",
    "Keeper t(a); t.held = 9;",
    "auto t = Keeper(a); t.held = 9;",
    "Deep<int&> t{{a}}; t.inner.held = 9;",
    "Deeper t{a}; t.inner.held = 9;",
    "auto t = Deeper{Hold<int&>{a}}; t.inner.held = 9;",
    "set<int&>(a);",
    "set<Reference>(a);",
    "Setter<int&> s; s.set(a);",
    "Setter<int&>::put(a);",
    "int (&r) = a; r = 9;",
    "Reference r = a; r = 9;",
    "Again r = a; r = 9;",
    "Field t{a}; t.r = 9;",
    "Kept t(a); t.put();",
    "declared(a);",
    "pass(a) = 9;",
    "auto&& r = pass(a); r = 9;",
    "auto write = [](Reference r) { r = 9; }; write(a);",
    "decltype(pass(a)) r = a; r = 9;",
    "decltype(pass(a)) r(a); r = 9;",
    "decltype(std::declval<int&>()) r = a; r = 9;",
    "Traits<int>::type r = a; r = 9;",
    "asked(a);",
];

/// The heads of statements in which a pointer to `a`, a reference to it or a function that writes it is declared.
const HEADS: &[&str] = &[
    "for (int* p = &a; p; p = nullptr) *p = 9;",
    "for (int i = 0, *p = &a; i < 1; ++i) *p = 9;",
    "for (int& r = a; r < 9; ++r) {}",
    "for (auto write = [&] { a = 9; }; a < 9; write()) {}",
    "while (int* p = a < 9 ? &a : nullptr) *p = 9;",
    "if (int* p = &a) *p = 9;",
    "if (int& r = a; true) r = 9;",
    "switch (int& r = a; r) { default: r = 9; }",
    "switch (int* p = &a; 1) { default: *p = 9; }",
    "switch (int* p = &a; 1) { case 1: *p = 9; break; default: break; }",
];

#[test]
fn what_the_head_of_a_statement_declares_may_write() {
    for head in HEADS {
        let code = format!("void f() {{ int a = 4; {head} auto l = make_layout(a); }}");
        assert!(!values(&cpp(&code, &Facts::default()), "l").contains(&"4:1".to_owned()), "{head}");
    }
}

#[test]
fn what_is_written_through_a_type_that_holds_a_reference_is_not_what_it_was() {
    for write in WRITES {
        let body = format!("int a = 4; {write} auto l = make_layout(a);");
        let evaluation = cpp(&format!("{REFERENCE_TYPES} void f() {{ {body} }}"), &Facts::default());
        assert!(!values(&evaluation, "l").contains(&"4:1".to_owned()), "{write}");
        let apart = including(REFERENCE_TYPES, &format!("void f() {{ {body} }}"));
        assert!(!values(&apart, "l").contains(&"4:1".to_owned()), "in a header: {write}");
    }
    // Of which type `T` is where nothing here calls the templates.
    assert!(!values(&cpp(REFERENCE_TYPES, &Facts::default()), "in_template").contains(&"4:1".to_owned()));
}

#[test]
fn what_a_type_holds_as_a_value_stays_what_it_was() {
    let copies = [
        "std::pair<int, int> t{a, 3}; t.first = 9;",
        "Hold<int> t{a, 1}; t.held = 9;",
        "Hold<int const&> t{a, 1};",
        "static_assert(std::is_same_v<int&, Reference>);",
    ];
    for copy in copies {
        let code = format!("{REFERENCE_TYPES} void f() {{ int a = 4; {copy} auto l = make_layout(a); }}");
        assert_eq!(values(&cpp(&code, &Facts::default()), "l"), ["4:1"], "{copy}");
    }
}

/// What is declared beside the functions below.
const BESIDE: &str =
    "int g = 3; struct P { int x; int y; }; struct S { P p; }; using I = int; void set(int& z) { z = 5; }\n";

/// What is known of `l` in a function that nothing calls.
fn in_uncalled(code: &str) -> Vec<String> {
    values(&cpp(&format!("{BESIDE}{code}"), &Facts::default()), "l")
}

#[test]
fn two_references_of_a_function_that_nothing_calls_may_be_to_one_object() {
    let functions = [
        "void f(int& a, int& b) { a = 4; b = 5; auto l = make_layout(a); }",
        "void f(int& a, int& b) { a = 4; b++; auto l = make_layout(a); }",
        "void f(int& a, int& b) { a = 4; b += 2; auto l = make_layout(a); }",
        "void f(int& a, int& b) { a = 4; set(b); auto l = make_layout(a); }",
        "void f(int& a, int& b) { int& c = b; a = 4; c = 5; auto l = make_layout(a); }",
        "void f(const int& a, int& b) { int k = a; b = 5; int e = k == a ? 4 : 6; auto l = make_layout(e); }",
        "void f(int& a, I& b) { a = 4; b = 5; auto l = make_layout(a); }",
        "void f(int& a, int&& b) { a = 4; b = 5; auto l = make_layout(a); }",
        "void f(int& a, int* b) { a = 4; *b = 5; auto l = make_layout(a); }",
        "void f(int& a, int* b) { a = 4; b[0] = 5; auto l = make_layout(a); }",
        "void f(int& a, int* b) { a = 4; *(b + 1) = 5; auto l = make_layout(a); }",
        "void f(int* b) { g = 4; *b = 5; auto l = make_layout(g); }",
        "void f(P& a, P& b) { a.x = 4; b.x = 5; auto l = make_layout(a.x); }",
        "void f(P& a, P* b) { a.x = 4; b->x = 5; auto l = make_layout(a.x); }",
        "void f(P& a, P& b) { a = P{4, 4}; b = P{5, 5}; auto l = make_layout(a.x); }",
        "void f(P& a, int& b) { a.x = 4; b = 5; auto l = make_layout(a.x); }",
        "void f(S& a, P& b) { a.p.x = 4; b.x = 5; auto l = make_layout(a.p.x); }",
        "void f(int& a, P& b) { a = 4; b = P{5, 5}; auto l = make_layout(a); }",
        "void f(int& b) { g = 4; b = 5; auto l = make_layout(g); }",
        "void f(int& b) { b = 5; g = 4; auto l = make_layout(b); }",
        "struct Q { int x; void f(int& b) { x = 4; b = 5; auto l = make_layout(x); } };",
        "struct Q { int x; void f(Q& b) { x = 4; b.x = 5; auto l = make_layout(x); } };",
        "struct Q { int x; void f(Q& b) { b.x = 4; x = 5; auto l = make_layout(b.x); } };",
        "template <class T> void f(T& a, T& b) { a = 4; b = 5; auto l = make_layout(a); }",
        "template <class T, class U> void f(T& a, U& b) { a = 4; b = 5; auto l = make_layout(a); }",
        "void f(auto& a, auto& b) { a = 4; b = 5; auto l = make_layout(a); }",
    ];
    for code in functions {
        let known = in_uncalled(code);
        assert!(!known.iter().any(|value| value.contains(['4', '5'])), "{known:?}: {code}");
    }
}

#[test]
fn what_cannot_be_one_object_keeps_its_value() {
    let functions = [
        "void f(int& a, int b) { a = 4; b = 5; auto l = make_layout(a); }",
        "void f(int& a, int& b) { b = 5; a = 4; auto l = make_layout(a); }",
        "void f(int& a, long& b) { a = 4; b = 5; auto l = make_layout(a); }",
        "void f(P& a, P& b) { a.x = 4; b.y = 5; auto l = make_layout(a.x); }",
        "void f(P& a, S& b) { a.x = 4; a.y = 5; auto l = make_layout(a.x); }",
        "void f(int& a, int* b) { a = 4; b = nullptr; auto l = make_layout(a); }",
        "void f(int& a, long* b) { a = 4; *b = 5; auto l = make_layout(a); }",
        "void f(int& a, int& b) { int c = 4; b = 5; auto l = make_layout(c); }",
        "void f(int& a, int* b) { int c[2]; a = 4; c[0] = 5; auto l = make_layout(a); }",
        "struct Q { int x, y; void f(int& b) { x = 4; y = 5; auto l = make_layout(x); } };",
        "void h(int& a, int& b) { a = 4; b = 5; auto l = make_layout(a); } void f() { int x, y; h(x, y); }",
    ];
    for code in functions {
        assert_eq!(in_uncalled(code), ["4:1"], "{code}");
    }
    let layouts =
        "using L = Layout<Shape<_4>, Stride<_1>>; void f(L& a, L& b, int& c) { b = L{}; c = 5; auto l = a; }";
    assert_eq!(in_uncalled(layouts), ["(4):(1)"]);
}
