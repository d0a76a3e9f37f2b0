//! A shared array of a plain kernel as a tensor of CuTe: the same elements, with a layout that has a name.

use std::ops::Range;
use std::sync::Arc;

use crate::mask::{bracketed_end, is_word};
use crate::uses::{code_of, has_comma_outside, uses, words};
use crate::{Access, Header, look};

/// The header that has CuTe's tensors.
const HEADER: &str = "cute/tensor.hpp";

/// A change of the text after which an array is used through a tensor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TensorRewrite {
    /// The array.
    pub array: String,
    /// Bytes and what stands there then, in the order of the text.
    pub edits: Vec<(Range<usize>, String)>,
}

/// The array of the access as a tensor: a line behind its declaration, `tile_tensor(r, c)` in the place of each `tile[r][c]`, and
/// the header where it is missing. `None` where the array is used in another way.
pub fn tensor_rewrite(text: &str, headers: &[Arc<Header>], access: &Access) -> Option<TensorRewrite> {
    let looked = look(text, headers);
    let declared = looked.judgements.iter().find(|one| one.access == *access)?.declared.clone()?;
    let array = looked.arrays.iter().find(|array| array.range == declared)?;
    let code = code_of(text);
    let found = uses(&code, &array.name, array.rank, &array.range, &array.kernel)?;
    if !found.through_pointers.is_empty() || found.whole.is_empty() {
        return None;
    }
    let tensor = format!("{}_tensor", array.name);
    if words(&code, &tensor, &(0..code.len())).next().is_some() {
        return None;
    }
    let extents = extents(&code, &array.range, array.name.len(), array.rank)?;
    let sizes: Vec<String> =
        extents.into_iter().map(|extent| size(text.get(extent)?.trim())).collect::<Option<_>>()?;
    let first = "[0]".repeat(array.rank);
    let end = array.range.end + code.get(array.range.end..)?.find(';')? + 1;
    let line = code[..array.range.start].rfind('\n').map_or(0, |at| at + 1);
    let blanks: String = text[line..].chars().take_while(|letter| matches!(letter, ' ' | '\t')).collect();
    let name = &array.name;
    let declaration = format!(
        "\n{blanks}auto {tensor} = cute::make_tensor(cute::make_smem_ptr(&{name}{first}), \
         cute::make_layout(cute::make_shape({}), cute::LayoutRight{{}}));",
        sizes.join(", ")
    );
    let mut edits = Vec::new();
    if !text.contains(HEADER) {
        edits.push((0..0, format!("#include <{HEADER}>\n")));
    }
    edits.push((end..end, declaration));
    for one in &found.whole {
        let indices: Vec<&str> =
            one.indices.iter().map(|index| text.get(index.clone())).collect::<Option<_>>()?;
        // A declaration of several arrays may use one in another's extent: it stands before the tensor.
        if indices.iter().any(|index| has_comma_outside(index)) || one.start < end {
            return None;
        }
        let behind = one.indices.last()?.end + 1;
        let indices: Vec<&str> = indices.into_iter().map(str::trim).collect();
        edits.push((one.start..behind, format!("{tensor}({})", indices.join(", "))));
    }
    // What stands in an index of the same array is not rewritten within what is.
    let is_apart = edits.windows(2).all(|pair| pair[0].0.end <= pair[1].0.start);
    is_apart.then(|| TensorRewrite { array: name.clone(), edits })
}

/// What stands between the brackets of a declaration whose name is so long.
fn extents(code: &str, declared: &Range<usize>, name: usize, rank: usize) -> Option<Vec<Range<usize>>> {
    let bytes = code.as_bytes();
    let (mut at, mut all) = (declared.start + name, Vec::new());
    for _ in 0..rank {
        let open = at + code.get(at..)?.find('[')?;
        at = bracketed_end(bytes, at, [b'[', b']'])?;
        all.push(open + 1..at - 1);
    }
    Some(all)
}

/// A size that is known when the kernel is compiled.
fn size(spelled: &str) -> Option<String> {
    let is_simple = !spelled.is_empty() && spelled.bytes().all(is_word);
    let is_empty = spelled.is_empty();
    (!is_empty).then(|| {
        if is_simple { format!("cute::Int<{spelled}>{{}}") } else { format!("cute::Int<({spelled})>{{}}") }
    })
}
