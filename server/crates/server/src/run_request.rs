//! What `ide` resolved, as `run` takes it.
//!
//! `run` knows the algebra only and `ide` does not know `run`: this is where the two meet, for lens and terminal alike.

use layout_algebra::IntTuple;
use layoutlens_eval::{Job, Run};
use layoutlens_run::{
    DeviceChoice, ErrorCode, MmaThreads, Operation, Request, RunError, ThreadValues, Tuning,
};

/// The request that runs `run` on a device.
///
/// # Errors
/// [`RunError`] when an operand, the element type or an option is none that can be run.
pub(crate) fn run_request(run: &Run, device: DeviceChoice) -> Result<Request, RunError> {
    // Both sides speak CuTe notation.
    let operand = |operand: &layoutlens_eval::Operand| operand.to_string().parse();
    let operation = match &run.job {
        Job::Copy { source, destination } => {
            let (source, destination) = (operand(source)?, operand(destination)?);
            match threads(run)? {
                Some(threads) => Operation::PartitionedCopy { source, destination, threads },
                None => Operation::Copy { source, destination },
            }
        }
        Job::Gemm { a, b, c } => {
            let (a, b, c) = (operand(a)?, operand(b)?, operand(c)?);
            match option(run, "tiled_mma") {
                Some(tiled_mma) => {
                    let tile = option(run, "tile").map_or_else(|| Ok(Vec::new()), extents)?;
                    let threads = MmaThreads { tiled_mma: tiled_mma.to_owned(), tile };
                    Operation::PartitionedGemm { a, b, c, threads }
                }
                None => match tuning(run)? {
                    Some(tuning) => Operation::TunedGemm { a, b, c, tuning },
                    None => Operation::Gemm { a, b, c },
                },
            }
        }
    };
    Ok(Request { operation, element: run.element.parse()?, device })
}

/// The options of which the kernels have no use.
pub(crate) fn unused_options(run: &Run) -> Vec<&str> {
    let used: &[&str] = match &run.job {
        Job::Copy { .. } if option(run, "tv").is_some() => &["tv", "tile"],
        Job::Copy { .. } => &[],
        Job::Gemm { .. } if option(run, "tiled_mma").is_some() => &["tiled_mma", "tile"],
        Job::Gemm { .. } => &["mma", "tile", "stages", "swizzle"],
    };
    let is_used = |name: &str| used.contains(&name);
    run.options.iter().map(|(name, _)| name.as_str()).filter(|name| !is_used(name)).collect()
}

fn option<'r>(run: &'r Run, name: &str) -> Option<&'r str> {
    run.options.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

/// What `mma`, `tile`, `stages` and `swizzle` say; `None` where there is none of them.
fn tuning(run: &Run) -> Result<Option<Tuning>, RunError> {
    let number = |stages: &str| {
        let refused =
            |_| bad_option(format!("stages={stages}: a number of tiles in shared memory at a time"));
        stages.parse().map_err(refused)
    };
    let swizzle = |swizzle: &str| {
        let refused = |error: layout_algebra::Error| bad_option(format!("swizzle={swizzle}: {error}"));
        swizzle.parse().map_err(refused)
    };
    let tuning = Tuning {
        mma: option(run, "mma").map(str::to_owned),
        tile: option(run, "tile")
            .map_or_else(|| Ok(Vec::new()), extents)
            .map_err(|error| bad_option(error.message))?,
        stages: option(run, "stages").map(number).transpose()?,
        swizzle: option(run, "swizzle").map(swizzle).transpose()?,
    };
    Ok(Some(tuning).filter(|tuning| *tuning != Tuning::default()))
}

/// The threads of `tv=LAYOUT, tile=TILE`.
fn threads(run: &Run) -> Result<Option<ThreadValues>, RunError> {
    let Some(layout) = option(run, "tv") else { return Ok(None) };
    let layout = layout.parse().map_err(|error: RunError| bad(format!("tv: {}", error.message)))?;
    let tile = option(run, "tile").ok_or_else(|| {
        bad(format!(
            "tv={layout} needs tile=(..): how much of each mode of the tensors a block's threads hold"
        ))
    })?;
    Ok(Some(ThreadValues { layout, tile: extents(tile)? }))
}

