//! What is refused before anything runs.

use crate::{
    ElementType, ErrorCode, Extent, Factor, Operand, Operation, Request, RunError,
    collision::{Injectivity, MAX_ENUMERATED, injectivity},
    kernel::{Choice, choose},
    operand::{Leaf, MAX_CELLS},
    plan::{Copy, Gemm, Plan, Work},
    report::grouped,
};

/// Multiplications of a GEMM: 2^42, M N K of a 16384^3 problem.
///
/// The float64 reference over all elements, not the kernel, is what takes the time: some ten seconds at the limit.
pub const MAX_MULTIPLICATIONS: i64 = 1 << 42;

/// Checks a request; nothing was run and nothing allocated when it is refused.
///
/// # Errors
/// [`ErrorCode::BadLayout`], [`ErrorCode::NegativeOffset`], [`ErrorCode::TooLarge`], [`ErrorCode::SizeMismatch`],
/// [`ErrorCode::GemmRank`], [`ErrorCode::GemmShapeMismatch`], [`ErrorCode::DestinationCollides`],
/// [`ErrorCode::UnsupportedElement`], [`ErrorCode::BadThreadValues`], [`ErrorCode::BadOption`], each with the operand, the numbers and a way out.
///
/// ```
/// use layoutlens_run::{DeviceChoice, ElementType, ErrorCode, Operation, Request, check};
/// let copy = |source: &str, destination: &str| -> Result<_, layoutlens_run::RunError> {
///     let operation = Operation::Copy { source: source.parse()?, destination: destination.parse()? };
///     check(&Request { operation, element: ElementType::F32, device: DeviceChoice::Auto })
/// };
/// assert!(copy("(4,8):(1,4)", "(4,8):(8,1)").is_ok());
/// assert_eq!(copy("(4,8):(1,4)", "31:1").unwrap_err().code, ErrorCode::SizeMismatch);
/// ```
pub fn check(request: &Request) -> Result<Plan, RunError> {
    let work = match &request.operation {
        Operation::Copy { source, destination } => Work::Copy(Box::new(check_copy(source, destination)?)),
        Operation::PartitionedCopy { source, destination, threads } => {
            let copy = check_copy(source, destination)?;
            let threads = threads.check(source, destination, request.element.width())?;
            Work::Copy(Box::new(Copy { threads: Some(threads), ..copy }))
        }
        Operation::Gemm { a, b, c } => Work::Gemm(Box::new(check_gemm(a, b, c, request.element)?)),
        Operation::PartitionedGemm { a, b, c, threads } => {
            let gemm = check_gemm(a, b, c, request.element)?;
            let threads = threads.check(gemm.factor)?;
            Work::Gemm(Box::new(Gemm { threads: Some(threads), ..gemm }))
        }
        Operation::TunedGemm { a, b, c, tuning } => {
            let gemm = check_gemm(a, b, c, request.element)?;
            let (threads, tuned) = match choose(&gemm, tuning)? {
                Choice::Tuned(tuned) => (None, Some(*tuned)),
                Choice::Threads(threads) => (Some(*threads), None),
            };
            Work::Gemm(Box::new(Gemm { threads, tuned, ..gemm }))
        }
    };
    Ok(Plan { element: request.element, work })
}

fn check_copy(source: &Operand, destination: &Operand) -> Result<Copy, RunError> {
    let from = bounded_extent("source", source)?;
    let to = bounded_extent("destination", destination)?;
    if from.size != to.size {
        let message = format!(
            "the source {source} has {} elements, the destination {destination} has {}; a copy needs equal sizes",
            from.size, to.size
        );
        return Err(RunError::new(ErrorCode::SizeMismatch, message));
    }
    refuse_collisions("the destination", destination)?;
    Ok(Copy {
        source: source.clone(),
        destination: destination.clone(),
        size: to.size,
        source_cells: from.cells,
        destination_cells: to.cells,
        threads: None,
    })
}

