//! Types by the names of template parameters and members.

use layoutlens_host_value::suggestions::{Generation, Spelled};
use layoutlens_operation::Operation;

use super::{parts, spelled, stem, type_of};

/// Element types, the commonest first.
const ELEMENTS: &[&str] = &["half_t", "bfloat16_t", "float", "float_e4m3_t", "int8_t"];

/// Element types of accumulators.
const ACCUMULATORS: &[&str] = &["float", "half_t"];

/// Numbers of run time that index memory.
const INDICES: &[&str] = &["int64_t", "int"];

/// A copy by TMA.
const TMA: &str = "SM90_TMA_LOAD";

/// Of a matrix, or of many.
pub(super) const STRIDES: [&str; 2] =
    ["Stride<int64_t,_1,int64_t>", "Stride<int64_t,_1,Stride<int64_t,int64_t>>"];

/// What a type of this name is, the commonest first.
pub(super) fn types(name: &str, generation: Generation) -> Vec<Spelled> {
    let name = stem(name);
    let lower = name.to_ascii_lowercase();
    let flat = lower.replace('_', "");
    let has = |words: &[&str]| words.iter().any(|word| flat.contains(word));
    let begins = |words: &[&str]| words.iter().any(|word| flat.starts_with(word));
    let all = |names: &[&str]| -> Vec<Spelled> { names.iter().map(|name| spelled(*name)).collect() };
    if begins(&["tiledmma", "mmaop", "tiledgmma"]) || lower == "mma" {
        return tiled_mma(generation);
    }
    if begins(&["thrmma", "threadmma"]) {
        return vec![of_thread(parts::mma(generation), parts::said_of_mma(generation))];
    }
    if has(&["pair"]) {
        return pair(&flat, generation);
    }
    if has(&["layoutatoms", "copyatoms"]) {
        return pair(&flat, generation);
    }
    if begins(&["smemlayoutatom", "slayoutatom", "smematomlayout", "inputlayoutatom", "computelayoutatom"]) {
        let atom = type_of(parts::smem_atom(generation));
        // Epilogues have narrower tiles.
        let narrow = match (generation, name) {
            (Generation::Hopper, "SmemLayoutAtomC" | "SmemLayoutAtomD") => {
                Some(type_of("GMMA::Layout_K_SW64_Atom<half_t>{}"))
            }
            (_, "SmemLayoutAtomC" | "SmemLayoutAtomD") => Some(type_of("UMMA::Layout_K_SW64_Atom<half_t>{}")),
            _ => None,
        };
        return narrow.into_iter().chain([atom]).collect();
    }
    if has(&["epilogueschedule"]) {
        return all(&["cutlass::epilogue::NoSmemWarpSpecialized", "cutlass::epilogue::TmaWarpSpecialized"]);
    }
    if begins(&["smemlayout", "slayout"]) || lower.ends_with("smemlayout") {
        let ranks: &[usize] = match generation {
            // What an epilogue stores has stages, and is no operand of an MMA.
            Generation::Blackwell if flat.ends_with("layouto") => &[3, 2],
            Generation::Blackwell => &[2, 4, 3],
            _ => &[2, 3],
        };
        return ranks.iter().map(|rank| type_of(&parts::smem_layout(generation, *rank))).collect();
    }
    if begins(&["collectivemma"]) {
        return parts::collective(&flat, generation).into_iter().collect();
    }
    if has(&["smemcopyatom", "copyatom"]) {
        return copy_atom(&lower, generation);
    }
    if has(&["copyop"]) {
        return copy_operation(&lower, generation);
    }
    if begins(&["gmemtiledcopy"]) && generation != Generation::Ampere {
        return all(&[TMA]);
    }
    if begins(&["thrcopy"]) || lower.ends_with("thrcopy") {
        return vec![of_thread(parts::COPY, parts::SAID_OF_COPY)];
    }
    if has(&["tiledcopy"]) {
        let said = format!("= {}", parts::SAID_OF_COPY);
        return vec![Spelled { code: format!("decltype({})", parts::COPY), said }];
    }
    if begins(&["tma"]) && !has(&["params", "desc", "barrier"]) {
        return [2, 3, 4].into_iter().filter_map(|rank| tma(generation, rank)).collect();
    }
    if begins(&[Operation::Stride.name()]) || lower.ends_with(Operation::Stride.name()) {
        return all(&STRIDES);
    }
    if has(&["clustershape"]) {
        return all(&["Shape<_1,_1,_1>", "Shape<_2,_1,_1>"]);
    }
    if has(&["atomlayout", "warplayout", "threadlayout", "thrlayout"]) {
        return all(&["Layout<Shape<_2,_1,_1>>", "Layout<Shape<_32,_4>>"]);
    }
    if has(&["epilogueshape", "epiloguetile", "epitile"]) {
        return match generation {
            Generation::Blackwell | Generation::BlackwellScaled => {
                all(&["Shape<_128,_32>", "Shape<_64,_32>"])
            }
            // That of two warp groups, which an MMA is supposed to have (`sm90_compute_tile_shape_or_override`).
            _ => all(&["Shape<_128,_32>", "Shape<_64,_32>"]),
        };
    }
    if has(&["tileshape", "ctatile", "ctashape", "blockshape"]) || has(&["tiler", "blocktile", "ctatiler"]) {
        return tile(&lower, generation);
    }
    if has(&["problemshape"]) {
        return all(&["Shape<int,int,int,int>"]);
    }
    if begins(&["arch"]) {
        return match generation {
            Generation::Ampere => all(&["cutlass::arch::Sm80"]),
            Generation::Hopper => all(&["cutlass::arch::Sm90"]),
            Generation::Blackwell | Generation::BlackwellScaled => all(&["cutlass::arch::Sm100"]),
        };
    }
    if begins(&["transform"]) {
        return all(&["cute::identity"]);
    }
    if begins(&["index", "offset"]) && !lower.contains("layout") {
        return all(INDICES);
    }
    let is_element = has(&["element", "dtype", "scalar", "valuetype", "datatype", "floattype"])
        || ["input", "output", "state", "weight", "elem", "in", "out", "matrix", "type"].iter().any(|word| {
            flat.strip_prefix(word).is_some_and(|rest| matches!(rest, "t" | "a" | "b" | "c" | "d"))
        })
        || lower.ends_with("type")
            && !has(&["kernel", "params", "pipeline", "storage", "policy", "schedule"])
        || matches!(
            name,
            "T" | "TA" | "TB" | "TC" | "TI" | "TO" | "Tin" | "Tout" | "T1" | "T2" | "Elem" | "A" | "B" | "C"
        );
    // Of an attention, the products.
    let is_product = ["qk", "pv"].iter().any(|word| flat.ends_with(word));
    match (is_element, has(&["acc", "compute", "lse", "scale"]) || name == "TC" || is_product) {
        (true, true) => all(ACCUMULATORS),
        (true, false) if generation == Generation::BlackwellScaled && !has(&["c", "d", "out"]) => {
            all(&["float_e2m1_t", "float_e4m3_t"])
        }
        (true, false) => all(ELEMENTS),
        (false, _) => Vec::new(),
    }
}

