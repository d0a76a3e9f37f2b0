//! The tables of the paper on CuTe, as anybody can ask for them.

use crate::binary::layoutlens;

fn eval(expression: &str) -> String {
    let outcome = layoutlens(&["eval", expression]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""), "{expression}");
    outcome.stdout.trim_end().to_owned()
}

/// Table 4: six layouts of data, each after the thread-value layout of an FP64 tensor core.
#[test]
fn row_37_layouts_of_data_are_composed_with_a_thread_value_layout() {
    for (data, result) in [
        ("(8,8):(1,8)", "((4,8),2):((16,1),8)"),
        ("(8,8):(8,1)", "((4,8),2):((2,8),1)"),
        ("(8,8):(1,9)", "((4,8),2):((18,1),9)"),
        ("((4,2),(2,4)):((2,16),(1,8))", "((4,(4,2)),2):((8,(2,16)),1)"),
        ("(8,8):(f1,f9)", "((4,8),2):((f18,f1),f9)"),
        ("(8,8):(1@0,1@1)", "((4,8),2):((2@1,1@0),1@1)"),
    ] {
        assert_eq!(eval(&format!("composition({data}, ((4,8),2):((16,1),8))")), result, "{data}");
    }
}

/// Tables 5 and 6. Of broadcasts the paper prints (2,2):(4,8) in both, which leaves offset 1 out.
#[test]
fn row_38_right_and_left_inverses() {
    for (layout, right, left) in [
        ("(4,8):(1,4)", "32:1", "32:1"),
        ("(4,8):(8,1)", "(8,4):(4,1)", "(8,4):(4,1)"),
        ("(3,7,5):(5,15,1)", "(5,21):(21,1)", "(5,21):(21,1)"),
        ("(4,8):(1,5)", "4:1", "(5,8):(1,4)"),
        ("(4,(4,2)):(4,(1,16))", "(4,4,2):(4,1,16)", "(4,4,2):(4,1,16)"),
        ("((2,2),(4,2)):((1,8),(2,16))", "(2,4,2,2):(1,4,2,16)", "(2,4,2,2):(1,4,2,16)"),
        ("((2,2),(2,4)):((0,1),(0,2))", "(2,4):(2,8)", "(2,4):(2,8)"),
        ("((2,2),(2,4)):((0,2),(0,4))", "1:0", "(2,2,4):(0,2,8)"),
        ("(4,8):(1@0,1@1)", "(4,8):(1,4)", "(4,8):(1,4)"),
        ("(4,(4,2)):(1@1,(1@0,6@1))", "(4,4):(4,1)", "(4,(6,2)):(4,(1,16))"),
        ("(4,(4,3)):(f1,(f5,f16))", "(4,4,3):(f1,f5,f16)", "(4,4,3):(f1,f5,f16)"),
    ] {
        assert_eq!(eval(&format!("right_inverse({layout})")), right, "{layout}");
        assert_eq!(eval(&format!("left_inverse({layout})")), left, "{layout}");
    }
}

/// Table 7, as CuTe gives complements: without the last mode of size 1, which the paper writes for the extension.
#[test]
fn row_39_complements() {
    for (layout, complement) in [
        ("(4,8):(1,4)", "1:0"),
        ("(4,8):(8,1)", "1:0"),
        ("(4,(4,2)):(4,(1,16))", "1:0"),
        ("(4,8):(1,5)", "1:0"),
        ("(4,8):(1,8)", "2:4"),
        ("((2,2),(2,4)):((0,1),(0,2))", "1:0"),
        ("((2,2),(2,4)):((0,2),(0,4))", "2:1"),
    ] {
        assert_eq!(eval(&format!("complement({layout})")), complement, "{layout}");
    }
    // With a cotarget there is a mode for what lies beyond the layout, as in the table.
    assert_eq!(eval("complement((4,8):(1,4), 64)"), "2:32");
    assert_eq!(eval("complement((4,8):(1,8), 128)"), "(2,2):(4,64)");
    assert_eq!(eval("complement((4,8):(1@0,1@1), (4,8))"), "(1,1):(4@0,8@1)");
    assert_eq!(eval("complement((4,(4,2)):(1@1,(1@0,12@1)), (4,24))"), "(1,3):(4@0,4@1)");
    // Strides that are coordinates say no cosize: the paper's answer is in the refusal.
    let refused = layoutlens(&["eval", "complement((4,8):(1@0,1@1))"]);
    assert!(
        refused.stderr.contains("(Table 7), which needs none, it is (1,1):(4@0,8@1)"),
        "{}",
        refused.stderr
    );
}
