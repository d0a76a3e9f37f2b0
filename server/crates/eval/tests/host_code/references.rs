//! C++ references, to variables and to parts of them, and pointers to variables.

use crate::fixture::check;

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
