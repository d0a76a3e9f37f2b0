//! Tutorials with other constants, atoms and swizzles: programs that nobody has looked at.

use std::fs;

use super::{
    program::{Program, Variant},
    truth,
};
use crate::error::Error;

/// A change, and the tutorials that it is made to. Tiles fit the tutorials' copies.
const CHANGES: &[(&str, &[Variant])] = &[
    (
        "sgemm_1",
        &[Variant {
            name: "other tiles",
            replacements: &[
                ("auto bM = Int<128>{};", "auto bM = Int<64>{};"),
                ("auto bN = Int<128>{};", "auto bN = Int<96>{};"),
                ("auto bK = Int<  8>{};", "auto bK = Int<16>{};"),
                ("make_shape(Int<16>{}, Int<16>{}))", "make_shape(Int<8>{}, Int<32>{}), LayoutRight{})"),
                ("make_shape(Int<32>{}, Int< 8>{})", "make_shape(Int<16>{}, Int<16>{})"),
                (
                    "make_layout(make_shape(bM, bK))",
                    "make_layout(make_shape(bM, bK), make_stride(bK + _2{}, _1{}))",
                ),
            ],
        }],
    ),
    (
        "sgemm_2",
        &[Variant {
            name: "half as wide",
            replacements: &[
                ("auto bN = Int<128>{};", "auto bN = Int<64>{};"),
                ("auto bK = Int<  8>{};", "auto bK = Int<16>{};"),
                ("uint128_t", "uint64_t"),
                ("Layout<Shape< _4,_1>>{}", "Layout<Shape< _2,_1>>{}"),
                ("Layout<Shape<_16,_16,_1>>{}", "Layout<Shape<_32,_8,_1>,Stride<_8,_1,_0>>{}"),
            ],
        }],
    ),
    (
        "sgemm_sm80",
        &[Variant {
            name: "wider tiles",
            replacements: &[
                ("auto bN = Int<128>{};", "auto bN = Int<256>{};"),
                ("auto bK = Int< 64>{};", "auto bK = Int<128>{};"),
                ("auto bP = Int<3>{};", "auto bP = Int<4>{};"),
                ("Swizzle<3,3,3>", "Swizzle<2,3,3>"),
                ("Layout<Shape<_2,_2>>{},", "Layout<Shape<_4,_2>>{},"),
                ("Layout<Shape<_16,_8>,Stride<_8,_1>>{}", "Layout<Shape<_32,_8>,Stride<_8,_1>>{}"),
                ("SM80_16x8x16_F16F16F16F16_TN", "SM80_16x8x16_F32F16F16F32_TN"),
            ],
        }],
    ),
    (
        "wgmma_sm90",
        &[
            Variant {
                name: "narrow swizzles",
                replacements: &[
                    ("Layout_MN_SW128_Atom", "Layout_MN_SW64_Atom"),
                    ("Layout_K_SW128_Atom", "Layout_K_SW32_Atom"),
                    ("auto bP = Int<3>{};", "auto bP = Int<5>{};"),
                    ("64x64x16", "64x128x16"),
                ],
            },
            Variant {
                name: "two warpgroups",
                replacements: &[
                    ("auto bM = Int<128>{};", "auto bM = Int<256>{};"),
                    ("GMMA::Major::MN>{}", "GMMA::Major::MN>{}, Layout<Shape<_2,_1,_1>>{}"),
                    ("GMMA::Major::K>{}", "GMMA::Major::K>{}, Layout<Shape<_2,_1,_1>>{}"),
                    ("Layout<Shape<_16,_8>>{}", "Layout<Shape<_16,_16>>{}"),
                    ("Layout<Shape<_16,_8>,Stride<_8,_1>>{}", "Layout<Shape<_32,_8>,Stride<_8,_1>>{}"),
                    ("cute::half_t", "cutlass::bfloat16_t"),
                    ("SM90_64x64x16_F16F16F16_SS", "SM90_64x64x16_F32BF16BF16_SS"),
                ],
            },
        ],
    ),
    (
        "wgmma_tma_sm90",
        &[Variant {
            name: "narrow swizzles",
            replacements: &[
                ("Layout_MN_SW128_Atom", "Layout_MN_SW32_Atom"),
                ("Layout_K_SW128_Atom", "Layout_K_SW64_Atom"),
                ("auto bN = Int<128>{};", "auto bN = Int<192>{};"),
                ("auto bK = Int< 64>{};", "auto bK = Int<128>{};"),
                ("64x64x16", "64x96x16"),
            ],
        }],
    ),
    (
        "02_mma_tma_sm100",
        &[Variant {
            name: "small",
            replacements: &[
                ("128, 256,  ", "64, 128,  "),
                ("Int<4>{};", "Int<2>{};"),
                ("Layout_K_SW128_Atom", "Layout_K_SW64_Atom"),
                ("SM100_TMEM_LOAD_32dp32b1x", "SM100_TMEM_LOAD_16dp256b1x"),
            ],
        }],
    ),
    (
        "03_mma_tma_multicast_sm100",
        &[Variant {
            name: "other cluster",
            replacements: &[
                ("make_shape(Int<4>{}, Int<4>{}, Int<1>{})", "make_shape(Int<2>{}, Int<1>{}, Int<1>{})"),
                ("128, 256,  ", "128, 64,  "),
                ("SM100_TMEM_LOAD_32dp32b1x", "SM100_TMEM_LOAD_32dp32b16x"),
            ],
        }],
    ),
    (
        "04_mma_tma_2sm_sm100",
        &[Variant {
            name: "narrow",
            replacements: &[
                ("256, 256,  ", "256, 128,  "),
                ("make_shape(Int<4>{}, Int<4>{}, Int<1>{})", "make_shape(Int<2>{}, Int<4>{}, Int<1>{})"),
                ("using TypeA = cutlass::half_t;", "using TypeA = cutlass::bfloat16_t;"),
                ("using TypeB = cutlass::half_t;", "using TypeB = cutlass::bfloat16_t;"),
            ],
        }],
    ),
    (
        "05_mma_tma_epi_sm100",
        &[Variant {
            name: "two epilogue tiles",
            replacements: &[
                ("size<0,1>(mma_shape_C) / Int<4>{}", "size<0,1>(mma_shape_C) / Int<2>{}"),
                ("256, 256,  ", "256, 128,  "),
                ("Int<4>{};  // MMA Tile K", "Int<8>{};  // MMA Tile K"),
            ],
        }],
    ),
];

/// The changed tutorials among `tutorials`, written to files of their own.
pub(super) fn changed(tutorials: &[Program]) -> Result<Vec<Program>, Error> {
    let folder = truth::folder().join("changed");
    fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let mut changed = Vec::new();
    for (name, changes) in CHANGES {
        let Some(tutorial) = tutorials.iter().find(|program| program.name == *name) else { continue };
        for change in *changes {
            let text = fs::read_to_string(&tutorial.source).map_err(Error::file(&tutorial.source))?;
            let text =
                change.of(&text).map_err(|missing| Error::Other(format!("{name} holds no {missing}")))?;
            let name = format!("{name}-{}", change.name.replace(' ', "-"));
            let source = folder.join(format!("{name}.cu"));
            // Others may read it: the same text is not written again.
            if fs::read_to_string(&source).ok().as_ref() != Some(&text) {
                fs::write(&source, text).map_err(Error::file(&source))?;
            }
            changed.push(Program { name, source, ..tutorial.clone() });
        }
    }
    Ok(changed)
}
