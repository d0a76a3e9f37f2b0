//! Figure 9 of the CuTe paper (section 3.4.4): which offsets of tensor memory (TMEM) an instruction accesses, and
//! whether a data layout has them.
//!
//! The paper counts addresses so that a column of 32 bits further is 1 further, and a lane 16384. (CuTe's
//! `TMEM::DP<uint32_t>` is 65536; nothing here depends on which it is.)

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;

use layout_algebra::atom::tmem::{Admissibility, TmemInstruction, admissible};
use layout_algebra::{Layout, composition, left_inverse, proof};

/// The layouts (column, lane) -> offset that the paper gives for its instructions.
const INSTRUCTIONS: [(&str, &str); 3] = [
    ("tcgen05.{ld,st}.32x32b.x1", "(1,128):(1,16384)"),
    ("tcgen05.{ld,st}.32x32b.x2", "(2,128):(1,16384)"),
    ("tcgen05.{ld,st}.16x256b.x1", "(8,(16,4)):(1,(16384,524288))"),
];

fn layout(text: &str) -> Layout {
    text.parse().unwrap()
}

fn instruction(name: &str) -> Layout {
    let (_, text) = INSTRUCTIONS.into_iter().find(|(instruction, _)| instruction.ends_with(name)).unwrap();
    layout(text)
}

/// Where the data layout has the offsets of the instruction, as coordinates of the data; `None` when it lacks one.
fn coordinates(data: &Layout, instruction: &Layout) -> Option<Vec<i64>> {
    let places: BTreeMap<i64, i64> = (0..data.size()).map(|c| (data.at(c).unwrap(), c)).collect();
    (0..instruction.size()).map(|i| places.get(&instruction.at(i).unwrap()).copied()).collect()
}

/// The test of the paper: `A(A†(T(i))) = T(i)` for each i.
fn is_admissible(data: &Layout, instruction: &Layout) -> bool {
    let inverse = left_inverse(data).unwrap();
    (0..instruction.size()).all(|i| {
        let offset = instruction.at(i).unwrap();
        let coordinate = inverse.at(offset).unwrap();
        coordinate < data.size() && data.at(coordinate).unwrap() == offset
    })
}

#[test]
fn a_32x32b_instruction_touches_its_columns_of_every_lane() {
    for (name, columns) in [("32x32b.x1", 1), ("32x32b.x2", 2)] {
        let offsets = instruction(name).eval_all(1024).unwrap();
        let expected: Vec<i64> =
            (0..128).flat_map(|lane| (0..columns).map(move |column| lane * 16384 + column)).collect();
        assert_eq!(offsets, expected, "{name}");
    }
}

#[test]
fn a_16x256b_instruction_touches_half_the_lanes() {
    // 256 bits are 8 columns; the pattern of one warp, 16 lanes, repeats every 32 lanes, four times.
    let offsets = instruction("16x256b.x1").eval_all(1024).unwrap();
    let lanes = (0..4).flat_map(|warp| (0..16).map(move |lane| 32 * warp + lane));
    let expected: Vec<i64> = lanes.flat_map(|lane| (0..8).map(move |column| lane * 16384 + column)).collect();
    assert_eq!(offsets, expected);
}

#[test]
fn an_accumulator_of_128_lanes_admits_every_instruction_that_fits_its_columns() {
    // 128x64 accumulator, rows along the lanes and columns along the columns.
    let accumulator = layout("(128,64):(16384,1)");
    for (name, text) in INSTRUCTIONS {
        let instruction = layout(text);
        assert!(is_admissible(&accumulator, &instruction), "{name}");
        // A† o T maps the instruction's coordinates to those of the data.
        let found = composition(&left_inverse(&accumulator).unwrap(), &instruction).unwrap();
        let found: Vec<i64> = (0..found.size()).map(|i| found.at(i).unwrap()).collect();
        assert_eq!(Some(found), coordinates(&accumulator, &instruction), "{name}");
    }
}

#[test]
fn an_accumulator_of_one_column_refuses_wider_instructions() {
    let narrow = layout("(128,1):(16384,1)");
    assert!(is_admissible(&narrow, &instruction("32x32b.x1")));
    assert!(!is_admissible(&narrow, &instruction("32x32b.x2")));
    assert!(!is_admissible(&narrow, &instruction("16x256b.x1")));
}

#[test]
fn an_accumulator_of_64_lanes_admits_what_skips_the_other_lanes() {
    // An M = 64 accumulator sits in 16 lanes of each group of 32.
    let half = layout("((16,4),64):((16384,524288),1)");
    assert!(is_admissible(&half, &instruction("16x256b.x1")));
    assert!(!is_admissible(&half, &instruction("32x32b.x1")));
    assert_eq!(coordinates(&half, &instruction("32x32b.x1")), None);
}

#[test]
fn the_test_agrees_with_a_search_for_each_offset() {
    let accumulators = [
        "(128,64):(16384,1)",
        "(128,1):(16384,1)",
        "((16,4),64):((16384,524288),1)",
        "(128,(2,4)):(16384,(1,4))",
    ];
    for data in accumulators {
        for (name, text) in INSTRUCTIONS {
            let (data, instruction) = (layout(data), layout(text));
            let has_all = coordinates(&data, &instruction).is_some();
            assert_eq!(is_admissible(&data, &instruction), has_all, "{name} on {data}");
        }
    }
}

#[test]
fn the_left_inverse_of_an_accumulator_is_proved() {
    let answer = proof::left_inverse(&layout("(128,64):(16384,1)")).unwrap();
    assert_eq!(answer.value.to_string(), "(16384,128):(128,1)");
    assert_eq!(answer.verdict, proof::Verdict::Proved);
}

#[test]
fn the_instructions_of_the_tables_access_the_offsets_of_the_paper() {
    let names = [
        ("32x32b.x1", "SM100_TMEM_LOAD_32dp32b1x"),
        ("32x32b.x2", "SM100_TMEM_LOAD_32dp32b2x"),
        ("16x256b.x1", "SM100_TMEM_LOAD_16dp256b1x"),
    ];
    for (paper, name) in names {
        let mut expected = instruction(paper).eval_all(1024).unwrap();
        let table = TmemInstruction::find(name).unwrap().access_layout(16384).unwrap();
        let mut found = table.eval_all(1024).unwrap();
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn the_admissibility_test_of_the_crate_agrees_with_the_definition() {
    for data in ["(128,64):(16384,1)", "(128,1):(16384,1)", "((16,4),64):((16384,524288),1)"] {
        for (name, text) in INSTRUCTIONS {
            let (data, instruction) = (layout(data), layout(text));
            match admissible(&data, &instruction).unwrap() {
                Admissibility::Admissible { coordinates: found } => {
                    let found = found.eval_all(1024).unwrap();
                    assert_eq!(Some(found), coordinates(&data, &instruction), "{name} on {data}");
                }
                Admissibility::Missing { at, offset } => {
                    assert_eq!(instruction.at(at).unwrap(), offset);
                    assert_eq!(coordinates(&data, &instruction), None, "{name} on {data}");
                }
                Admissibility::Unlocated { at } => panic!("{name} on {data}: {at} is there and not located"),
            }
        }
    }
}
