//! The tables of MMA atoms and of tensor memory: each entry beside what CuTe's traits are when compiled.

use std::collections::HashSet;

use layout_algebra::{
    Error, IntTuple, Layout,
    atom::{
        mma::{MmaAtom, Operand},
        tmem::{Fragment, TmemDirection, TmemInstruction},
    },
};

use super::comparison::{Ours, Question};

/// Headers that CuTe does not include by itself.
pub(super) const HEADERS: &str = "\
    #include <cute/arch/mma_sm90_gmma_ext.hpp>\n\
    #include <cute/arch/mma_sm90_gmma_sparse_ext.hpp>\n\
    #include <cute/atom/mma_atom.hpp>\n\
    #include <cute/atom/mma_traits_sm90_gmma_ext.hpp>\n\
    #include <cute/atom/mma_traits_sm90_gmma_sparse.hpp>\n\
    #include <cute/atom/mma_traits_sm90_gmma_sparse_ext.hpp>\n\
    #include <cute/atom/copy_traits_sm100.hpp>\n";

/// What the wheel's headers have wrong, and what stands there instead: names that hold one of the texts, our layout, theirs.
///
/// [`MmaAtom::knowledge`] tells users of each.
const WRONG_IN_THE_WHEEL: &[(&[&str], &str, &str)] = &[
    // NVIDIA/cutlass pull request 3140.
    (
        &["16x8x32_S32S4S4", "16x8x32_S32S4U4", "16x8x32_S32U4S4", "16x8x32_S32U4U4"],
        "((4,8),(8)):((64,1),(8))",
        "((4,8),(8)):((32,1),(8))",
    ),
    // A stride that is not congruent to its shape.
    (&["16x8x128_S32U1U1"], "((4,8),(32,2)):((512,1),(16,8))", "((4,8),(32,2)):((512,1),((16,8)))"),
];

/// Every atom; of the families of SM100, one or two of each M with several N.
pub(super) fn questions(_seed: u64) -> Vec<Question> {
    let plain = MmaAtom::names()
        .filter(|name| !["SM100_MMA", "SM103", "SM107"].iter().any(|begin| name.starts_with(begin)));
    let mut questions: Vec<Question> = plain.map(|name| traits(&with_arguments(&name))).collect();
    let mut known = HashSet::new();
    for name in umma_names() {
        questions.push(traits(&name));
        questions.extend(accumulator(&name, &mut known));
    }
    questions.extend(refused_names().into_iter().map(refused));
    questions.extend(TmemInstruction::all().map(|instruction| tmem(&instruction)));
    questions
}

/// The name with template arguments, where C++ wants some.
fn with_arguments(name: &str) -> String {
    let is_gmma = name.starts_with("SM90_64x") || name.contains("GMMA_64x");
    let is_template = is_gmma && !(name.starts_with("SM90_64x") && name.contains("_S32"));
    match name {
        "UniversalFMA" => "UniversalFMA<float>".to_owned(),
        _ if is_template && name.contains("_TN") => format!("{name}<>"),
        _ if is_template => format!("{name}<GMMA::Major::K,GMMA::Major::K>"),
        _ if name.contains("SPARSE_16x8x128_TN_VS")
            || name.contains("16x8x64_TN_VS") && !name.contains("SPARSE") =>
        {
            format!("{name}<float_e2m1_t,float_e2m1_t,float,float_ue4m3_t,16>")
        }
        _ if name.starts_with("SM120") && name.ends_with("_VS") => {
            format!("{name}<float_e2m1_t,float_e3m2_t,float,float_ue8m0_t,32>")
        }
        _ if name.starts_with("SM120") => format!("{name}<float_e5m2_t,float_e4m3_t,half_t>"),
        _ => name.to_owned(),
    }
}

