//! Values that hold the last one twice, sixty times: they become unknown before they are large.

use layout_algebra::symbolic::Facts;

use crate::fixture::{check, check_python, compare, cpp};

/// A line for each number from 1 to 60: `#` stands for the number, `@` for the one before.
fn doubled(line: &str) -> String {
    let of = |n: usize| line.replace('#', &n.to_string()).replace('@', &(n - 1).to_string()) + "\n";
    (1..=60).map(of).collect()
}

#[test]
fn a_tuple_with_more_parts_than_a_layout_may_have_is_not_kept() {
    let lines = doubled("auto a# = make_tuple(a@, a@);");
    check(
        &format!(
            "void f() {{\nauto a0 = make_tuple(Int<1>{{}}, Int<2>{{}});\n{lines}auto x = make_layout(get<0>(a2));\nauto y = make_layout(a60);\n}}"
        ),
        &["x = ((1,2),(1,2)):((0,1),(0,2))", "y is unknown"],
    );
    let lines = doubled("a# = (a@, a@)");
    check_python(
        &format!(
            "import cutlass.cute as cute\na0 = (1, 2)\n{lines}x = cute.make_layout(a1)\ny = cute.make_layout(a60)\n"
        ),
        &["x = ((1,2),(1,2)):((0,1),(0,2))", "y is unknown"],
    );
}

#[test]
fn a_string_that_grows_is_not_kept() {
    for line in ["s# = s@ + s@", "s# = f'{s@}{s@}'", "s# = '-'.join((s@, s@))", "s# = s@.replace('x', 'xx')"]
    {
        let lines = doubled(line);
        check_python(
            &format!("import cutlass.cute as cute\ns0 = 'x'\n{lines}x = cute.make_layout(len(s60))\n"),
            &["x is unknown"],
        );
    }
}

#[test]
fn an_integer_of_run_time_whose_expression_grows_goes_by_its_own_name() {
    let lines = doubled("int a# = (a@ * a@ + a@) / (a@ + 3);");
    check(
        &format!(
            "void f(int m) {{\nint a0 = m;\n{lines}auto x = make_layout(make_shape(Int<4>{{}}, a0));\nauto y = make_layout(a60);\n}}"
        ),
        &[
            "x = (4,m):(1,4)",
            "y = (((a58*a58+a58)/(a58+3))*((a58*a58+a58)/(a58+3))+(a58*a58+a58)/(a58+3))/((a58*a58+a58)/(a58+3)+3):1",
        ],
    );
}

#[test]
fn objects_that_hold_objects_take_steps() {
    let lines = doubled("using T# = P<T@, T@>;");
    check(
        &format!(
            "template <class A, class B> struct P {{ static constexpr int v = 3; A a; B b; }};\nvoid f() {{\nusing T0 = P<int, int>;\n{lines}auto x = make_layout(Int<T60::v>{{}});\nT60 t;\nauto y = make_layout(Int<T60::v>{{}});\n}}"
        ),
        &["x = 3:1"],
    );
}

#[test]
fn a_function_that_may_be_called_behind_the_last_step_is_known_of_some_calls() {
    let source = |calls: usize| {
        format!(
            "void f(int m) {{ auto tile = make_layout(m); }}
             void g(int a) {{ {} }}
             int main() {{ f(64); {} f(32); }}",
            "a = a + 1;\n".repeat(500),
            (0..calls).map(|call| format!("g({call});\n")).collect::<String>(),
        )
    };
    check(&source(1), &["tile = 64:1 [m = 64]", "tile = 32:1 [m = 32]"]);
    let evaluation = cpp(&source(1000), &Facts::default());
    compare(&evaluation, &["tile = 64:1 [calls that were run]"]);
    let tile = evaluation.variables.iter().find(|variable| variable.name == "tile").expect("a variable");
    assert!(tile.is_sample && tile.value_for_statements().is_err(), "{tile:?}");
}

#[test]
fn methods_are_run_once_for_what_thousands_of_objects_have_in_common() {
    let of = |count: usize, line: &dyn Fn(usize) -> String| (0..count).map(line).collect::<String>();
    let source = format!(
        "import cutlass.cute as cute\nclass K:\n    def __init__(self, m):\n        self.m = m\n        self.n = 2\n{}{}",
        of(100, &|n| format!(
            "    def f{n}(self):\n        t{n} = cute.make_layout((self.m, self.n))\n        u{n} = cute.make_layout(self.n)\n"
        )),
        of(3000, &|n| format!("k{n} = K({n})\n")),
    );
    check_python(&source, &["t0 is unknown", "u0 = 2:1", "t99 is unknown", "u99 = 2:1"]);
}
