//! Objects by the names of parameters and fields.

use layoutlens_host_value::suggestions::{Generation, Spelled};
use layoutlens_operation::Operation;

use super::{parts, spelled, stem, tensors};

/// What an object of this name is, the commonest first.
pub(super) fn objects(name: &str, generation: Generation, rank: Option<usize>) -> Vec<Spelled> {
    let name = stem(name);
    let lower = name.to_ascii_lowercase().replace('_', "");
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let begins = |words: &[&str]| words.iter().any(|word| lower.starts_with(word));
    let all = |texts: &[&str]| -> Vec<Spelled> { texts.iter().map(|text| spelled(*text)).collect() };
    if begins(&["smem"]) && !has(&["layout", "copy", "pipe", "ptr", "size"]) {
        let element = if has(&["acc", "lse", "scale", "max", "sum"]) { "float" } else { "half_t" };
        let code = format!("cute::array_aligned<{element}, 16384>{{}}");
        return vec![Spelled { code, said: format!("of {element} in shared memory") }];
    }
    if has(&["thrmma", "threadmma"]) {
        return vec![of_thread(parts::mma(generation), parts::said_of_mma(generation))];
    }
    if has(&["mma"]) && !has(&["barrier", "warp", "shape", "tilem", "tilen", "tilek"]) {
        let said = format!("= {}", parts::said_of_mma(generation));
        return vec![Spelled { code: parts::mma(generation).to_owned(), said }];
    }
    if has(&["copy"]) {
        let (code, said) = copy(&lower, generation);
        return match has(&["thr", "thread"]) {
            true => vec![of_thread(&code, &said)],
            false => vec![Spelled { code, said: format!("= {said}") }],
        };
    }
    if (begins(&["tma"]) || has(&["tmaload", "tmastore"])) && !has(&["barrier", "desc", "params"]) {
        let ranks = rank.into_iter().chain(2..5);
        return ranks.filter_map(|rank| tma(generation, rank)).collect();
    }
    if has(&["problemshape", "problemsize"]) {
        return all(&["make_shape(m, n, k, l)"]);
    }
    if has(&["tileshape", "tiler", "blkshape", "blockshape", "ctatile", "tilemnk"]) {
        return all(&["Shape<_128,_128,_64>{}", "Shape<_128,_64>{}"]);
    }
    if has(&["coord"]) {
        return coordinates(rank);
    }
    if begins(&[Operation::Shape.name()]) || lower.ends_with(Operation::Shape.name()) {
        return shapes(rank);
    }
    if begins(&[Operation::Stride.name()]) || lower.ends_with(Operation::Stride.name()) {
        return all(&["make_stride(ldm, _1{})", "make_stride(ldm, _1{}, ldn)"]);
    }
    if begins(&["smemlayout", "slayout"]) {
        return [2, 3].map(|rank| spelled(parts::smem_layout(generation, rank))).into();
    }
    if let Some(operand) = operand_of(name) {
        let batched = "make_layout(make_shape(m, k, l), make_stride(ldm, _1{}, ldn))";
        let plain = "make_layout(make_shape(m, k), make_stride(ldm, _1{}))";
        // Those of a product are matrices, those of attention have heads.
        let is_of_product = matches!(operand, "A" | "B" | "C" | "D");
        let all = if is_of_product { [plain, batched] } else { [batched, plain] };
        return all.map(spelled).into();
    }
    if has(&["layout"]) {
        return layouts(&lower, generation);
    }
    // `shared_storage`: a struct of arrays, whatever the type's name says.
    if has(&["storage"]) {
        return Vec::new();
    }
    tensors::tensors(name, generation, rank)
}

/// `layout_Q` is that of a whole operand in global memory, unless it is one of row sums or of factors that scale another: the
/// operand's name.
fn operand_of(name: &str) -> Option<&str> {
    let operand = name.strip_prefix("layout_")?;
    let is_operand = operand.starts_with(|letter: char| letter.is_ascii_uppercase())
        && !["LSE", "SF"].iter().any(|other| operand.starts_with(other));
    is_operand.then_some(operand)
}

/// Tensors and layouts alike, for a parameter of which nothing but its use tells.
fn layouts(lower: &str, generation: Generation) -> Vec<Spelled> {
    let accumulators = |shape: &str| Spelled {
        code: format!("partition_fragment_C({}, {shape}{{}}).layout()", parts::mma(generation)),
        said: format!("of the accumulators of {}", parts::said_of_mma(generation)),
    };
    let tile = spelled("make_layout(Shape<_128,_64>{}, Stride<_64,_1>{})");
    match lower.contains("acc") || lower.contains("frag") {
        true => vec![accumulators("Shape<_128,_128>"), tile],
        false => vec![tile, accumulators("Shape<_128,_128>")],
    }
}

fn coordinates(rank: Option<usize>) -> Vec<Spelled> {
    let of = |rank: usize| match rank {
        2 => "make_coord(m, n)",
        3 => "make_coord(m, n, k)",
        _ => "make_coord(m, n, k, l)",
    };
    rank.into_iter().chain([4, 3, 2]).map(|rank| spelled(of(rank))).collect()
}

fn shapes(rank: Option<usize>) -> Vec<Spelled> {
    let of = |rank: usize| match rank {
        2 => "make_shape(m, k)",
        3 => "make_shape(m, k, l)",
        _ => "make_shape(m, n, k, l)",
    };
    rank.into_iter().chain([3, 2, 4]).map(|rank| spelled(of(rank))).collect()
}

/// A tiled copy by what its name says of where from and where to.
fn copy(lower: &str, generation: Generation) -> (String, String) {
    let lower = lower.trim_end_matches("tiledcopy");
    let operand = ['a', 'b', 'c'].into_iter().find(|operand| lower.ends_with(*operand));
    let is_of_shared = lower.contains("smem") || lower.contains("s2r");
    match (is_of_shared, operand.unwrap_or('a')) {
        (false, _) => (parts::COPY.to_owned(), parts::SAID_OF_COPY.to_owned()),
        (true, operand) => {
            let operand = operand.to_ascii_uppercase();
            let atom = match (operand, generation) {
                ('C', Generation::Ampere) => "DefaultCopy",
                ('C', _) => "SM90_U32x4_STSM_N",
                _ => "SM75_U32x4_LDSM_N",
            };
            let mma = parts::mma(generation);
            let code = format!("make_tiled_copy_{operand}(Copy_Atom<{atom}, half_t>{{}}, {mma})");
            (code, format!("{atom} for {operand} of {}", parts::said_of_mma(generation)))
        }
    }
}

/// A thread's slice.
pub(super) fn of_thread(tiled: &str, said: &str) -> Spelled {
    Spelled { code: format!("{tiled}.get_slice(threadIdx.x)"), said: format!("= a slice of {said}") }
}

fn tma(generation: Generation, rank: usize) -> Option<Spelled> {
    let said = format!("= SM90_TMA_LOAD of tiles of 128x64 from rank {rank}");
    Some(Spelled { code: parts::tma(generation, rank)?, said })
}