/// The traits as one tuple: shape, thread id, A, B and C.
fn traits(name: &str) -> Question {
    let members = ["Shape_MNK", "ThrID", "ALayout", "BLayout", "CLayout"];
    let traits = traits_type(name);
    let members: Vec<String> =
        members.iter().map(|member| format!("typename {traits}::{member}{{}}")).collect();
    let architecture = name.split(['_', ':', '<']).next().unwrap_or(name);
    Question {
        group: format!("atom {architecture}"),
        text: format!("MMA_Traits of {name}"),
        expression: format!("make_tuple({})", members.join(",")),
        ours: answer(MmaAtom::find(name).map(|atom| members_of(name, &atom))),
    }
}

/// An atom that CuTe refuses where it is used: its traits alone do not look at its arguments.
fn refused(name: String) -> Question {
    Question {
        group: "atom that is refused".to_owned(),
        text: format!("make_tiled_mma of {name}"),
        expression: format!("make_tiled_mma({name}{{}}).get_thr_layout_vmnk()"),
        ours: answer(MmaAtom::find(&name).map(|atom| atom.to_string())),
    }
}

/// The C++ type of the traits of an atom.
fn traits_type(name: &str) -> String {
    match name.strip_prefix("MMA_Traits<") {
        Some(_) => name.to_owned(),
        None => format!("MMA_Traits<{name}>"),
    }
}

fn members_of(name: &str, atom: &MmaAtom) -> String {
    let shape: IntTuple = atom.shape_mnk().into_iter().collect();
    let layouts = [atom.thr_id(), atom.layout_a(), atom.layout_b(), atom.layout_c()].map(Layout::to_string);
    let text = format!("({shape},{})", layouts.join(","));
    let wrong = WRONG_IN_THE_WHEEL.iter().find(|(names, ..)| names.iter().any(|part| name.contains(part)));
    wrong.map_or(text.clone(), |(_, ours, theirs)| text.replace(ours, theirs))
}

fn answer(ours: Result<String, Error>) -> Ours {
    match ours {
        Ok(text) => Ours::Value(text),
        Err(error) => Ours::Refused(error.to_string()),
    }
}

