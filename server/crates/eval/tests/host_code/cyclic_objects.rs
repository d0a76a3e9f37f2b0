//! Objects that hold themselves or each other: each is looked at once.

use crate::fixture::{check, check_python};

/// A class with `fields` pointers to its own object, in a function that lets an object of it out.
fn in_function(fields: usize, body: &str) -> String {
    let declared: String = (0..fields).map(|n| format!("Node* p{n}; ")).collect();
    let assigned: String = (0..fields).map(|n| format!("p{n} = this; ")).collect();
    format!(
        "struct Node {{ {declared}int value; const int fixed = 5; Node() {{ {assigned}value = 4; }} }};\nvoid given(Node& n);\nvoid f() {{\nNode a; Node b;\nint before = b.value;\nauto z = make_layout(before);\n{body}\nauto x = make_layout(a.value);\nauto y = make_layout(a.fixed);\n}}"
    )
}

#[test]
fn an_object_that_points_to_itself_is_given_to_unknown_code() {
    for fields in [1, 12] {
        check(&in_function(fields, "given(a);"), &["z = ?:1", "x = ?:1", "y = 5:1"]);
    }
}

#[test]
fn an_object_that_points_to_itself_is_assigned() {
    check(&in_function(2, "a = Node();"), &["y = 5:1"]);
}

#[test]
fn objects_that_point_to_each_other_are_changed_through_each_other() {
    check(
        &in_function(12, "a.p0 = &b; b.p0 = &a; given(b);\nauto w = make_layout(b.value);"),
        &["z = ?:1", "w = ?:1", "x = ?:1", "y = 5:1"],
    );
}

#[test]
fn a_reference_to_a_part_of_an_object_that_points_to_itself_is_written() {
    check(&in_function(12, "int& part = a.p0->p1->value; part = 7;"), &["y = 5:1"]);
}

#[test]
fn a_list_of_thousands_of_objects_is_given_to_unknown_code() {
    check(
        "struct Node { Node* next; int value = 4; };\nvoid given(Node& n);\nvoid f() {\nNode first; Node* last = &first;\nfor (int i = 0; i < 2000; ++i) { last->next = new Node(); last = last->next; }\ngiven(first);\nauto x = make_layout(first.value);\n}",
        &["x = ?:1"],
    );
}

#[test]
fn an_object_of_python_that_holds_itself_is_given_to_unknown_code() {
    check_python(
        "import cutlass.cute as cute\nfrom elsewhere import given\nclass Node:\n    def __init__(self):\n        self.own = self\n        self.other = [self]\n        self.value = 4\na = Node()\nb = Node()\na.other.append(b)\nb.other.append(a)\ngiven(a)\nx = cute.make_layout(a.value)\n",
        &["x is unknown"],
    );
}
