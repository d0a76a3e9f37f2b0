//! C++ references, to variables and to parts of them, and pointers to variables.

use layout_algebra::symbolic::Facts;
use layoutlens_eval::host::HostEvaluation;

use crate::{
    fixture::{check, cpp},
    included::including,
};

#[test]
fn a_part_that_is_taken_apart_by_reference_changes_the_whole() {
    check(
        "void f() {
           auto pair = make_tuple(1, 2);
           auto& [first, second] = pair;
           auto before = make_layout(pair);
           first = 9;
           auto behind = make_layout(pair);
         }",
        &["before = (1,2):(1,1)", "behind = (?,?):(1,?)"],
    );
}

#[test]
fn the_whole_changes_a_part_that_is_taken_apart_by_reference() {
    check(
        "void f() {
           auto pair = make_tuple(1, 2);
           auto& [first, second] = pair;
           auto [mine, own] = pair;
           get<0>(pair) = 9;
           pair = make_tuple(7, 8);
           auto of_reference = make_layout(first);
           auto of_copy = make_layout(mine);
         }",
        &["of_reference = first:1", "of_copy = 1:1"],
    );
}

#[test]
fn a_function_changes_the_part_that_it_is_given() {
    check(
        "void change(int& x) { x = 19; }
         void look(int const& x) {}
         void f() {
           auto changed = make_tuple(1, 2);
           change(get<0>(changed));
           auto a = make_layout(changed);
           auto kept = make_tuple(1, 2);
           look(get<0>(kept));
           auto b = make_layout(kept);
         }",
        &["a = (?,?):(1,?)", "b = (1,2):(1,1)"],
    );
}

#[test]
fn a_reference_that_a_function_returns_is_another_name_of_its_argument() {
    check(
        "int& pass(int& x) { return x; }
         struct Pair { int a; int b; int& second() { return b; } };
         void f() {
           int z = 7;
           int& other = pass(z);
           other = 19;
           auto of_variable = make_layout(z);
           Pair p{1, 2};
           auto& b = p.second();
           b = 5;
           auto of_field = make_layout(make_shape(p.a, p.b));
         }",
        &["of_variable = z:1", "of_field = (?,?):(1,?)"],
    );
}

#[test]
fn a_field_that_is_a_reference_changes_what_it_refers_to() {
    check(
        "struct Holder { int& r; };
         void f() {
           int q = 8;
           Holder holder{q};
           holder.r = 19;
           auto a = make_layout(q);
         }",
        &["a = q:1"],
    );
}

#[test]
fn a_variable_whose_address_is_known_may_hold_anything() {
    check(
        "void write(int* p) { *p = 29; }
         void f() {
           int x = 5;
           auto* p = &x;
           x = 6;
           write(p);
           auto a = make_layout(x);
         }",
        &["a = x:1"],
    );
}

#[test]
fn a_function_changes_the_variables_of_its_pack() {
    check(
        "template <class... A> void change(A&... a) { ((a += 1), ...); }
         void set(int& x) { x = 9; }
         template <class... A> void call(A&... a) { (set(a), ...); }
         template <class F, class... A> void pass(F f, A&&... a) { f(a...); }
         void look(int) {}
         void f() {
           int x = 1, y = 2;
           pass(look, y);
           auto kept = make_layout(y);
           change(x, y);
           auto changed = make_shape(x, y);
           int z = 3;
           call(z);
           auto called = make_layout(z);
         }",
        &["kept = 2:1", "changed = (x,y)", "called = z:1"],
    );
}

#[test]
fn what_a_pointer_points_to_is_not_the_default_of_its_type() {
    check(
        "struct S { int m = 1; };
         void f(int* x, S* s) { auto a = make_stride(_1{}, *x); auto b = make_shape(_2{}, (*s).m); }",
        &["a = (1,?)", "b = (2,?)"],
    );
}

#[test]
fn an_assignment_to_one_of_two_variables_may_write_both() {
    check(
        "int& least(int& p, int& q) { return p < q ? p : q; }
         void f(bool c) { int x = 4; int y = 5; int z = 6; (c ? x : y) = 2; auto a = make_shape(x, y, z);
         int u = 7; int v = 8; least(u, v) = 3; auto b = make_shape(u, v, z); }",
        &["a = (x,y,6)", "b = (u,v,6)"],
    );
}

