//! Copy atoms, tiled copies and shared-memory layouts as values of the annotation language.

use layoutlens_eval::{Evaluated, Value, evaluate_expression};
use layoutlens_syntax::parse_expression;

const COPY: &str = "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, (16,8):(8,1), (1,8))";
const ATOM: &str = "GMMA::Layout_K_SW128_Atom<half_t>";

fn evaluate(text: &str) -> (Evaluated, Vec<String>) {
    let (expr, errors) = parse_expression(text);
    assert!(errors.is_empty(), "{text}: {errors:?}");
    let (evaluated, problems) = evaluate_expression(&expr);
    (evaluated, problems.into_iter().map(|problem| problem.message).collect())
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let (evaluated, problems) = evaluate(text);
    assert_eq!(
        (evaluated.value.to_string().as_str(), problems.as_slice()),
        (expected, [].as_slice()),
        "{text}"
    );
}

#[track_caller]
fn check_problem(text: &str, expected: &str) {
    let (_, problems) = evaluate(text);
    assert!(problems.iter().any(|message| message.contains(expected)), "{text}: {problems:?}");
}

/// No value, and no mistake of the user's.
#[track_caller]
fn check_unknown(text: &str, reason: &str) {
    let (evaluated, problems) = evaluate(text);
    assert_eq!(problems, Vec::<String>::new(), "{text}");
    assert!(
        evaluated.value.unknown_reason().is_some_and(|found| found.contains(reason)),
        "{:?}",
        evaluated.value
    );
}

#[test]
fn a_tiled_copy_is_asked_for_its_layouts_and_parts() {
    check(&format!("copy_tiler_mn({COPY})"), "(16,64)");
    check(&format!("copy_layoutS_TV({COPY})"), "((8,16),(8,1)):((128,1),(16,0))");
    check(&format!("partition_D({COPY}, 7, (128,64):(64,1))"), "((8,1),8,1):((1,0),1024,0)");
    check(&format!("retile_S({COPY}, (8,4,2):(1,8,32))"), "((8,1),4,2):((1,0),8,32)");
    let (evaluated, _) = evaluate(&format!("partition_S({COPY}, 100, (128,64):(64,1))"));
    assert_eq!(evaluated.offset.as_deref(), Some("800"));
}

#[test]
fn a_thread_value_layout_is_drawn_over_its_tile() {
    let (evaluated, _) = evaluate(&format!("copy_layoutS_TV({COPY})"));
    assert_eq!(evaluated.tile.map(|tile| tile.to_string()).as_deref(), Some("(16,64)"));
}

#[test]
fn a_tiled_copy_of_an_mma_has_its_operands_layout() {
    let mma = "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1), <32,32,16>)";
    let copy = format!("make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>, {mma})");
    check(&format!("copy_layoutD_TV({copy})"), "((4,8,2,2),((2,2,2),1)):((64,1,16,0),((32,8,256),0))");
}

#[test]
fn thread_layouts_with_gaps_compile_to_another_copy() {
    check_problem(
        "make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>, (32,8):(2,64), (4,1))",
        "compiles, but is not what make_tiled_copy means",
    );
}

#[test]
fn a_tensor_that_no_tiles_fill_needs_a_predicate() {
    check_problem(
        &format!("partition_S({COPY}, 0, (100,64):(64,1))"),
        "a kernel must predicate the last tile",
    );
}

#[test]
fn a_thread_that_the_copy_does_not_have_is_refused() {
    check_problem(
        &format!("partition_S({COPY}, 128, (128,64):(64,1))"),
        "there is no thread 128: the copy has 128 threads",
    );
}

#[test]
fn an_operation_without_a_type_says_how_to_write_the_atom() {
    check_problem(
        "make_tiled_copy(SM75_U32x4_LDSM_N, (16,8))",
        "write `Copy_Atom<SM75_U32x4_LDSM_N,half_t>`",
    );
}

#[test]
fn a_projection_leaves_out_modes_of_the_tile() {
    for projection in ["Step<_1,X,_1>{}", "(1,_,1)"] {
        let text = format!("local_tile((24,20):(1,24), <8,7,5>, (1,2,_), {projection})");
        check(&text, "(8,5,4):(1,24,120)");
    }
}

#[test]
fn operations_on_the_domain_keep_the_swizzle_on_bytes() {
    check(ATOM, "Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)");
    let tile = format!("tile_to_shape({ATOM}, (128,128))");
    check(
        &format!("zipped_divide({tile}, <64,16>)"),
        "Sw<3,4,3> o smem_ptr[16b](unset) o ((64,16),(2,(4,2))):((64,1),(4096,(16,8192)))",
    );
    check(&format!("cosize({tile})"), "16384");
    check(
        &format!("upcast({tile}, 8)"),
        "Sw<3,4,3> o smem_ptr[128b](unset) o ((8,16),(8,2)):((8,64),(1,1024))",
    );
    check(
        &format!("local_tile({tile}, <64,64>, (1,0))"),
        "Sw<3,4,3> o smem_ptr[16b](unset) o (64,64):(64,1)",
    );
}

#[test]
fn offsets_of_shared_memory_are_in_elements() {
    // Row 1 is 128 bytes further, and its 16-byte pieces are permuted: piece 0 comes second.
    check(&format!("({ATOM})(1,0)"), "72");
    check(&format!("bank_conflicts(composition({ATOM}, 8:1), f16, 8) == 1"), "true");
}

#[test]
fn descriptors_name_their_layout_type() {
    let a = format!("local_tile(tile_to_shape({ATOM}, (128,64)), <64,16>, (0,0))");
    check(
        &format!("make_gmma_desc(GMMA::Major::K, {a})"),
        "layout type 1 (128-byte swizzle), leading byte offset 16, stride byte offset 1024",
    );
    check(&format!("make_umma_desc(UMMA::Major::K, {a}) == 2"), "true");
    check_problem(
        &format!(
            "make_gmma_desc(GMMA::Major::K, local_tile(tile_to_shape({ATOM}, (128,64)), <64,64>, (0,0)))"
        ),
        "its K size is 8 vectors of 16 bytes",
    );
    check(
        "ss_smem_selector(GMMA::Major::K, f16, 128, 32)",
        "Sw<2,4,3> o smem_ptr[16b](unset) o (8,32):(32,1)",
    );
}

#[test]
fn a_slice_of_a_layout_without_pointer_forgets_that_its_swizzle_is_on_bytes() {
    check(&format!("({ATOM})(_,0)"), "((2,4)):((64,144))");
    let stage = format!("(tile_to_shape({ATOM}, (8,64,2)))(_,_,1)");
    check(&stage, "Sw<3,4,3> o 512 o ((8,1),(64,1)):((64,0),(1,0))");
}

#[test]
fn what_is_not_computed_is_unknown_and_no_mistake() {
    check_unknown("Copy_Atom<SM90_TMA_LOAD, half_t>", "how many bits one instruction copies");
    check_unknown(&format!("filter({ATOM})"), "whose pointer is not set");
    check_unknown("GMMA::Layout_K_SW128_SpAtom<half_t,2>", "is not known here");
}

#[test]
fn a_name_of_the_users_is_no_atom() {
    let (evaluated, _) = evaluate("(M,K):(1,M)");
    assert!(matches!(evaluated.value, Value::SymbolicLayout { .. }), "{:?}", evaluated.value);
}