/// What an operand is and what scales it: the type `tuple<ElementA, ElementSF>`.
fn pair(name: &str, generation: Generation) -> Vec<Spelled> {
    let of = |first: &str, second: &str, said: &str| {
        vec![Spelled { code: format!("cute::tuple<{first}, {second}>"), said: format!("= a pair of {said}") }]
    };
    match name {
        _ if name.contains("element") => {
            of("float_e2m1_t", "float_ue4m3_t", "float_e2m1_t and its factors, float_ue4m3_t")
        }
        _ if name.contains(Operation::Stride.name())
            || name.contains("layoutpair") && !name.contains("smem") =>
        {
            let [stride, _] = STRIDES;
            of(stride, parts::FACTORS, &format!("{stride} and the layout of factors for 16 values each"))
        }
        _ if name.contains("gmemtiledcopy") => of(TMA, TMA, &format!("{TMA} and {TMA}")),
        _ if name.contains("copyatom") => of(
            "Copy_Atom<SM75_U32x4_LDSM_N, half_t>",
            "Copy_Atom<UniversalCopy<uint8_t>, uint8_t>",
            "SM75_U32x4_LDSM_N and UniversalCopy<uint8_t>",
        ),
        _ if name.contains("layout") => {
            let atom = parts::smem_atom(generation);
            let code = format!("decltype({atom})");
            of(&code, parts::SMEM_FACTORS, &format!("{atom} and the factors of 128x256, for 16 values each"))
        }
        _ => Vec::new(),
    }
}

fn tile(lower: &str, generation: Generation) -> Vec<Spelled> {
    let whole = parts::tile(generation);
    let of = match lower {
        _ if lower.ends_with("_mn") => "Shape<_128,_128>",
        _ if lower.ends_with("_mk") || lower.ends_with("_nk") => "Shape<_128,_64>",
        _ if lower.contains("pv") => "Shape<_128,_64,_128>",
        _ => whole,
    };
    let others = [whole, "Shape<_64,_64,_64>", "Shape<_128,_64>"];
    let mut all = vec![of];
    all.extend(others.into_iter().filter(|other| *other != of));
    all.into_iter().map(spelled).collect()
}

fn tiled_mma(generation: Generation) -> Vec<Spelled> {
    let said = format!("= {}", parts::said_of_mma(generation));
    vec![Spelled { code: format!("decltype({})", parts::mma(generation)), said }]
}

/// A thread's slice.
fn of_thread(tiled: &str, said: &str) -> Spelled {
    Spelled {
        code: format!("decltype({tiled}.get_slice(threadIdx.x))"),
        said: format!("= a slice of {said}"),
    }
}

fn copy_atom(lower: &str, generation: Generation) -> Vec<Spelled> {
    let of = match lower {
        _ if lower.contains("compute") => "DefaultCopy",
        _ if lower.contains("gmem") || lower.contains("g2s") => "SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>",
        _ if lower.ends_with('c') || lower.ends_with('o') || lower.contains("r2s") => match generation {
            Generation::Ampere => "DefaultCopy",
            _ => "SM90_U32x4_STSM_N",
        },
        _ if lower.contains("trans") => "SM75_U16x8_LDSM_T",
        _ => "SM75_U32x4_LDSM_N",
    };
    vec![spelled(format!("Copy_Atom<{of}, half_t>"))]
}

fn copy_operation(lower: &str, generation: Generation) -> Vec<Spelled> {
    let of = match (lower, generation) {
        _ if lower.contains("r2s") => "SM90_U32x4_STSM_N",
        _ if lower.contains("s2r") => "SM75_U32x4_LDSM_N",
        _ if lower.contains("r2r") => "DefaultCopy",
        _ if lower.contains("t2r") => "SM100_TMEM_LOAD_32dp32b32x",
        _ if lower.contains("r2t") => "SM100_TMEM_STORE_32dp32b32x",
        (_, Generation::Ampere) => "SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>",
        _ if lower.contains("s2g") || lower.contains("store") => "SM90_TMA_STORE",
        _ => "SM90_TMA_LOAD",
    };
    vec![spelled(of)]
}

fn tma(generation: Generation, rank: usize) -> Option<Spelled> {
    let said = format!("= SM90_TMA_LOAD of tiles of 128x64 from rank {rank}");
    Some(Spelled { code: format!("decltype({})", parts::tma(generation, rank)?), said })
}
