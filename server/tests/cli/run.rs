//! `layoutlens run`, on the emulator.

use serde_json::Value;

use crate::binary::{layoutlens, layoutlens_in};

fn emulate(statement: &str) -> (i32, Value) {
    let outcome = layoutlens(&["run", statement, "--device", "cpu", "--format", "json"]);
    (outcome.status, serde_json::from_str(&outcome.stdout).expect("JSON"))
}

#[test]
fn a_copy_is_emulated_and_every_element_checked() {
    let (status, report) = emulate("copy (8,8):(1,8) -> (8,8):(8,1) : f32");
    assert_eq!((status, &report["elements"], &report["wrong"]), (0, &Value::from(64), &Value::from(0)));
    assert_eq!(report["device"]["emulated"], true);
    assert!(report["device"]["name"].is_string() && report["device"]["driver"].is_null());
    assert!(report["gb_per_s"].is_null() && report["compile_ms"].is_number() && report["run_ms"].is_number());
}

#[test]
fn names_that_stand_before_a_statement_are_bound() {
    let (status, report) = emulate("let A = Layout<Shape<_4,_8>>{}; with N = 8; copy A -> (4,N):(N,1) : f32");
    assert_eq!((status, &report["elements"], &report["wrong"]), (0, &Value::from(32), &Value::from(0)));
}

#[test]
fn a_gemm_is_emulated_and_every_element_checked() {
    let (status, report) = emulate("run gemm (16,8):(8,1), (24,8):(8,1) -> (16,24):(24,1) : f16");
    assert_eq!((status, &report["elements"], &report["wrong"]), (0, &Value::from(16 * 24), &Value::from(0)));
    assert!(report["tflops"].is_null(), "{report}");
}

#[test]
fn the_users_own_threads_copy_and_multiply() {
    let (status, report) =
        emulate("copy (100,60):(1,100) -> (100,60):(1,104) : f32 (tv=(256,4):(4,1), tile=(128,8))");
    assert_eq!((status, &report["elements"], &report["wrong"]), (0, &Value::from(6000), &Value::from(0)));
    assert_eq!(report["predicted"]["vector_bytes"], 16);
    // Half of the threads have half of the elements.
    let (status, report) = emulate("copy (8,8):(1,8) -> (8,8):(8,1) : f32 (tv=(32,1):(1,0), tile=(8,8))");
    assert_eq!((status, &report["elements"], &report["wrong"]), (1, &Value::from(64), &Value::from(32)));
    let (status, report) = emulate(
        "gemm (40,24):(24,1), (20,24):(24,1) -> (40,20):(20,1) : f16 \
         (tiled_mma=make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,1,1)), tile=(32,16,16))",
    );
    assert_eq!((status, &report["elements"], &report["wrong"]), (0, &Value::from(800), &Value::from(0)));
    let (status, report) = emulate("copy (8,8):(1,8) -> (8,8):(8,1) : f32 (tv=(32,4):(4,1), tile=(8,8))");
    assert_eq!((status, &report["error"]["code"]), (1, &Value::from("bad-thread-values")), "{report}");
}

#[test]
fn a_worker_elsewhere_that_refuses_is_named() {
    let statement = "copy (8,8):(1,8) -> (8,8):(8,1) : f32";
    let outcome =
        layoutlens(&["run", statement, "--device", "gpu", "--worker", "/no/such/ssh gpu-box layoutlens"]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""));
    assert!(outcome.stderr.contains("/no/such/ssh") && outcome.stderr.contains("worker-start"));
}

#[test]
fn a_report_says_what_the_layouts_predict() {
    let (_, report) = emulate("copy (64,64):(1,64) -> (64,64):(64,1) : f32");
    let predicted = &report["predicted"];
    assert_eq!(
        (&predicted["vector_bytes"], &predicted["sectors_read"]),
        (&Value::from(16), &Value::from(512))
    );
    assert!(report["share_of_vendor"].is_null() && report["measured"].is_null(), "{report}");
}

