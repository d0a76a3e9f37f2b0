//! `layoutlens explain`: messages of g++ and of the CuTe DSL about programs that stand beside them in `compiler_messages/`, made by
//! compiling these. The lines that quote the libraries' own code are left out of them.

use std::fs;

use crate::binary::{layoutlens, layoutlens_in, layoutlens_with_input, root};

/// A program, and words of the answer: the operation, the mode or operand, and the numbers.
const EXPLAINED: &[(&str, &[&str])] = &[
    ("blocked.cpp", &["rank-mismatch", "(1,2,3,4)"]),
    ("complement.cpp", &["non-injective", "complement", "stride 2 of its mode 1", "at least 4"]),
    (
        "composition.cpp",
        &[
            "shape-divisibility",
            "composition",
            "mode 0",
            "6 elements there are not a multiple of 4",
            "4 and 8",
        ],
    ),
    ("gemm_atom.cpp", &["size-mismatch", "mode 2 of B has size 4", "mode 2 of A has size 3"]),
    ("get.cpp", &["rank-mismatch", "no mode 3"]),
    ("local_tile.cpp", &["rank-mismatch", "local_tile", "3 elements", "2 modes"]),
    ("rank.cpp", &["rank-mismatch", "(1,2,3)", "(4,8)"]),
    ("recast.cpp", &["recast", "mode 1", "stride 3"]),
    ("slice.cpp", &["rank-mismatch", "(4,8)"]),
    ("stride_divides.cpp", &["shape-divisibility", "mode 0", "3 elements"]),
    ("tile_to_shape.cpp", &["tile_to_shape", "block size 8", "60", "56 and 64"]),
    ("dsl_blocked.py", &["(1,2,3,4) does not fit"]),
    ("dsl_composition.py", &["shape-divisibility", "mode 0", "6 elements", "4 and 8"]),
    ("dsl_composition_stride.py", &["shape-divisibility", "3 elements", "2 and 4"]),
    ("dsl_coordinate_rank.py", &["(1,2,3) does not fit", "(4,8)"]),
    ("dsl_divide_rank.py", &["rank-mismatch", "zipped_divide", "3 elements", "2 modes"]),
    ("dsl_get_mode.py", &["there is no mode of this number"]),
    ("dsl_not_congruent.py", &["a number for each size"]),
];

#[test]
fn a_compilers_message_is_answered_with_the_operation_the_mode_the_numbers_and_a_way_out() {
    let folder = root().join("server/tests/cli/compiler_messages");
    for (program, words) in EXPLAINED {
        let name = program.split('.').next().unwrap();
        let place = tempfile::tempdir().unwrap();
        fs::copy(folder.join(program), place.path().join(program)).unwrap();
        let message = fs::read(folder.join(format!("{name}.txt"))).unwrap();
        let outcome = layoutlens_with_input(place.path(), &["explain", "-"], &message);
        assert_eq!(outcome.status, 1, "{program}: {}", outcome.stderr);
        for word in *words {
            assert!(
                outcome.stdout.contains(word),
                "{program}: {word}\n{}\n{}",
                outcome.stdout,
                outcome.stderr
            );
        }
        // Where the programs stop to be right.
        let near = [7, 8, 9].map(|line| format!("{program}:{line}:"));
        assert!(near.iter().any(|near| outcome.stdout.contains(near)), "{program}\n{}", outcome.stdout);
    }
}

#[test]
fn a_message_that_names_no_file_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = layoutlens_with_input(folder.path(), &["explain"], b"ld: undefined reference to main");
    assert_eq!(outcome.status, 1);
    assert!(outcome.stderr.contains("names no file"), "{}", outcome.stderr);
}

#[test]
fn files_of_a_message_that_cannot_be_read_are_named_and_are_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    let explain = |message: &[u8]| layoutlens_with_input(folder.path(), &["explain"], message);
    let outcome = explain(b"/build/kernel.cu(7): error: no instance\n");
    assert_eq!(outcome.status, 1);
    assert!(outcome.stderr.contains("/build/kernel.cu: No such file"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("names no file that is read here"), "{}", outcome.stderr);
    fs::write(folder.path().join("a.cu"), "int x;\n").unwrap();
    let outcome = explain(b"a.cu(1): error: no instance\n/build/kernel.cu(7): error\n");
    assert!(outcome.stderr.contains("in the lines of the files that were read"), "{}", outcome.stderr);
}

#[test]
fn a_message_may_stand_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("log.txt"), "error: unknown: unable to compute crd2idx with '!cute.layout<\"(4,8):(1,4)\">' and '!cute.coord<\"(1,2,3)\">'").unwrap();
    let outcome = layoutlens_in(folder.path(), &["explain", "log.txt"]);
    assert!(outcome.stdout.contains("(1,2,3) does not fit"), "{}{}", outcome.stdout, outcome.stderr);
    assert_eq!(layoutlens(&["explain", "no-such-file"]).status, 2);
}