#[test]
fn a_variable_of_a_namespace_is_assigned_by_its_qualified_name() {
    check(
        "namespace space { int n = 1; int twice() { return n * 2; } }
         int main() { space::n = 3; auto a = make_shape(space::n, space::twice()); }",
        &["a = (3,6)"],
    );
}

#[test]
fn an_assignment_through_an_address_that_is_cast_is_seen() {
    check(
        "int main() { int x = 4; *reinterpret_cast<int*>(&x) = 9; auto a = make_shape(x, 2); }",
        &["a = (x,2)"],
    );
}

#[test]
fn a_reference_outside_of_functions_is_another_name_of_its_variable() {
    check(
        "static int hidden = 4;
         static int& other = hidden;
         static int kept = 5;
         static int& same = kept;
         void write(int*);
         void f() { write(&hidden); auto a = make_layout(other); auto b = make_shape(other, hidden); }
         void g() { auto c = make_layout(same); }
         int main() { other = 7; auto d = make_layout(hidden); hidden = 9; auto e = make_layout(other); }",
        &["a = hidden:1", "b = (hidden,hidden)", "c = 5:1", "d = 7:1", "e = 9:1"],
    );
}

#[test]
fn a_part_that_is_referred_to_is_another_number_behind_each_function_that_may_write_it() {
    check(
        "struct Pair { int x; int y; };
         void write(Pair*);
         void unknown();
         void f() { Pair pair{4, 5}; int& a = pair.x; write(&pair); unknown();
                    int before = a; unknown(); auto l = make_shape(before, a); }",
        &["l = (?,?)"],
    );
}

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
fn a_member_that_is_named_with_its_class_is_that_of_the_object() {
    check(
        "struct Base { int v; void set(int x) { v = x; } int& of() { return v; } static int constant() { return 3; } };
         struct Derived : Base { int w; void set(int x) { w = x; }
           void method(int x) { Base::set(x); } void field(int x) { Base::v = x; } void itself(int x) { this->Base::set(x); }
           void reads() { auto a = make_layout(Base::v); auto b = make_layout(Base::constant()); } };
         template <class T> struct Wrapped : T { void set(int x) { T::set(x); } };
         template <class T> struct Held { int v; void set(T x) { v = x; } };
         struct OfTemplate : Held<int> { void set(int x) { Held<int>::set(x); } void put(int x) { Held<int>::v = x; } };
         void f() {
           Derived d; d.v = 4; d.method(9); auto c = make_layout(d.v);
           d.field(8); auto e = make_layout(d.v);
           d.itself(7); auto g = make_layout(d.v);
           d.reads();
           Wrapped<Base> wrapped; wrapped.v = 4; wrapped.set(9); auto h = make_layout(wrapped.v);
           OfTemplate of; of.v = 4; of.set(9); auto i = make_layout(of.v); of.put(8); auto j = make_layout(of.v);
           d.Base::set(5); auto k = make_layout(d.v);
           d.v = 4; d.Base::v = 9; auto l = make_layout(d.v);
           d.v = 4; d.Base::of() = 9; auto m = make_layout(d.v);
         }",
        &[
            "a = 7:1", "b = 3:1", "c = 9:1", "e = 8:1", "g = 7:1", "h = 9:1", "i = 9:1", "j = 8:1", "k = ?:1", "l = ?:1",
            "m = ?:1",
        ],
    );
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

#[test]
fn an_object_in_a_tuple_may_be_written_where_the_tuple_may_be() {
    check(
        "struct Pair { int x; int y; void method() { unknown(); auto a = make_layout(x); } static void unknown(); };
         void unknown();
         auto held = make_tuple(Pair{4, 5}, 1);
         void write(cute::tuple<Pair, int>&);
         int main() { get<0>(held).method(); }
         void f() { auto own = make_tuple(Pair{4, 5}, 1); auto& pair = get<0>(own); write(own);
                    auto b = make_layout(pair.x); }",
        &["a = ?:1", "b = ?:1"],
    );
}
