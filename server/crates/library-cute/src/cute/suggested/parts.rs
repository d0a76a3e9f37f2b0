//! The tile that everything suggested is of, and what moves and multiplies it.

use layoutlens_host_value::suggestions::{Generation, Spelled};

/// Names that stand for numbers of run time.
pub(super) const SIZES: &[&str] = &["m", "n", "k", "l", "ldm", "ldn"];

/// The tile of an MMA.
pub(super) fn tile(generation: Generation) -> &'static str {
    match generation {
        Generation::BlackwellScaled => "Shape<_128,_128,_256>",
        _ => "Shape<_128,_128,_64>",
    }
}

/// A tile that two groups of threads share along M.
pub(super) const DIVIDED_TILE: &str = "Shape<_256,_128,_64>";

/// The factors of an operand's tile of 128 x 256, one for 16 values of a row, as CUTLASS lays them out in shared memory
/// (`Sm1xxBlockScaledConfig<16>::deduce_smem_layoutSFA`).
pub(super) const SMEM_FACTORS: &str = "Layout<Shape<Shape<Shape<Shape<_32,_4>,_1>,Shape<_16,_4>>,_1,Shape<_1,_4>>,\
                                       Stride<Stride<Stride<Stride<_16,_4>,_512>,Stride<_0,_1>>,_0,Stride<_4,_512>>>";

/// The same of a whole operand in global memory (`Sm1xxBlockScaledConfig<16>::LayoutSF`).
pub(super) const FACTORS: &str = "decltype(blocked_product(\
                                  Layout<Shape<Shape<_32,_4>,Shape<_16,_4>>,Stride<Stride<_16,_4>,Stride<_0,_1>>>{}, \
                                  make_layout(make_shape(m, k, l), make_stride(ldm, _1{}, ldn))))";

/// A tiled MMA with halves.
pub(super) fn mma(generation: Generation) -> &'static str {
    match generation {
        Generation::Ampere => {
            "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4,_1,_1>>{}, Tile<_64,_16,_16>{})"
        }
        Generation::Hopper => {
            "make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>{}, Layout<Shape<_2,_1,_1>>{})"
        }
        Generation::Blackwell => {
            "make_tiled_mma(SM100_MMA_F16BF16_SS<half_t,half_t,float,128,128,UMMA::Major::K,UMMA::Major::K>{})"
        }
        Generation::BlackwellScaled => {
            "make_tiled_mma(SM100_MMA_MXF4_SS<float_e2m1_t,float_e2m1_t,float,float_ue4m3_t,128,128,16,UMMA::Major::K,\
             UMMA::Major::K>{})"
        }
    }
}

/// What is said of [`mma`].
pub(super) fn said_of_mma(generation: Generation) -> &'static str {
    match generation {
        Generation::Ampere => "SM80_16x8x16_F32F16F16F32_TN by 4x1x1 warps",
        Generation::Hopper => "SM90_64x128x16_F32F16F16_SS by 2x1x1 warp groups",
        Generation::Blackwell => "SM100_MMA_F16BF16_SS of 128x128",
        Generation::BlackwellScaled => "SM100_MMA_MXF4_SS of 128x128 and a factor for 16 values",
    }
}

/// What CUTLASS builds for a product of halves, by TMA and in two stages; that of an attention's second product multiplies
/// rows of V.
pub(super) fn collective(name: &str, generation: Generation) -> Option<Spelled> {
    let (architecture, schedule) = match generation {
        Generation::Hopper => ("Sm90", "KernelTmaWarpSpecialized"),
        Generation::Blackwell => ("Sm100", "KernelTmaWarpSpecialized1SmSm100"),
        Generation::Ampere | Generation::BlackwellScaled => return None,
    };
    let (tile, stride_b) = match name.ends_with("pv") {
        true => ("Shape<_128,_64,_128>", "Stride<_1,int64_t,int64_t>"),
        false => (tile(generation), "Stride<int64_t,_1,int64_t>"),
    };
    let code = format!(
        "typename cutlass::gemm::collective::CollectiveBuilder<cutlass::arch::{architecture}, \
         cutlass::arch::OpClassTensorOp, half_t, Stride<int64_t,_1,int64_t>, 8, half_t, {stride_b}, 8, float, {tile}, \
         Shape<_1,_1,_1>, cutlass::gemm::collective::StageCount<2>, cutlass::gemm::{schedule}>::CollectiveOp"
    );
    let said = format!("= what CollectiveBuilder gives for {architecture}, halves and a tile of {tile}");
    Some(Spelled { code, said })
}

