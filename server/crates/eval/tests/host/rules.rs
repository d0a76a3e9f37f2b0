//! What is no fixture, or states what is not shown, fails, and says why.

use libtest_mimic::{Failed, Trial};

use crate::{CPP, Kind, PYTHON, check};

type Rule = fn() -> Result<(), Failed>;

pub(crate) fn trials() -> Vec<Trial> {
    let rules: [(&str, Rule); 9] = [
        ("a_file_without_marks_fails", a_file_without_marks_fails),
        ("a_mark_that_states_nothing_fails", a_mark_that_states_nothing_fails),
        ("a_mark_has_its_own_line_below_code", a_mark_has_its_own_line_below_code),
        ("another_value_than_the_shown_one_fails", another_value_than_the_shown_one_fails),
        ("marks_speak_of_the_last_line_that_is_none", marks_speak_of_the_last_line_that_is_none),
        ("a_name_is_needed_where_a_line_declares_several", a_name_is_needed_where_a_line_declares_several),
        ("each_call_site_has_its_mark", each_call_site_has_its_mark),
        ("a_problem_that_no_mark_states_fails", a_problem_that_no_mark_states_fails),
        ("what_is_supposed_is_stated_with_its_condition", what_is_supposed_is_stated_with_its_condition),
    ];
    rules.into_iter().map(|(name, rule)| Trial::test(format!("rules::{name}"), rule)).collect()
}

/// Whether a text passes, or fails in these lines with these words.
fn expect(kind: Kind, text: &str, failures: &[(usize, &str)]) -> Result<(), Failed> {
    let found = check(kind, "fixture", text).err().unwrap_or_default();
    let agrees = found.len() == failures.len()
        && found.iter().zip(failures).all(|((line, why), (at, words))| line == at && why.contains(words));
    if agrees { Ok(()) } else { Err(format!("{found:?}, not {failures:?}, in\n{text}").into()) }
}

/// A fixture in C++ with these lines from line 2 on.
fn cpp(lines: &str, failures: &[(usize, &str)]) -> Result<(), Failed> {
    expect(CPP, &format!("#include <cute/tensor.hpp>\n{lines}"), failures)
}

fn a_file_without_marks_fails() -> Result<(), Failed> {
    cpp("auto a = cute::make_layout(8);\n// ^ = 8:1\n", &[(1, "states nothing")])
}

fn a_mark_that_states_nothing_fails() -> Result<(), Failed> {
    for mark in [
        "",
        "8:1",
        "=",
        "a b = 8:1",
        "error: m",
        "unknown why",
        "= 8:1 if ",
        "prints 8 if n = 3",
        "nothing here",
    ] {
        cpp(&format!("auto a = cute::make_layout(8);\n//^ {mark}\n"), &[(3, "")])?;
    }
    Ok(())
}

fn a_mark_has_its_own_line_below_code() -> Result<(), Failed> {
    cpp("auto a = cute::make_layout(8);  //^ = 8:1\n", &[(2, "a line of its own")])?;
    cpp("auto a = cute::make_layout(8);\n\n//^ = 8:1\n", &[(4, "the line above is empty")])?;
    expect(CPP, "//^ = 8:1\n", &[(1, "the line above is empty")])
}

fn another_value_than_the_shown_one_fails() -> Result<(), Failed> {
    cpp("auto a = cute::make_layout(8);\n//^ = 8:1\n", &[])?;
    cpp("auto a = cute::make_layout(8);\n//^ = 8:2\n", &[(3, "shown instead:\n    a = 8:1")])?;
    cpp("auto a = cute::make_layout(8);\n//^ prints 8:_1\n", &[])?;
    cpp("auto a = cute::make_layout(8);\n//^ prints _8:_1\n", &[(3, "a prints 8:_1")])?;
    cpp("auto a = cute::make_layout(8);\n//^ unknown\n", &[(3, "a = 8:1")])?;
    cpp("auto a = cute::make_layout(8);\n//^ nothing\n", &[(3, "declared instead:\n    a")])?;
    cpp("auto a = other();\n//^ unknown: `other`\n", &[])?;
    cpp("auto a = other();\n//^ unknown: another reason\n", &[(3, "a unknown:")])?;
    cpp("using T = float;\n//^ = float\n", &[])?;
    expect(PYTHON, "import cutlass.cute as cute\na = cute.make_layout(8)\n#^ = 8:2\n", &[(3, "a = 8:1")])
}

fn marks_speak_of_the_last_line_that_is_none() -> Result<(), Failed> {
    let code = "auto a = 3, b = 4;\n//^ a = 3\n//^ b = 5\n// A comment.\nauto c = cute::make_layout(\n    8);\n//^ = 8:1\n";
    cpp(code, &[(4, "shown instead:\n    b = 4")])
}

fn a_name_is_needed_where_a_line_declares_several() -> Result<(), Failed> {
    cpp("int a = 3, b = 4;\n//^ = 3\n", &[(3, "line 2 declares a, b: say of which one")])?;
    cpp("int a = 3, b = 4;\n//^ c = 3\n", &[(3, "line 2 declares a, b")])?;
    cpp("// int a = 3;\n//^ a = 3\n", &[(3, "line 2 declares nothing")])
}

fn each_call_site_has_its_mark() -> Result<(), Failed> {
    let code = "template <int N> void f() {\n  auto a = cute::make_layout(cute::Int<N>{});\n";
    let rest = "}\nint main() { f<4>(); f<8>(); }\n";
    cpp(&format!("{code}//^ = 4:1 [N = 4]\n//^ = 8:1 [N = 8]\n{rest}"), &[])?;
    cpp(&format!("{code}//^ = 4:1 [N = 4]\n{rest}"), &[(4, "a = 8:1 [N = 8]")])?;
    cpp(&format!("{code}//^ = 4:1\n{rest}"), &[(4, "a = 4:1 [N = 4]")])
}

fn a_problem_that_no_mark_states_fails() -> Result<(), Failed> {
    let refused = "auto a = cute::shape_div(cute::Int<40>{}, cute::Int<7>{});\n";
    cpp(&format!("{refused}//^ unknown\n"), &[(2, "no mark states this error shape-divisibility")])?;
    cpp(&format!("{refused}//^ error shape-divisibility: 40\n"), &[])?;
    cpp(&format!("{refused}//^ warning shape-divisibility\n"), &[(3, "reported instead")])?;
    cpp("auto a = 3;\n//^ error shape-divisibility\n", &[(3, "no problem is reported in line 2")])
}

fn what_is_supposed_is_stated_with_its_condition() -> Result<(), Failed> {
    let code = "import cutlass.cute as cute\n@cute.jit\ndef f(t: cute.Tensor):\n    a, b = t.shape\n    c = cute.select(t.layout, mode=[1, 0])\n";
    expect(PYTHON, &format!("{code}#^ = (?,?):(?,?) if t of rank 2 and Float16\n"), &[])?;
    expect(
        PYTHON,
        &format!("{code}#^ = (?,?):(?,?)\n"),
        &[(6, "c = (?,?):(?,?) if t of rank 2 and Float16")],
    )?;
    expect(PYTHON, &format!("{code}#^ unknown\n"), &[(6, "c = (?,?):(?,?) if t of rank 2 and Float16")])
}