#[test]
fn the_kernel_is_shown_without_running_it() {
    let outcome = layoutlens(&["run", "copy (64,64):(1,64) -> (64,64):(64,1) : f32", "--format", "cuda"]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    assert!(outcome.stdout.contains("extern \"C\" __global__") && outcome.stdout.contains("(64,64):(64,1)"));
    let refused = layoutlens(&["run", "copy (8,8):(1,8) -> (8,4):(1,8) : f32", "--format", "cuda"]);
    assert_eq!((refused.status, refused.stdout.as_str()), (1, ""));
}

#[test]
fn people_read_that_it_was_emulated() {
    let outcome = layoutlens(&["run", "copy (8,8):(1,8) -> (8,8):(8,1) : f32", "--device", "cpu"]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    assert!(outcome.stdout.starts_with("emulated: copy 64 f32"), "{}", outcome.stdout);
}

#[test]
fn an_overlapping_destination_is_refused_with_both_coordinates() {
    let (status, report) = emulate("copy (8,8):(1,8) -> (8,8):(1,4) : f32");
    assert_eq!(status, 1);
    assert_eq!(report["error"]["code"], "run-overlap");
    let message = report["error"]["message"].as_str().expect("a message");
    assert!(message.contains("(4,0)") && message.contains("(0,1)"), "{message}");
}

#[test]
fn unequal_sizes_are_refused_with_both() {
    let (status, report) = emulate("copy (8,8):(1,8) -> (8,4):(1,8) : f32");
    assert_eq!(status, 1);
    let message = report["error"]["message"].as_str().expect("a message");
    assert!(message.contains("64") && message.contains("32"), "{message}");
}

/// The rows of tables whose first two cells are each one word or statement in backquotes.
fn coded_examples(page: &str) -> Vec<(&str, &str)> {
    let quoted = |cell: &'_ str| {
        let inside = cell.trim().strip_prefix('`').and_then(|rest| rest.strip_suffix('`'));
        inside.is_some_and(|inside| !inside.contains('`'))
    };
    page.lines()
        .filter_map(|line| {
            let mut cells = line.strip_prefix('|')?.split('|');
            let (code, example) = (cells.next()?, cells.next()?);
            (quoted(code) && quoted(example))
                .then(|| (code.trim().trim_matches('`'), example.trim().trim_matches('`')))
        })
        .collect()
}

#[test]
fn each_example_of_the_run_page_gives_the_code_that_the_page_says() {
    let page = include_str!("../../../docs/run.md");
    let examples = coded_examples(page);
    assert!(examples.len() >= 13, "{examples:?}");
    for (code, statement) in examples {
        let (status, report) = emulate(statement);
        assert_eq!((status, report["error"]["code"].as_str()), (1, Some(code)), "{statement}: {report}");
    }
}

#[test]
fn the_run_page_names_no_code_that_there_is_not() {
    let page = include_str!("../../../docs/run.md");
    let section = page.split("## When it does not run").nth(1).expect("the section");
    let tables = section.split("\n## ").next().expect("what stands before the next one");
    let mut codes = 0;
    for cell in tables.lines().filter_map(|line| line.strip_prefix("| `")?.split('|').next()) {
        for code in cell.split(',').map(|code| code.trim().trim_matches('`')) {
            codes += 1;
            let of_run = serde_json::from_value::<layoutlens_run::ErrorCode>(code.into()).is_ok();
            let of_statement = layoutlens_eval::Code::ALL.iter().any(|known| known.as_str() == code);
            assert!(of_run || of_statement, "{code} is a code of nothing");
        }
    }
    assert!(codes > 30, "{codes}");
}

#[test]
fn a_statement_that_cannot_be_read_is_shown_with_its_place() {
    let outcome = layoutlens(&["run", "copy (8,8):(1,8) - (8,8):(8,1) : f32", "--device", "cpu"]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (1, ""));
    assert!(
        outcome.stderr.contains("error[syntax]") && outcome.stderr.contains("<statement>:1:"),
        "{}",
        outcome.stderr
    );
}

#[test]
fn a_statement_in_a_file_runs_with_the_values_of_its_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "// cute: let A = (8,8):(1,8)\n// cute: run copy A -> ((4,2),\n//   8):((8,32),1) : f32\n\
                  // cute: run copy A -> A : f32\n// cute: run copy A -> (8,4):(1,8) : f32\n";
    std::fs::write(folder.path().join("two.cu"), source).expect("a file");
    std::fs::write(folder.path().join("none.cu"), "// cute: let A = (8,8):(1,8)\n").expect("a file");
    let run = |argument: &str| {
        let outcome = layoutlens_in(folder.path(), &["run", argument, "--device", "cpu", "--format", "json"]);
        let answer: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
        let message = answer["error"]["message"].as_str().unwrap_or_default().to_owned();
        format!("{argument}: {} {} {} {message}", outcome.status, answer["elements"], answer["error"]["code"])
    };
    let arguments = [
        "two.cu:2",
        "two.cu:3",
        "two.cu:4",
        "two.cu:1",
        "two.cu:5",
        "two.cu",
        "none.cu",
        "gone.cu:3",
        "two.cu:0",
    ];
    insta::assert_snapshot!(arguments.map(run).join("\n"));
}