fn check_gemm(a: &Operand, b: &Operand, c: &Operand, element: ElementType) -> Result<Gemm, RunError> {
    let Some(factor) = Factor::of(element) else {
        let message = format!("a GEMM of {element} is not defined; use f64, f32, f16 or bf16");
        return Err(RunError::new(ErrorCode::UnsupportedElement, message));
    };
    let (a_cells, b_cells, c_cells) =
        (bounded_extent("A", a)?.cells, bounded_extent("B", b)?.cells, bounded_extent("C", c)?.cells);
    let (a_m, a_k) = matrix_sizes("A", "(M,K)", a)?;
    let (b_n, b_k) = matrix_sizes("B", "(N,K)", b)?;
    let (c_m, c_n) = matrix_sizes("C", "(M,N)", c)?;
    for (name, (first, first_at), (second, second_at)) in [
        ("M", (a_m, "mode 0 of A"), (c_m, "mode 0 of C")),
        ("N", (b_n, "mode 0 of B"), (c_n, "mode 1 of C")),
        ("K", (a_k, "mode 1 of A"), (b_k, "mode 1 of B")),
    ] {
        if first != second {
            let message = format!(
                "{name} is {first} in {first_at} and {second} in {second_at}; A is (M,K), B is (N,K), C is (M,N)"
            );
            return Err(RunError::new(ErrorCode::GemmShapeMismatch, message));
        }
    }
    let multiplications = i128::from(a_m) * i128::from(b_n) * i128::from(a_k);
    if multiplications > i128::from(MAX_MULTIPLICATIONS) {
        let message = format!(
            "a {a_m}x{b_n}x{a_k} GEMM takes {multiplications} multiplications, and as many to check it; the limit is \
             {MAX_MULTIPLICATIONS} (16384^3)"
        );
        return Err(RunError::new(ErrorCode::TooLarge, message));
    }
    refuse_collisions("C", c)?;
    let (a, b, c) = (a.clone(), b.clone(), c.clone());
    Ok(Gemm {
        factor,
        a,
        b,
        c,
        m: a_m,
        n: b_n,
        k: a_k,
        a_cells,
        b_cells,
        c_cells,
        threads: None,
        tuned: None,
    })
}

fn bounded_extent(name: &str, operand: &Operand) -> Result<Extent, RunError> {
    let extent = operand
        .extent()
        .map_err(|error| RunError { message: format!("{name}: {}", error.message), ..error })?;
    let largest = extent.size.max(extent.cells);
    if largest > MAX_CELLS {
        let message = format!(
            "{name}: {operand} has or spans {} elements; the limit is {} (2^40)",
            grouped(largest.unsigned_abs()),
            grouped(MAX_CELLS.unsigned_abs())
        );
        return Err(RunError::new(ErrorCode::TooLarge, message));
    }
    Ok(extent)
}

/// The sizes of the two modes of a GEMM's operand.
fn matrix_sizes(name: &str, modes: &str, operand: &Operand) -> Result<(i64, i64), RunError> {
    let size = |leaves: &[Leaf]| leaves.iter().map(|leaf| leaf.shape).product();
    match operand.modes().as_slice() {
        [first, second] => Ok((size(first), size(second))),
        other => {
            let message =
                format!("{name} is {operand} of rank {}; it must have the two modes {modes}", other.len());
            Err(RunError::new(ErrorCode::GemmRank, message))
        }
    }
}