/// How a family of SM100 takes its arguments: its name, the types before M, and what stands between N and the majors.
///
/// The INTERLEAVED families and TF32_TS_SCALED are younger than the wheel's headers.
const UMMA: &[(&str, &str, &str)] = &[
    ("SM100_MMA_TF32_SS", "tfloat32_t,tfloat32_t,float", ""),
    ("SM100_MMA_F16BF16_SS", "half_t,half_t,half_t", ""),
    ("SM100_MMA_TF32_TS", "tfloat32_t,tfloat32_t,float", ""),
    ("SM100_MMA_F16BF16_TS", "bfloat16_t,bfloat16_t,float", ""),
    ("SM100_MMA_TF32_SS_SPARSE", "tfloat32_t,tfloat32_t,float", ""),
    ("SM100_MMA_F16BF16_SS_SPARSE", "half_t,half_t,float", ""),
    ("SM100_MMA_TF32_2x1SM_SS", "tfloat32_t,tfloat32_t,float", ""),
    ("SM100_MMA_F16BF16_2x1SM_SS", "half_t,half_t,float", ""),
    ("SM100_MMA_TF32_2x1SM_TS", "tfloat32_t,tfloat32_t,float", ""),
    ("SM100_MMA_F16BF16_2x1SM_TS", "half_t,half_t,float", ""),
    ("SM100_MMA_TF32_2x1SM_SS_SPARSE", "tfloat32_t,tfloat32_t,float", ""),
    ("SM100_MMA_F16BF16_2x1SM_SS_SPARSE", "half_t,half_t,float", ""),
    ("SM100_MMA_F16BF16_SS_SCALED", "half_t,half_t,float", ""),
    ("SM100_MMA_F16BF16_TS_SCALED", "half_t,half_t,float", ""),
    ("SM100_MMA_F16BF16_2x1SM_SS_SCALED", "half_t,half_t,float", ""),
    ("SM100_MMA_F16BF16_2x1SM_TS_SCALED", "half_t,half_t,float", ""),
    ("SM100_MMA_S8_SS", "int8_t,int8_t,int32_t", ""),
    ("SM100_MMA_S8_TS", "int8_t,uint8_t,int32_t", ""),
    ("SM100_MMA_S8_SS_SPARSE", "int8_t,int8_t,int32_t", ""),
    ("SM100_MMA_S8_2x1SM_SS", "uint8_t,int8_t,int32_t", ""),
    ("SM100_MMA_S8_2x1SM_TS", "int8_t,int8_t,int32_t", ""),
    ("SM100_MMA_S8_2x1SM_SS_SPARSE", "int8_t,int8_t,int32_t", ""),
    ("SM100_MMA_F8F6F4_TS", "float_e4m3_t,float_e2m1_t,float", ""),
    ("SM100_MMA_F8F6F4_SS_SPARSE", "float_e4m3_t,float_e5m2_t,float", ""),
    ("SM100_MMA_F8F6F4_2x1SM_TS", "float_e4m3_t,float_e5m2_t,half_t", ""),
    ("SM100_MMA_F8F6F4_2x1SM_SS_SPARSE", "float_e4m3_t,float_e5m2_t,float", ""),
    ("SM100_MMA_MXF8F6F4_SS", "float_e4m3_t,float_e2m3_t,float,float_ue8m0_t", ""),
    ("SM100_MMA_MXF8F6F4_SS_SPARSE", "float_e4m3_t,float_e4m3_t,float,float_ue8m0_t", ""),
    ("SM100_MMA_MXF8F6F4_2x1SM_SS", "float_e4m3_t,float_e2m3_t,float,float_ue8m0_t", ""),
    ("SM100_MMA_MXF8F6F4_2x1SM_SS_SPARSE", "float_e4m3_t,float_e4m3_t,float,float_ue8m0_t", ""),
    ("SM100_MMA_MXF4_SS", "float_e2m1_t,float_e2m1_t,float,float_ue8m0_t", "32,"),
    ("SM100_MMA_MXF4NVF4_SS_SPARSE", "float_e2m1_t,float_e2m1_t,float,float_ue4m3_t", "32,"),
    ("SM100_MMA_MXF4_2x1SM_SS", "float_e2m1_t,float_e2m1_t,float,float_ue4m3_t", "16,"),
    ("SM100_MMA_MXF4NVF4_2x1SM_SS_SPARSE", "float_e2m1_t,float_e2m1_t,float,float_ue4m3_t", "32,"),
    ("SM103::SM103_MXF4_ULTRA_SS_VS", "float_e2m1_t,float_e2m1_t,float,float_ue4m3_t", "16,"),
    ("SM103::SM103_MXF4_ULTRA_2x1SM_SS_VS", "float_e2m1_t,float_e2m1_t,float,float_ue8m0_t", "32,"),
];

/// Operations of SM100 with every M that CuTe knows and widths around its limits.
fn umma_names() -> Vec<String> {
    let mut names = Vec::new();
    for &(family, types, between) in UMMA {
        // The scaled operations have the exponent of C's scale behind the majors.
        let majors = if family.ends_with("SCALED") {
            "UMMA::Major::K,UMMA::Major::K,2"
        } else {
            "UMMA::Major::K,UMMA::Major::K"
        };
        let types = if types.is_empty() { String::new() } else { format!("{types},") };
        for m in [64, 128, 256] {
            names.extend(
                [8, 16, 24, 32, 72, 96, 128, 256]
                    .map(|n| format!("{family}<{types}{m},{n},{between}{majors}>")),
            );
        }
    }
    for family in ["SM100_MMA_F8F6F4_SS", "SM100_MMA_F8F6F4_2x1SM_SS"] {
        let major = |major: &str| format!("cute::integral_constant<UMMA::Major,UMMA::Major::{major}>");
        let sign = "cute::integral_constant<UMMA::ScaleIn,UMMA::ScaleIn::One>";
        for (m, n, b) in
            [(64, 8, "K"), (64, 8, "MN"), (128, 48, "MN"), (128, 256, "K"), (256, 32, "MN"), (256, 48, "MN")]
        {
            let (a, b) = (major("K"), major(b));
            names.push(format!(
                "MMA_Traits<{family},float_e4m3_t,float_e5m2_t,float,cute::C<{m}>,cute::C<{n}>,{a},{b},{sign},{sign}>"
            ));
        }
    }
    names.retain(|name| MmaAtom::find(name).is_ok());
    names
}

