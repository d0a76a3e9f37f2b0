//! The names of operations: those of CuTe, in the spelling and argument order of its headers.

/// Operations that are called wherever they are written with `(` or with `<` directly behind them, whatever a statement
/// binds to their names, which is warned of. To the grammar they are names as any other.
///
/// The evaluator's table (`operation/src/name.rs`) has more. Those take no template arguments and are called only
/// where nothing has their name: programs call their own layouts and numbers `shape`, `image`, `alignment` or `sort`, and
/// `image(3)` is then the offset of such a layout. A new operation belongs here when `<` behind it begins template
/// arguments, or when no program would give its name to a value. `eval/tests/operation_names.rs` holds both lists to this.
pub const OPERATIONS: &[&str] = &[
    "size",
    "cosize",
    "rank",
    "depth",
    "eval",
    "eval_all",
    "idx2crd",
    "crd2idx",
    "coalesce",
    "filter",
    "filter_zeros",
    "flatten",
    "nullspace",
    "max_alignment",
    "complement",
    "right_inverse",
    "left_inverse",
    "composition",
    "logical_divide",
    "zipped_divide",
    "tiled_divide",
    "flat_divide",
    "logical_product",
    "zipped_product",
    "tiled_product",
    "flat_product",
    "blocked_product",
    "raked_product",
    "group",
    "take",
    "append",
    "prepend",
    "append_to_rank",
    "replace",
    "mode",
    "select",
    "slice",
    "dice",
    "slice_offset",
    "make_layout",
    "make_ordered_layout",
    "compact_col_major",
    "compact_row_major",
    "make_identity_layout",
    "make_layout_like",
    "make_composed_layout",
    "make_fragment_like",
    "max_common_vector",
    "max_common_layout",
    "domain_distribute",
    "shape_div",
    "ceil_div",
    "product_each",
    "evenly_divides",
    "tile_to_shape",
    "upcast",
    "downcast",
    "recast",
    "swizzle_apply",
    "composed_eval_all",
    "composed_composition",
    "composed_zipped_divide",
    "composed_cosize",
    "composed_upcast",
    "composed_tile_to_shape",
    "local_tile",
    "local_partition",
    "inner_partition",
    "outer_partition",
    "partition_A",
    "partition_B",
    "partition_C",
    "partition_S",
    "partition_D",
    "mma_layoutA_TV",
    "mma_layoutB_TV",
    "mma_layoutC_TV",
    "mma_tile_shape",
    "mma_thr_layout_vmnk",
    "mma_atom_shape_mnk",
    "mma_atom_thr_id",
    "mma_atom_layoutA",
    "mma_atom_layoutB",
    "mma_atom_layoutC",
    "copy_atom_thr_id",
    "copy_atom_src_bits",
    "copy_atom_ref_bits",
    "copy_atom_dst_bits",
    "copy_layoutS_TV",
    "copy_layoutD_TV",
    "copy_tiler_mn",
    "smem_atom",
    "injective",
    "surjective",
    "bijective",
    "compact",
    "compatible",
    "congruent",
    "weakly_congruent",
    "conflict_free",
    "equivalent",
    "covers",
    "admissible",
];

/// Other names that CuTe gives to an operation, and the operation's own.
pub const ALIASES: &[(&str, &str)] = &[("group_modes", "group"), ("get", "mode")];

/// The operations of integers by which a comment says a size: `(ceil_div(m,128),8):(8,1)`.
pub(crate) const OF_SIZES: &[&str] = &["ceil_div"];

/// The operations that are true or false, so that `assert` may claim them.
pub const PREDICATES: &[&str] = &[
    "injective",
    "surjective",
    "bijective",
    "compact",
    "compatible",
    "congruent",
    "weakly_congruent",
    "evenly_divides",
    "conflict_free",
    "equivalent",
    "covers",
    "admissible",
];

/// The operation's own name behind `text`, where `text` is an operation or an alias of one.
///
/// ```
/// assert_eq!(layoutlens_syntax::operation::canonical_name("group_modes"), Some("group"));
/// assert_eq!(layoutlens_syntax::operation::canonical_name("tCsA"), None);
/// ```
pub fn canonical_name(text: &str) -> Option<&'static str> {
    let alias = ALIASES.iter().find(|(alias, _)| *alias == text).map(|&(_, name)| name);
    alias.or_else(|| OPERATIONS.iter().copied().find(|name| *name == text))
}

/// A name without what says that it is CuTe's: `size` of `cute::size` and of `cute.size`.
pub fn plain_name(text: &str) -> &str {
    text.strip_prefix("cute::").or_else(|| text.strip_prefix("cute.")).unwrap_or(text)
}

/// Whether `text` names an operation: called, it is the operation, and `<` directly behind it begins its template
/// arguments. It may be bound, which is warned of.
pub fn is_operation(text: &str) -> bool {
    canonical_name(text).is_some()
}
