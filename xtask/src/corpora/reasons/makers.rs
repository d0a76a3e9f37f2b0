//! Whether a declaration makes a layout, a tensor, a tiled operation or a copy.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Functions and methods whose results are layouts, tensors, tiled operations or copies, in C++ and in the DSL.
static MAKERS: LazyLock<HashSet<&str>> = LazyLock::new(|| NAMES.split_whitespace().collect());

const NAMES: &str = "
    make_layout make_ordered_layout make_identity_layout make_identity_tensor make_tensor make_tensor_like
    make_fragment_like make_fragment make_rmem_tensor make_rmem_tensor_like make_layout_like make_composed_layout
    make_smem_layout_atom make_smem_layout make_smem_layout_a make_smem_layout_b make_smem_layout_epi
    make_trivial_tiled_mma make_tiled_mma make_tiled_copy make_tiled_copy_tv make_tiled_copy_A make_tiled_copy_B
    make_tiled_copy_C make_tiled_copy_S make_tiled_copy_D make_tiled_copy_C_atom make_cotiled_copy make_tmem_copy
    make_copy_atom make_mma_atom get_slice get_thread_slice partition_A partition_B partition_C partition_S partition_D
    partition_fragment_A partition_fragment_B partition_fragment_C make_fragment_A make_fragment_B make_fragment_C
    partition_shape_A partition_shape_B partition_shape_C partition_A_fragment retile retile_S retile_D local_tile
    local_partition flat_divide zipped_divide tiled_divide logical_divide logical_product blocked_product raked_product
    composition complement coalesce tile_to_shape group_modes select slice_ domain_offset recast recast_tensor
    recast_ptr_tensor recast_layout filter_zeros filter flatten get_tensor allocate_tensor append_ones prepend_ones
    right_inverse left_inverse make_swizzle make_tma_copy make_tma_atom make_tma_copy_A_sm90 make_tma_copy_B_sm90
    make_tma_atom_A_sm100 make_tma_atom_B_sm100 get_tma_tensor tma_partition make_tmem_tensor thrfrg_A thrfrg_B thrfrg_C
    make_counting_tensor as_position_independent_swizzle_tensor get_nonswizzle_portion upcast downcast with_shape
    make_tiled_tma_atom make_tiled_tma_atom_A make_tiled_tma_atom_B smem_layout mark_layout_dynamic from_dlpack";

/// Types of C++ whose objects and aliases are counted.
const TYPES: [&str; 6] = ["Layout", "ComposedLayout", "TiledMMA", "TiledCopy", "Copy_Atom", "MMA_Atom"];

/// Whether the name that stands between `before`, the rest of its line, and `behind` is declared by a maker.
pub(super) fn is_made(before: &str, behind: &str, is_python: bool) -> bool {
    let Some(value) = assigned(behind, is_python) else { return false };
    let value = value.trim_start();
    if is_python {
        return calls_maker(value) || is_python_slice(value);
    }
    is_of_type(value) || calls_maker(without_qualifiers(value)) || is_slice(value) || is_declared_so(before)
}

/// What stands behind the `=` of a declaration.
fn assigned(behind: &str, is_python: bool) -> Option<&str> {
    let mut rest = behind.trim_start();
    if is_python && let Some(annotated) = rest.strip_prefix(':') {
        let end = annotated.find(['=', '\n'])?;
        rest = &annotated[end..];
    }
    let value = rest.strip_prefix('=')?;
    (!value.starts_with('=')).then_some(value)
}

/// `typename`, `decltype(` and `cute::` before a type, then one of [`TYPES`] with arguments.
fn is_of_type(value: &str) -> bool {
    let mut rest = without_word(value, "typename");
    loop {
        if let Some(inner) = rest.strip_prefix("cute::") {
            rest = inner;
        } else if let Some(inner) =
            rest.strip_prefix("decltype").and_then(|inner| inner.trim_start().strip_prefix('('))
        {
            rest = inner;
        } else {
            break;
        }
    }
    let rest = rest.trim_start();
    let (name, behind) = word(rest);
    TYPES.contains(&name) && behind.trim_start().starts_with('<')
}

/// Without `typename`, `decltype(` and namespaces.
fn without_qualifiers(value: &str) -> &str {
    let rest = without_word(value, "typename");
    let inner = rest.strip_prefix("decltype").and_then(|inner| inner.trim_start().strip_prefix('('));
    let mut rest = inner.map_or(value, str::trim_start);
    while let Some(inner) =
        ["cute::", "cutlass::", "const::", "::"].iter().find_map(|prefix| rest.strip_prefix(prefix))
    {
        rest = inner;
    }
    rest
}