/// The extents of `tile=(128,64)`, one for each mode.
fn extents(tile: &str) -> Result<Vec<i64>, RunError> {
    let refused = |error: layout_algebra::Error| bad(format!("tile={tile}: {error}"));
    let parsed = tile.parse::<IntTuple>().map_err(|_| {
        bad(format!("tile={tile}: its extents must be numbers; `let` and `with` give names their values"))
    });
    match &parsed? {
        IntTuple::Int(size) => Ok(vec![*size]),
        IntTuple::Tuple(modes) => {
            modes.iter().map(IntTuple::product).collect::<Result<_, _>>().map_err(refused)
        }
    }
}

fn bad(message: String) -> RunError {
    RunError::new(ErrorCode::BadThreadValues, message)
}

fn bad_option(message: String) -> RunError {
    RunError::new(ErrorCode::BadOption, message)
}

#[cfg(test)]
mod tests {
    use layoutlens_eval::element_type;
    use layoutlens_run::ElementType;

    use super::*;

    #[test]
    fn statements_and_kernels_know_the_same_element_types() {
        let statements: Vec<_> =
            element_type::all().map(|element| (element.name, element.bits() / 8)).collect();
        let kernels: Vec<_> =
            ElementType::all().map(|element| (element.name(), element.width().cast_signed())).collect();
        assert_eq!(statements, kernels);
        for element in element_type::all() {
            for alias in element.cpp.iter().chain([&element.element.name]) {
                let read: ElementType = alias.parse().unwrap();
                assert_eq!(read.name(), element.name, "{alias}");
            }
        }
    }

    /// The threads and the unused options of a statement, or why it does not run.
    fn asked(statement: &str) -> String {
        let run = match layoutlens_ide::run_job(statement) {
            Ok(run) => run,
            Err(diagnostics) => {
                return diagnostics.into_iter().map(|diagnostic| diagnostic.message).collect();
            }
        };
        let unused = unused_options(&run).join(" ");
        match run_request(&run, DeviceChoice::Auto).map(|request| request.operation) {
            Ok(Operation::PartitionedCopy { threads: ThreadValues { layout, tile }, .. }) => {
                format!("{layout} over {tile:?}, unused: {unused}")
            }
            Ok(Operation::PartitionedGemm { threads: MmaThreads { tiled_mma, tile }, .. }) => {
                format!("{tiled_mma} over {tile:?}, unused: {unused}")
            }
            Ok(Operation::TunedGemm { tuning, .. }) => format!("{tuning}, unused: {unused}"),
            Ok(_) => format!("no threads, unused: {unused}"),
            Err(error) => error.message,
        }
    }

    #[test]
    fn threads_come_from_a_layout_and_a_tile_or_from_a_tiled_copy() {
        let copy = "copy (128,64):(1,128) -> (128,64):(1,128) : f32";
        let mut table = String::new();
        for options in [
            "(tv=(256,4):(4,1), tile=(128,8))",
            "(tv=(16,4):(4,1), tile=64)",
            "(tv=(256,4):(4,1), tile=((32,4),8))",
            "(tv=make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>, (32,8):(1,32), (4,1):(1,4)))",
            "(tv=make_tiled_copy(Copy_Atom<SM75_U32x4_LDSM_N, half_t>, (32,8):(1,32), (8,1):(1,8)))",
            "(tv=(256,4):(4,1))",
            "(tile=(128,8), stages=3)",
            "(tv=threads, tile=(128,8))",
            "(tv=(4,8), tile=(128,8))",
            "(tv=SM80_16x8x16_F32F16F16F32_TN, tile=(128,8))",
        ] {
            table += &format!("{options}: {}\n", asked(&format!("{copy} {options}")));
        }
        insta::assert_snapshot!(table);
    }

    #[test]
    fn threads_come_from_a_tiled_mma() {
        let gemm = "gemm (64,64):(1,64), (64,64):(64,1) -> (64,64):(64,1) : f16";
        let mut table = String::new();
        for options in [
            "(tiled_mma=make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1)), tile=(64,64,32))",
            "(tiled_mma=SM80_16x8x16_F32F16F16F32_TN)",
            "(tiled_mma=make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1), <32,32,16>), stages=3)",
            "(tiled_mma=MMA)",
            "(tile=(128,128,64), mma=SM80_16x8x16_F32F16F16F32_TN)",
            "(tile=((64,2),128), stages=3, swizzle=Sw<2,3,3>)",
            "(stages=(3,4))",
            "(swizzle=8)",
            "(tile=(BM,64))",
        ] {
            table += &format!("{options}: {}\n", asked(&format!("{gemm} {options}")));
        }
        insta::assert_snapshot!(table);
    }
}
