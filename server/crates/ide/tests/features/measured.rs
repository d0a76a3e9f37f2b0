//! What is said of copies is what a GPU counted: `docs/copies-measured.md`.

use std::{fs, path::Path};

use layoutlens_ide::{InspectedKind, inspect};

use crate::fixture::cuda;

const KERNELS: &str = include_str!("measured/copies.cu");

/// The cells of the rows of the page's table.
fn rows() -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/copies-measured.md");
    let page = fs::read_to_string(path).expect("the page");
    let rows = page.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().replace('`', "")).collect())
        .collect()
}

/// The kernels with one of their launches.
fn with_launch(launch: &str) -> String {
    let begin = format!("{launch}<<<");
    let is_other = |line: &&str| line.contains("<<<") && !line.trim_start().starts_with(&begin);
    let kept: Vec<&str> = KERNELS.lines().filter(|line| !is_other(line)).collect();
    assert!(kept.iter().any(|line| line.contains("<<<")), "no launch of {launch}");
    kept.join("\n")
}

/// The bytes of a kernel in its source.
fn kernel(text: &str, launch: &str) -> std::ops::Range<usize> {
    let name = launch.split('<').next().unwrap_or(launch);
    let start = text.find(&format!("__global__ void {name}(")).expect(name);
    let end = text[start..].find("\n}\n").map_or(text.len(), |length| start + length);
    start..end
}

#[test]
fn what_is_said_of_copies_is_what_a_gpu_counted() {
    let rows = rows();
    assert!(rows.len() >= 12);
    for row in rows {
        let [launch, memory, _, said, least, instructions, all, measured] =
            <[String; 8]>::try_from(row).expect("eight cells");
        let number = |cell: &str| cell.parse::<i64>().expect("a number");
        assert_eq!(number(&measured) * number(&instructions), number(&all), "{launch}");
        let fixture = cuda(&with_launch(&launch));
        let within = kernel(&fixture.analysis.text, &launch);
        let accesses = inspect(&fixture.analysis).into_iter();
        let told: Vec<String> = accesses
            .filter(|access| access.kind == InspectedKind::Access && within.contains(&access.range.start))
            .flat_map(|access| access.layouts)
            .map(|layout| layout.text)
            .collect();
        let unit = if memory.starts_with("smem") { "wavefront" } else { "sector" };
        let unit = if said == "1" { unit.to_owned() } else { format!("{unit}s") };
        let rest = if said == least { "the least".to_owned() } else { format!("{least} would do") };
        let expected = format!("{memory}: {said} {unit} an access, {rest}");
        assert!(told.iter().any(|told| told.contains(&expected)), "{launch}: {expected} is not in {told:?}");
        assert_eq!(said, measured, "{launch}");
    }
}
