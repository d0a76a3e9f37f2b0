use layoutlens_ide::{LensKind, LensKinds, code_lenses, picture_of};

use crate::fixture::cuda;

#[track_caller]
fn check(text: &str, expected: &[(&str, &str)]) {
    let fixture = cuda(text);
    let lenses = code_lenses(&fixture.analysis, LensKinds { show: true, accesses: false });
    let found: Vec<(&str, &str)> = lenses
        .iter()
        .map(|lens| {
            let carried = match &lens.kind {
                LensKind::OpenGrid { layout, .. } => layout,
                LensKind::RunOnGpu { statement }
                | LensKind::Emulate { statement }
                | LensKind::ShowKernel { statement } => statement,
            };
            (lens.title.as_str(), carried.as_str())
        })
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn show_has_a_lens_that_carries_the_layout() {
    check("// cute: let A = (4,8)\n// cute: show A o 4:2\n", &[("open grid", "4:2")]);
}

#[test]
fn show_has_no_lens_unless_it_is_wanted() {
    let fixture = cuda("// cute: show (4,8):(8,1) o 4:2\n");
    assert_eq!(code_lenses(&fixture.analysis, LensKinds::default()), []);
}

#[test]
fn the_title_of_a_grid_tells_what_the_value_is_worth() {
    let title = |statement: &str| match &code_lenses(
        &cuda(statement).analysis,
        LensKinds { show: true, accesses: false },
    )[0]
    .kind
    {
        LensKind::OpenGrid { title, .. } => title.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        title("// cute: show composition((6,2):(8,2),  4:3)\n"),
        "composition((6,2):(8,2), 4:3) = (2,2):(24,2)"
    );
    assert_eq!(
        title("// cute: show composition((4,6,8):(2,3,5), 6:3)\n"),
        "composition((4,6,8):(2,3,5), 6:3) = (2,3):(6,3): wrong: compiles, but R(2) = 3 where the definition gives 7"
    );
}

#[test]
fn show_of_a_number_has_no_grid_to_open() {
    check("// cute: show size((4,8):(1,4))\n", &[]);
}

#[test]
fn run_has_three_lenses_that_carry_the_statement_without_names() {
    let statement = "copy (4,8):(1,4) -> (4,8):(8,1) : f32";
    check(
        "// cute: let A = (4,8):(1,4)\n// cute: run copy A -> (4,8):(8,1) : f32\n",
        &[("run on GPU", statement), ("emulate", statement), ("kernel", statement)],
    );
}

#[test]
fn a_run_that_is_refused_has_no_lens() {
    check("// cute: run copy (4,4):(1,4) -> (4,4):(1,1) : f32\n", &[]);
}

#[test]
fn what_a_lens_carries_can_be_drawn() {
    let picture = picture_of("A", "thread_values((2,2):(1,2), (2,2))").unwrap();
    assert!(picture.text.contains("T0V0") && picture.text.contains("T1V1"), "{}", picture.text);
    assert!(picture_of("A", "nonsense(").is_err());
    let covers = picture_of("R", "logical_divide(10:1, 4:1)").unwrap();
    assert!(covers.text.ends_with("needs a predicate: covers 12 of 10"), "{}", covers.text);
    assert!(
        covers.svg.as_deref().is_some_and(|svg| svg.contains("needs a predicate: covers 12 of 10")),
        "{:?}",
        covers.svg
    );
    let too_large = picture_of("A", "thread_values((1024,1024):(1,1024), (1024,1024))").unwrap_err();
    assert_eq!(too_large, "1048576 thread-value pairs are more than the limit of 262144");
    let negative = picture_of("A", "thread_values((4,2):(1,4), (-4,8))").unwrap_err();
    assert_eq!(negative, "the tile (-4,8) has an extent of -4; extents are at least 1");
}
