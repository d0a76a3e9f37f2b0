//! What constructors of C++ base classes give an object is not followed; what no constructor gives is known.

use crate::fixture::check;

#[test]
fn what_the_constructor_of_a_base_gives_is_not_known() {
    for (classes, expected) in [
        ("struct B { int v = 1; B() : v(7) {} }; struct D : B { D(int) {} };", "of is unknown"),
        ("struct B { int v = 1; B() : v(7) {} }; struct D : B {};", "of is unknown"),
        ("struct B { int v = 1; B(int x) : v(x) {} }; struct D : B { D(int x) : B(x) {} };", "of is unknown"),
        ("struct B { int v = 1; B(int x) : v(x) {} }; struct D : B { D(int x) : B{x} {} };", "of is unknown"),
        ("struct B { int v = 1; }; struct D : B { D(int x) : B{x} {} };", "of is unknown"),
        (
            "template <class T> struct B { int v = 1; B(T x) : v(x) {} }; struct D : B<int> { D(int x) : B<int>(x) {} };",
            "of is unknown",
        ),
        (
            "namespace a { struct B { int v = 1; B(int x) : v(x) {} }; } struct D : a::B { D(int x) : a::B(x) {} };",
            "of is unknown",
        ),
        (
            "struct B { int v = 1; B(int x) : v(x) {} }; struct D : B { using Up = B; D(int x) : Up(x) {} };",
            "of is unknown",
        ),
        ("struct D { int v = 1; D(int x) : v(x) {} D() : D(7) {} D(int, int) : D() {} };", "of = 3:1"),
        ("struct D { int v = 1; D(int x) : D(x, x) {} D(int x, int) : v(x) {} };", "of is unknown"),
        ("struct B { int v = 1; B() = default; }; struct D : B { D(int) {} };", "of = 1:1"),
        ("struct B { int v = 1; B() {} }; struct D : B { D(int) {} };", "of = 1:1"),
    ] {
        let source = format!("{classes} void main() {{ D d(3); auto of = make_layout(d.v); }}");
        check(&source, &[expected]);
    }
}

#[test]
fn a_base_takes_its_arguments_as_its_constructors_say() {
    check(
        "struct ByValue { ByValue(int) {} };
         struct ByReference { ByReference(int& x) { x = 9; } };
         struct D : ByValue { int w; D(int x) : ByValue(x), w(x * 2) {} };
         struct E : ByReference { int w; E(int x) : ByReference(x), w(x * 2) {} };
         void main() {
           D d(3); auto of_value = make_layout(d.w);
           E e(3); auto of_reference = make_layout(e.w);
         }",
        &["of_value = 6:1", "of_reference = 2*x:1"],
    );
}

#[test]
fn a_field_that_refers_to_another_field_is_written_with_it() {
    check(
        "struct Part { int v = 1; };
         struct Numbers { int own = 1; int& other = own; };
         struct Objects { Part own; Part& other = own; };
         void main() {
           Numbers numbers; numbers.other = 7; auto number = make_layout(numbers.own);
           Objects objects; objects.other.v = 7; auto object = make_layout(objects.own.v);
         }",
        &["number = ?:1", "object = ?:1"],
    );
}