fn refuse_collisions(name: &str, operand: &Operand) -> Result<(), RunError> {
    match injectivity(&operand.leaves()) {
        Injectivity::Injective => Ok(()),
        Injectivity::Collides { first, second } => {
            let message = format!(
                "{name} {operand} has one offset for coordinates {} and {}; two elements cannot be written to one \
                 place",
                operand.coordinate(first),
                operand.coordinate(second)
            );
            Err(RunError::new(ErrorCode::DestinationCollides, message))
        }
        Injectivity::Unknown { coordinates } => {
            let message = format!(
                "whether coordinates of {name} {operand} collide takes enumerating {} of them; the limit is {}",
                grouped(coordinates.unsigned_abs()),
                grouped(MAX_ENUMERATED.unsigned_abs())
            );
            Err(RunError::new(ErrorCode::TooLarge, message))
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{DeviceChoice, Problem};

    #[track_caller]
    fn copy(source: &str, destination: &str) -> Result<Plan, RunError> {
        let operation =
            Operation::Copy { source: source.parse().unwrap(), destination: destination.parse().unwrap() };
        check(&Request { operation, element: ElementType::F32, device: DeviceChoice::Auto })
    }

    #[track_caller]
    fn gemm(a: &str, b: &str, c: &str, element: ElementType) -> Result<Plan, RunError> {
        let operation =
            Operation::Gemm { a: a.parse().unwrap(), b: b.parse().unwrap(), c: c.parse().unwrap() };
        check(&Request { operation, element, device: DeviceChoice::Auto })
    }

    #[test]
    fn copies_that_can_run_pass() {
        for (source, destination) in [
            ("(4,8):(1,4)", "(4,8):(8,1)"),
            ("32:1", "(4,(2,4)):(1,(16,4))"),
            ("(4,8):(0,1)", "(4,8):(8,1)"),
            ("(4,8):(1,4)", "(4,8):(10,1)"),
            ("512:1", "Sw<3,4,3> o 0 o (8,64):(64,1)"),
            ("(1048576,1048576):(1,1048576)", "(1048576,1048576):(1048576,1)"),
        ] {
            assert!(copy(source, destination).is_ok(), "{source} -> {destination}");
        }
    }

    #[test]
    fn refused_copies_name_operand_and_numbers() {
        let mut table = String::new();
        for (source, destination) in [
            ("(4,8):(1,4)", "31:1"),
            ("(4,8):(1,4)", "(4,8):(1,3)"),
            ("(2,(2,4)):(1,(2,4))", "(2,(2,4)):(1,(1,4))"),
            ("8:1", "(4,2):(0,1)"),
            ("4:1", "4:-1"),
            ("4:-1", "4:1"),
            ("512:1", "Sw<3,4,3> o 0 o (8,64):(32,1)"),
            ("(2097152,1048576):(1,0)", "(2097152,1048576):(1048576,1)"),
            ("(1073741824,512):(1,0)", "(1073741824,512):(3,2)"),
        ] {
            let error = copy(source, destination).unwrap_err();
            table += &format!("{}: {error}\n", serde_json::to_value(error.code).unwrap());
        }
        insta::assert_snapshot!(table, @r#"
        "size-mismatch": the source (4,8):(1,4) has 32 elements, the destination 31:1 has 31; a copy needs equal sizes
        "destination-collides": the destination (4,8):(1,3) has one offset for coordinates (3,0) and (0,1); two elements cannot be written to one place
        "destination-collides": the destination (2,(2,4)):(1,(1,4)) has one offset for coordinates (1,(0,0)) and (0,(1,0)); two elements cannot be written to one place
        "destination-collides": the destination (4,2):(0,1) has one offset for coordinates (0,0) and (1,0); two elements cannot be written to one place
        "negative-offset": destination: 4:-1 reaches offset -3, before the start of its buffer; a composed layout with an offset of 3 or more would stay inside
        "negative-offset": source: 4:-1 reaches offset -3, before the start of its buffer; a composed layout with an offset of 3 or more would stay inside
        "destination-collides": the destination Sw<3,4,3> o 0 o (8,64):(32,1) has one offset for coordinates (1,0) and (0,32); two elements cannot be written to one place
        "too-large": source: (2097152,1048576):(1,0) has or spans 2,199,023,255,552 elements; the limit is 1,099,511,627,776 (2^40)
        "too-large": whether coordinates of the destination (1073741824,512):(3,2) collide takes enumerating 549,755,813,888 of them; the limit is 67,108,864
        "#);
    }

    #[test]
    fn refused_gemms_name_the_mode() {
        use ElementType::*;
        let mut table = String::new();
        for (a, b, c, element) in [
            ("(64,32):(1,64)", "(48,32):(1,48)", "(63,48):(1,63)", F32),
            ("(64,32):(1,64)", "(48,32):(1,48)", "(64,32):(1,64)", F32),
            ("(64,32):(1,64)", "(48,16):(1,48)", "(64,48):(1,64)", F32),
            ("64:1", "(48,16):(1,48)", "(64,48):(1,64)", F32),
            ("(64,(4,8)):(1,(64,256))", "(48,32):(1,48)", "(64,48):(1,32)", F16),
            ("(4,4):(1,4)", "(4,4):(1,4)", "(4,4):(1,4)", I32),
            ("(32768,32768):(1,0)", "(32768,32768):(1,0)", "(32768,32768):(1,32768)", F32),
        ] {
            let error = gemm(a, b, c, element).unwrap_err();
            table += &format!("{}: {error}\n", serde_json::to_value(error.code).unwrap());
        }
        insta::assert_snapshot!(table, @r#"
        "gemm-shape-mismatch": M is 64 in mode 0 of A and 63 in mode 0 of C; A is (M,K), B is (N,K), C is (M,N)
        "gemm-shape-mismatch": N is 48 in mode 0 of B and 32 in mode 1 of C; A is (M,K), B is (N,K), C is (M,N)
        "gemm-shape-mismatch": K is 32 in mode 1 of A and 16 in mode 1 of B; A is (M,K), B is (N,K), C is (M,N)
        "gemm-rank": A is 64:1 of rank 1; it must have the two modes (M,K)
        "destination-collides": C (64,48):(1,32) has one offset for coordinates (32,0) and (0,1); two elements cannot be written to one place
        "unsupported-element": a GEMM of i32 is not defined; use f64, f32, f16 or bf16
        "too-large": a 32768x32768x32768 GEMM takes 35184372088832 multiplications, and as many to check it; the limit is 4398046511104 (16384^3)
        "#);
    }

    #[test]
    fn nested_gemm_modes_are_one_mode_each() {
        let plan =
            gemm("((8,8),32):((1,256),8)", "(48,(4,8)):(1,(48,192))", "(64,48):(48,1)", ElementType::BF16);
        assert_eq!(plan.unwrap().problem(), Problem::Gemm { m: 64, n: 48, k: 32 });
    }

    fn extreme() -> impl Strategy<Value = i64> {
        let ends =
            [0, 1, 2, 3, 7, 1 << 20, 1 << 31, 1 << 40, 1 << 62, i64::MAX, -1, -5, -(1 << 40), i64::MIN];
        prop::sample::select(ends.to_vec())
    }

    proptest! {
        #[test]
        fn the_largest_and_the_least_numbers_are_refused_or_planned(
            pairs in prop::collection::vec((extreme(), extreme()), 1..5),
            (bits, base, shift, offset) in (0_i64..5, 0_i64..60, -8_i64..8, extreme()),
            composed: bool,
        ) {
            let tuple = |part: fn(&(i64, i64)) -> i64| {
                pairs.iter().map(part).map(|leaf| leaf.to_string()).collect::<Vec<_>>().join(",")
            };
            let layout = format!("({}):({})", tuple(|pair| pair.0), tuple(|pair| pair.1));
            let text = if composed { format!("Sw<{bits},{base},{shift}> o {offset} o {layout}") } else { layout };
            if let Ok(operand) = text.parse::<Operand>() {
                let (a, b, c) = (operand.clone(), operand.clone(), operand.clone());
                let copy = Operation::Copy { source: operand.clone(), destination: operand };
                for operation in [copy, Operation::Gemm { a, b, c }] {
                    let request = Request { operation, element: ElementType::F64, device: DeviceChoice::Auto };
                    if let Ok(plan) = check(&request) {
                        prop_assert!(!plan.kernel().source.is_empty());
                    }
                }
            }
        }
    }
}
