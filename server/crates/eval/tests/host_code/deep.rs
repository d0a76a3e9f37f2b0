//! Expressions, classes and objects that are deeper or wider than a search might look: what they write is still written.

use layout_algebra::symbolic::Facts;

use crate::{
    executed::{Executed, check, open},
    fixture::cpp,
};

/// What stands outside of functions, the statements of `main`, what is read, and its truth.
fn check_all(programs: Vec<(String, String, &'static str, i64)>) {
    // Tests end before what they leak matters.
    let leak = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
    let programs: Vec<Executed> = programs
        .into_iter()
        .map(|(outside, inside, number, truth)| open(leak(outside), leak(inside), number, truth))
        .collect();
    check(&programs);
}

fn nested(function: &str, inner: &str, depth: usize) -> String {
    format!("{}{inner}{}", format!("{function}(").repeat(depth), ")".repeat(depth))
}

#[test]
fn a_reference_that_goes_through_many_calls_writes() {
    let outside = "int& same(int& x) { return x; }\nvoid change(int& x) { x = 5; }\nvoid unseen(int& x);";
    let cases = [1, 7, 8, 9, 12, 20].into_iter().flat_map(|depth| {
        let through = nested("same", "d", depth);
        [
            (outside.to_owned(), format!("{through} = 5;"), "d", 5),
            (outside.to_owned(), format!("change({through});"), "d", 5),
            (outside.to_owned(), format!("unseen({through});"), "d", 5),
            (outside.to_owned(), format!("int& r = {through}; r = 5;"), "d", 5),
            (outside.to_owned(), format!("auto f = [&r = {through}] {{ r = 5; }}; f();"), "d", 5),
        ]
    });
    check_all(cases.collect());
}

#[test]
fn a_member_of_any_of_many_bases_is_written() {
    let cases = [1, 7, 8, 9, 12, 20].into_iter().flat_map(|count| {
        let bases: String = (1..count).map(|n| format!("struct B{n} {{ int b{n} = {n}; }};\n")).collect();
        let names: String = (1..count).map(|n| format!("B{n}, ")).collect();
        let pointing = format!("struct P {{ int* p = nullptr; }};\n{bases}struct S : {names}P {{}};\nvoid unseen(S&);");
        let object = format!(
            "struct I {{ int x = 4; }};\nstruct P {{ I* p = nullptr; unsigned char c = 4; }};\n{bases}struct S : P{} {{}};\nstruct R : {names}P {{}};",
            names.trim_end_matches(", ").split(", ").filter(|name| !name.is_empty()).fold(String::new(), |all, name| all + ", " + name)
        );
        [
            (pointing, "S s; s.p = &d; unseen(s);".to_owned(), "d", 5),
            (object.clone(), "I i; S s; s.p = &i; S t = s; t.p->x = 5; d = i.x;".to_owned(), "d", 5),
            (object.clone(), "I i; R s; s.p = &i; R t = s; t.p->x = 5; d = i.x;".to_owned(), "d", 5),
            (object, "R s; s.c = 261; d = s.c;".to_owned(), "d", 5),
        ]
    });
    check_all(cases.collect());
}

#[test]
fn an_object_behind_many_others_is_written() {
    let cases = [1, 7, 8, 9, 12, 30].into_iter().flat_map(|count| {
        let links: String =
            (1..=count).map(|n| format!("Node n{n}; n{n}.next = &n{};\n", n - 1)).collect();
        let path = format!("n{count}.next{}", "->next".repeat(count - 1));
        let outside = "struct Node { Node* next = nullptr; int value = 4; };\nvoid unseen(Node& n);\nvoid pointed(Node* n);";
        [
            (outside, format!("Node n0;\n{links}unseen(n{count}); d = n0.value;")),
            (outside, format!("Node n0;\n{links}pointed(&n{count}); d = n0.value;")),
            (outside, format!("Node n0;\n{links}Node copy = n{count}; unseen(copy); d = n0.value;")),
            (outside, format!("Node n0;\n{links}{path}->value = 5; d = n0.value;")),
            (outside, format!("Node n0;\n{links}auto f = [&] {{ unseen(n{count}); }}; f(); d = n0.value;")),
        ]
        .map(|(outside, inside)| (outside.to_owned(), inside, "d", 5))
    });
    check_all(cases.collect());
}

#[test]
fn a_part_of_a_wide_object_is_written_through_a_reference() {
    let cases = [10, 63, 64, 65, 100].into_iter().flat_map(|count| {
        let fields: String = (0..count).map(|n| format!("int v{n} = 4; ")).collect();
        let outside = format!(
            "struct S {{ {fields} }};\nint& last(S& s) {{ return s.v{}; }}\nint& any(S& s);",
            count - 1
        );
        let read = format!("d = s.v{};", count - 1);
        [
            (outside.clone(), format!("S s; last(s) = 5; {read}"), "d", 5),
            (outside.clone(), format!("S s; int& r = last(s); r = 5; {read}"), "d", 5),
            (outside, format!("S s; int& r = any(s); r = 5; {read}"), "d", 5),
        ]
    });
    check_all(cases.collect());
}

#[test]
fn a_class_that_holds_itself_ends_the_run_of_nothing_else() {
    let behind = "void f() { auto seen = make_layout(_8{}); }\n";
    let classes = [
        "struct A { A a; };\nA a;\n",
        "struct Node { Node* p0; Node p1; Node() {} };\nNode node;\n",
        "struct A { struct B : A { B() {} }; struct C : B {}; C c; };\nA a;\n",
        "struct B;\nstruct A { B b; };\nstruct B { A a; };\nvoid g() { A a; }\n",
    ];
    for class in classes {
        let evaluation = cpp(&format!("{class}{behind}"), &Facts::default());
        let seen = evaluation.variables.iter().find(|variable| variable.name == "seen");
        let values: Vec<String> = seen
            .into_iter()
            .flat_map(|seen| &seen.answers)
            .map(|answer| answer.evaluated.value.to_string())
            .collect();
        assert_eq!(values, ["8:1"], "behind {class}");
    }
}