/// Whether an expression is a maker's call, or one of a maker that is reached through names: `mma.get_slice(0).partition_A(`.
fn calls_maker(value: &str) -> bool {
    let may_lead = |c: char| c.is_alphanumeric() || "_:.->()[]<>, ".contains(c);
    let mut at = 0;
    loop {
        let rest = value[at..].strip_prefix("template").map_or(&value[at..], str::trim_start);
        let (name, behind) = word(rest);
        if MAKERS.contains(name) && behind.trim_start().starts_with(['<', '(']) {
            return true;
        }
        // On to behind the next `::`, `.` or `->`.
        let next = loop {
            let Some(next) = value[at..].chars().next() else { return false };
            if !may_lead(next) {
                return false;
            }
            let rest = &value[at..];
            let sign = ["::", "->", "."].iter().find(|sign| rest.starts_with(**sign));
            at += sign.map_or(next.len_utf8(), |sign| sign.len());
            if sign.is_some() {
                break at;
            }
        };
        at = next;
    }
}

/// `tensor(_, i)`: a call of which an argument is `_`, up to a semicolon.
fn is_slice(value: &str) -> bool {
    let (name, behind) = word(value);
    let Some(arguments) = behind.strip_prefix('(').filter(|_| !name.is_empty()) else { return false };
    let statement = arguments.split(';').next().unwrap_or_default();
    let is_hole = |at: usize| {
        let before = statement[..at].trim_end_matches("cute::");
        let begins = before.is_empty() || before.ends_with([' ', ',', '(']);
        begins && statement[at + 1..].starts_with([',', ')'])
    };
    statement.match_indices('_').any(|(at, _)| is_hole(at))
}

/// `tensor[None, i]`.
fn is_python_slice(value: &str) -> bool {
    let name_ends = value.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'));
    let Some((name, behind)) = name_ends.map(|end| value.split_at(end)) else { return false };
    let index = behind.strip_prefix('[').filter(|_| !name.is_empty());
    index.is_some_and(|index| index.split(']').next().unwrap_or_default().contains("None"))
}

/// `Tensor x = ..` and `Layout x = ..`, whatever their values are.
fn is_declared_so(before: &str) -> bool {
    let blank_before_name = before.ends_with(char::is_whitespace) || before.ends_with('&');
    let before = before.trim_end().trim_end_matches('&').trim_end();
    let before = before.strip_suffix("const").map_or(before, str::trim_end);
    let last = before.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default();
    blank_before_name && (last == "Tensor" || last == "Layout")
}

/// The word that a text begins with, and what follows.
fn word(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len()))
}

fn without_word<'a>(text: &'a str, word: &str) -> &'a str {
    match text.strip_prefix(word).filter(|rest| rest.starts_with(char::is_whitespace)) {
        Some(rest) => rest.trim_start(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_by_makers_are_counted_and_others_are_not() {
        for (before, behind) in [
            ("auto ", " = make_layout(Int<4>{});"),
            ("  Tensor ", " = f(x);"),
            ("  Layout const& ", " = f(x);"),
            ("  auto ", " = thr_mma.partition_A(sA);"),
            ("  auto ", " = params.tma.get_slice(0).partition_S(gA);"),
            ("  auto ", " = mma.template get_slice<1>(0);"),
            ("  using ", " = decltype(tile_to_shape(A{}, B{}));"),
            ("  using ", " = Layout<Shape<_4>>;"),
            ("  using ", " = decltype(cute::Layout<Shape<_4>>{});"),
            ("  auto ", " = gA(_, k);"),
            ("  auto ", " = gA(cute::_, k);"),
        ] {
            assert!(is_made(before, behind, false), "{before}x{behind}");
        }
        for (before, behind) in [
            ("auto ", " == make_layout(4);"),
            ("int ", " = 4;"),
            ("auto ", ", y = make_layout(4);"),
            ("auto ", " = f(x_);"),
            ("auto ", " = make_layouts(4);"),
        ] {
            assert!(!is_made(before, behind, false), "{before}x{behind}");
        }
        for behind in [" = cute.make_layout(4)", ": cute.Layout = cute.make_layout(4)", " = gA[None, k]"] {
            assert!(is_made("", behind, true), "x{behind}");
        }
        assert!(!is_made("", " = gA[k]", true));
    }
}