/// The atom of a layout of shared memory.
pub(super) fn smem_atom(generation: Generation) -> &'static str {
    match generation {
        Generation::Ampere => "composition(Swizzle<3,3,3>{}, Layout<Shape<_8,_64>,Stride<_64,_1>>{})",
        Generation::Hopper => "GMMA::Layout_K_SW128_Atom<half_t>{}",
        Generation::Blackwell => "UMMA::Layout_K_SW128_Atom<half_t>{}",
        Generation::BlackwellScaled => "UMMA::Layout_K_SW128_Atom<float_e2m1_t>{}",
    }
}

/// A tile in shared memory, of as many modes: with four of them, on Blackwell, those of an MMA's operand in two stages.
pub(super) fn smem_layout(generation: Generation, rank: usize) -> String {
    if let (4.., Generation::Blackwell) = (rank, generation) {
        let (atom, mma) = (smem_atom(generation), mma(generation));
        let shape = format!("append(partition_shape_A({mma}, Shape<_128,_64>{{}}), _2{{}})");
        return format!("UMMA::tile_to_mma_shape({atom}, {shape})");
    }
    let shape = match (rank, generation) {
        (3.., Generation::BlackwellScaled) => "Shape<_128,_256,_2>",
        (_, Generation::BlackwellScaled) => "Shape<_128,_256>",
        (3.., _) => "Shape<_128,_64,_2>",
        _ => "Shape<_128,_64>",
    };
    format!("tile_to_shape({}, {shape}{{}})", smem_atom(generation))
}

/// A tile in shared memory.
pub(super) fn smem_tensor(generation: Generation, rank: usize) -> String {
    format!("make_tensor(make_smem_ptr(static_cast<half_t*>(nullptr)), {})", smem_layout(generation, rank))
}

/// A copy between global and shared memory.
pub(super) const COPY: &str = "make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{}, \
                               Layout<Shape<_16,_8>,Stride<_8,_1>>{}, Layout<Shape<_1,_8>>{})";

/// What is said of [`COPY`].
pub(super) const SAID_OF_COPY: &str =
    "SM80_CP_ASYNC_CACHEGLOBAL<uint128_t> by (16,8):(8,1) threads of (1,8):(0,1) half_t";

/// A tensor in global memory of as many modes, its rows of run time.
pub(super) fn gmem_tensor(rank: usize) -> Option<String> {
    let (shape, stride) = match rank {
        1 => ("m", "_1{}"),
        2 => ("make_shape(m, k)", "make_stride(ldm, _1{})"),
        3 => ("make_shape(m, k, l)", "make_stride(ldm, _1{}, ldn)"),
        4 => ("make_shape(m, k, n, l)", "make_stride(ldm, _1{}, ldn, ldl)"),
        _ => return None,
    };
    let stride = stride.replace("ldl", "n");
    Some(format!("make_tensor(make_gmem_ptr(static_cast<half_t*>(nullptr)), {shape}, {stride})"))
}

/// A TMA copy of a tile, from a tensor of this shape and these strides.
pub(super) fn tma_of(generation: Generation, shape: &str, stride: &str) -> String {
    let tensor = format!(
        "make_tensor(make_gmem_ptr(static_cast<half_t*>(nullptr)), make_shape({shape}), make_stride({stride}))"
    );
    format!("make_tma_copy(SM90_TMA_LOAD{{}}, {tensor}, {})", smem_layout(generation, 2))
}

/// A TMA copy of a tile, from a tensor of a rank that is suggested.
pub(super) fn tma(generation: Generation, rank: usize) -> Option<String> {
    let tensor = gmem_tensor(rank)?;
    Some(format!("make_tma_copy(SM90_TMA_LOAD{{}}, {tensor}, {})", smem_layout(generation, 2)))
}