/// Names that CuTe refuses, one for each condition that the tables know.
fn refused_names() -> Vec<String> {
    let k = "UMMA::Major::K,UMMA::Major::K";
    [
        format!("SM100_MMA_TF32_SS<tfloat32_t,tfloat32_t,float,256,128,{k}>"),
        format!("SM100_MMA_F16BF16_SS<half_t,half_t,float,128,12,{k}>"),
        format!("SM100_MMA_F16BF16_SS_SCALED<half_t,half_t,float,128,64,{k}>"),
        format!("SM100_MMA_F16BF16_SS<float,float,float,128,128,{k}>"),
        format!("SM100_MMA_F16BF16_TS<half_t,half_t,float,128,24,{k}>"),
        format!("SM100_MMA_F16BF16_2x1SM_SS<half_t,half_t,float,64,32,{k}>"),
        format!("SM100_MMA_F16BF16_2x1SM_TS<half_t,half_t,float,128,48,{k}>"),
        format!("SM100_MMA_S8_SS<int8_t,int8_t,int32_t,64,24,{k}>"),
        format!("SM100_MMA_MXF8F6F4_SS<float_e4m3_t,float_e4m3_t,float,float_ue8m0_t,64,64,{k}>"),
        "SM90_64x20x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>".to_owned(),
        "SM90_64x40x32_S32S8S8_SS_TN".to_owned(),
        "SM80_16x8x16_F32F16F16F32_NT".to_owned(),
    ]
    .into()
}

/// How the accumulator of an operation lies in tensor memory, for one tile and for several.
///
/// Operations of many kinds have the same fragments; each is asked for once.
fn accumulator(name: &str, known: &mut HashSet<(Fragment, [i64; 2])>) -> Vec<Question> {
    let Ok(atom) = MmaAtom::find(name) else { return Vec::new() };
    let Operand::TensorMemory(fragment) = atom.accumulator() else { return Vec::new() };
    let [m, n, _] = atom.shape_mnk();
    let m = m / fragment.sms();
    if !known.insert((fragment.clone(), [m, n])) {
        return Vec::new();
    }
    let tiles =
        [(1, 1), (2, 1), (1, 2)].into_iter().filter(|(rows, columns)| m * rows * n * columns <= 128 * 512);
    tiles
        .map(|(rows, columns)| {
            let shape = format!("(({m},{n}),{rows},{columns})");
            let layout = shape.parse().and_then(|shape| fragment.layout(&shape));
            let cpp = format!(
                "make_shape(make_shape(Int<{m}>{{}},Int<{n}>{{}}),Int<{rows}>{{}},Int<{columns}>{{}})"
            );
            Question {
                group: "accumulator in tensor memory".to_owned(),
                text: format!("FrgTypeC of {name} for {shape}"),
                expression: format!("make_tensor<typename {}::FrgTypeC>({cpp}).layout()", traits_type(name)),
                ours: answer(layout.map(|layout| layout.to_string())),
            }
        })
        .collect()
}

/// An instruction on tensor memory: threads, bits, both sides.
fn tmem(instruction: &TmemInstruction) -> Question {
    let traits = format!("Copy_Traits<{instruction}>");
    let members = ["ThrID", "ValID", "SrcLayout", "DstLayout", "RefLayout"];
    let members: Vec<String> =
        members.iter().map(|member| format!("typename {traits}::{member}{{}}")).collect();
    let ours = || -> Result<String, Error> {
        let (memory, registers): (Layout, Layout) =
            (instruction.memory_layout()?, instruction.register_layout()?);
        let (source, destination) = match instruction.direction() {
            TmemDirection::Load => (&memory, &registers),
            TmemDirection::Store => (&registers, &memory),
        };
        Ok(format!("(32:1,{},{source},{destination},{memory})", instruction.val_id()?))
    };
    Question {
        group: "instruction on tensor memory".to_owned(),
        text: traits.clone(),
        expression: format!("make_tuple({})", members.join(",")),
        ours: answer(ours()),
    }
}
