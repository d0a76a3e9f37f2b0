//! `layoutlens inspect`.

use std::fs;

use crate::binary::{layoutlens, layoutlens_in};

const SOURCE: &str = "// cute: let A = (6,2):(8,2)
// cute: let R = composition(A, (4,3):(3,1))
// cute: assert size(R) == 12
// cute: show composition(A, unbound)
auto l = make(); // (_4,_8):(_1,_4)
// cute: show composition((4,6,8):(2,3,5), 6:1)
";

fn inspect(format: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.cu"), SOURCE).expect("a file");
    let outcome = layoutlens_in(folder.path(), &["inspect", "a.cu", "--format", format]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    outcome.stdout
}

#[test]
fn the_source_is_shown_with_its_hints() {
    insta::assert_snapshot!(inspect("human"), @r"
    // cute: let A = (6,2):(8,2)
    // cute: let R = composition(A, (4,3):(3,1))  » = ((2,2),3):((24,2),8)
    // cute: assert size(R) == 12  » ✓
    // cute: show composition(A, unbound)
    auto l = make(); // (_4,_8):(_1,_4)
    // cute: show composition((4,6,8):(2,3,5), 6:1)
    ");
}

#[test]
fn scripts_get_every_layout() {
    insta::assert_snapshot!(inspect("json"), @r#"
    [
      {
        "line": 1,
        "column": 10,
        "name": "A",
        "kind": "binding",
        "layouts": [
          {
            "text": "(6,2):(8,2)",
            "when": null
          }
        ],
        "verdict": "proved",
        "unknown": null
      },
      {
        "line": 2,
        "column": 10,
        "name": "R",
        "kind": "binding",
        "layouts": [
          {
            "text": "((2,2),3):((24,2),8)",
            "when": null
          }
        ],
        "verdict": "proved",
        "unknown": null
      },
      {
        "line": 3,
        "column": 10,
        "name": null,
        "kind": "statement",
        "layouts": [
          {
            "text": "true",
            "when": null
          }
        ],
        "verdict": "proved",
        "unknown": null
      },
      {
        "line": 4,
        "column": 10,
        "name": null,
        "kind": "statement",
        "layouts": [],
        "verdict": null,
        "unknown": "nothing binds `unbound`"
      },
      {
        "line": 5,
        "column": 21,
        "name": null,
        "kind": "comment",
        "layouts": [
          {
            "text": "(4,8):(1,4)",
            "when": null
          }
        ],
        "verdict": "proved",
        "unknown": null
      },
      {
        "line": 6,
        "column": 10,
        "name": null,
        "kind": "statement",
        "layouts": [],
        "verdict": "rejected",
        "unknown": "composition: 6:1 (right operand) does not fill mode 0 of (4,6,8):(2,3,5) evenly: 6 elements there are not a multiple of 4; the nearest sizes that work are 4 and 8"
      }
    ]
    "#);
}

#[test]
fn a_file_that_cannot_be_read_is_status_2() {
    let outcome = layoutlens(&["inspect", "gone.cu"]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (2, "error: gone.cu: No such file or directory\n"));
}

#[test]
fn files_that_import_a_python_file_say_what_it_is_given() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |file: &str, text: &str| {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    write("pack/__init__.py", "");
    write(
        "pack/kernel.py",
        "import cutlass.cute as cute\ndef made(m, n):\n    tile = cute.make_layout((m, n))\n",
    );
    write("pack/user.py", "from .kernel import made\ndef run():\n    made(24, 8)\n");
    write(
        "tests/test_kernel.py",
        "from pack import kernel\ndef check(m, n):\n    kernel.made(m, n)\nif __name__ == \"__main__\":\n    check(3, 5)\n",
    );
    let outcome = layoutlens_in(folder.path(), &["inspect", "pack/kernel.py", "--format", "json"]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    let shown: serde_json::Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    let tile = shown.as_array().expect("a list").iter().find(|found| found["name"] == "tile");
    let layouts = &tile.unwrap_or_else(|| panic!("no tile in {shown}"))["layouts"];
    let texts: Vec<&str> =
        layouts.as_array().expect("a list").iter().filter_map(|layout| layout["text"].as_str()).collect();
    assert_eq!(texts, ["(24,8):(1,24)", "(3,5):(1,3)"], "{layouts}");
    let sites: Vec<&str> =
        layouts.as_array().expect("a list").iter().filter_map(|layout| layout["when"].as_str()).collect();
    assert!(sites[0].contains("run") && sites[1].contains("check"), "{layouts}");
}

/// What `inspect` says of the first of some files in one folder.
fn inspect_first(files: &[(&str, &str)], format: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    let first = files.first().expect("a file").0;
    let outcome = layoutlens_in(folder.path(), &["inspect", first, "--format", format]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    outcome.stdout
}

const KERNEL: &str = "#include <cute/tensor.hpp>
using namespace cute;
template <class Tile> __global__ void kernel(Tile tile) {
  auto smem = make_layout(tile);
}
";
const OF_64: &str = "#include \"kernel.h\"\nvoid run() { kernel<<<1, 32>>>(Shape<_64, _8>{}); }\n";
const OF_32: &str = "#include \"kernel.h\"\nvoid run() { kernel<<<1, 32>>>(Shape<_32, _8>{}); }\n";

#[test]
fn a_header_says_for_which_of_many_programs_a_value_holds() {
    let header = ("kernel.h", KERNEL);
    let of = |files: &[(&str, &str)]| {
        let shown = inspect_first(files, "human");
        shown.lines().find(|line| line.contains("smem")).unwrap_or_default().trim().to_owned()
    };
    assert_eq!(of(&[header, ("a.cu", OF_64)]), "auto smem = make_layout(tile);  » = (64,8):(1,64)");
    let several = of(&[header, ("a.cu", OF_64), ("b.cu", OF_32)]);
    assert_eq!(several, "auto smem = make_layout(tile);  » = (64,8):(1,64)  (1 of 2 call sites)");
    let many = of(&[header, ("a.cu", OF_64), ("b.cu", OF_32), ("c.cu", OF_64)]);
    assert_eq!(many, "auto smem = make_layout(tile);  » = (64,8):(1,64)  (in a.cu)");
}

#[test]
fn a_program_that_names_cute_in_its_header_alone_has_values() {
    let header = "#pragma once\n#include <cute/tensor.hpp>\nusing namespace cute;\n#ifndef TILE\n#define TILE 2\n#endif
struct Config { static constexpr int rows = TILE * 2; };\n";
    let program = "#define TILE 8\n#include \"config.h\"
int main() { auto smem = make_layout(make_shape(Int<Config::rows>{}, Int<TILE>{})); }\n";
    let shown = inspect_first(&[("main.cu", program), ("config.h", header)], "human");
    assert!(shown.contains("» = (16,8):(1,16)"), "{shown}");
}

#[test]
fn a_comment_in_a_header_is_not_judged_by_some_of_its_programs() {
    let wrong = KERNEL.replace("make_layout(tile);", "make_layout(tile); // (_32,_8):(_1,_32)");
    let findings = |programs: &[(&str, &str)]| {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("kernel.h"), &wrong).expect("a file");
        programs.iter().for_each(|(name, text)| fs::write(folder.path().join(name), text).expect("a file"));
        layoutlens_in(folder.path(), &["check", "."]).stdout.matches("wrong-comment").count()
    };
    assert_eq!(findings(&[("a.cu", OF_64)]), 1);
    assert_eq!(findings(&[("a.cu", OF_64), ("b.cu", OF_32)]), 0);
    assert_eq!(findings(&[("a.cu", OF_64), ("b.cu", OF_32), ("c.cu", OF_64)]), 0);
}

const LIBRARY: &str = "import cutlass
import cutlass.cute as cute

@cute.jit
def tile(head_dim: int):
    values = cute.make_ordered_layout((16, 8), order=(1, 0) if head_dim == 64 else (0, 1))
";

#[test]
fn what_is_supposed_is_said_apart_with_its_condition() {
    let human = inspect_first(&[("library.py", LIBRARY)], "human");
    let line = human.lines().find(|line| line.contains("values =")).unwrap_or_default().trim();
    assert_eq!(
        line,
        "values = cute.make_ordered_layout((16, 8), order=(1, 0) if head_dim == 64 else (0, 1))  \
         » = (16,8):(8,1) if head_dim = 64"
    );
    let json: serde_json::Value =
        serde_json::from_str(&inspect_first(&[("library.py", LIBRARY)], "json")).expect("JSON");
    let values = json.as_array().into_iter().flatten().find(|value| value["name"] == "values");
    let values = values.expect("it is listed");
    assert_eq!(values["layouts"], serde_json::json!([]));
    assert_eq!(values["supposed"], serde_json::json!([{ "text": "(16,8):(8,1)", "when": "head_dim = 64" }]));
}
