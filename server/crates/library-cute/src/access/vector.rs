//! How wide the accesses are that a copy chooses itself, and what keeps them from being wider.

use layout_algebra::{AnyLayout, composed_max_alignment, composed_max_common_vector};
use layoutlens_host_value::tensor::Tensor;
use layoutlens_operation::Value;

/// The vectors that CuTe's `copy` chooses for two tensors of static layouts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Vectors {
    /// Elements of a vector, 1 where there is none.
    pub(super) elements: i64,
    /// What keeps it from being wider.
    pub(super) why: String,
}

/// The vectors of a copy whose pointers are taken to be aligned to so many bits.
pub(super) fn chosen(source: &Tensor, destination: &Tensor, bits: i64, aligned_bits: i64) -> Option<Vectors> {
    if aligned_bits <= bits {
        // As of layouts that are known at run time only, whatever lies side by side.
        return Some(Vectors {
            elements: 1,
            why: "an element is as wide as its pointer is taken to be aligned".to_owned(),
        });
    }
    let (from, to) = (any_layout(&source.layout)?, any_layout(&destination.layout)?);
    let common = composed_max_common_vector(&from, &to).ok()?;
    let scalar = |why: String| Some(Vectors { elements: 1, why });
    if common <= 1 {
        return scalar("the layouts have no two elements in common that are side by side in both".to_owned());
    }
    let mut alignment = aligned_bits;
    let mut narrowest = format!("the copy takes its pointers to be aligned to {aligned_bits} bits");
    for (name, tensor, layout) in [("source", source, &from), ("destination", destination, &to)] {
        let of_layout = composed_max_alignment(layout).ok()?.checked_mul(bits)?;
        let of_pointer = tensor.swizzle.filter(|swizzle| swizzle.bits() > 0);
        let of_pointer = of_pointer.map_or(aligned_bits, |swizzle| 8 << swizzle.base());
        let narrowed = gcd(alignment, gcd(of_layout, of_pointer));
        if narrowed < alignment {
            alignment = narrowed;
            narrowest = format!("the {name} {} is aligned to {alignment} bits", tensor.layout);
        }
    }
    let vector = gcd(common.checked_mul(bits)?, alignment);
    if vector % 8 != 0 || vector <= bits {
        return scalar(narrowest);
    }
    let why = match vector {
        128 => "no access is wider".to_owned(),
        _ if vector < alignment => format!("{common} elements are side by side in both layouts"),
        _ => narrowest,
    };
    (vector % bits == 0).then(|| Vectors { elements: vector / bits, why })
}

fn any_layout(layout: &Value) -> Option<AnyLayout> {
    match layout {
        Value::Layout(layout) => Some(AnyLayout::Layout(layout.as_ref().clone())),
        Value::Composed(composed) => Some(AnyLayout::Composed(composed.as_ref().clone())),
        _ => None,
    }
}

/// The greatest common divisor of two numbers that are not negative.
pub(super) fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
