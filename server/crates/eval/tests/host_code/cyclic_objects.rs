//! Objects that hold themselves or each other: each is looked at once.

use crate::fixture::check;

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
