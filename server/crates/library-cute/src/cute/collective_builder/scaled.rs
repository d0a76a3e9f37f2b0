//! What the builders of block-scaled products declare of the factors of their operands
//! (`collective/builders/sm100_blockscaled_umma_builder.inl`, `sm120_blockscaled_mma_builder.inl`).

use std::collections::BTreeMap;

use layoutlens_host_value::{types::HostType, value::HostValue};

use super::{kernel::pointer_type, members::Members};
use crate::cute::{
    operand::type_of,
    policy::{self, values_of_a_factor},
    scale_config::block_scaled,
};

/// `Sm1xxBlkScaledConfig` and the layouts of factors, of a dense product of A and B of these elements and layouts in global
/// memory; nothing of other elements, and of architectures that configure them otherwise, as `Sm103` does.
pub(super) fn factors(arch: &HostValue, operands: [(&HostValue, &HostValue); 2]) -> Members {
    let mut members = BTreeMap::new();
    let [Some(values), Some(values_of_b)] = operands.map(|(element, _)| values_of_a_factor(element)) else {
        return members;
    };
    if values != values_of_b || !matches!(policy::choice(arch), Some("Sm100" | "Sm120")) {
        return members;
    }
    let Ok(config) = block_scaled(values) else { return members };
    if let Some(HostType::Of(HostValue::Object(object))) = type_of(&config)
        && let Some(of_one) = object.fields.get("LayoutSF")
    {
        for (name, (_, layout)) in ["SFA", "SFB"].into_iter().zip(operands) {
            // Of several matrices each has factors of its own, and the type is a pointer.
            let is_of_several = matches!(type_of(layout), Some(HostType::Of(HostValue::Pointer(_))));
            let declared = if is_of_several { pointer_type(of_one) } else { of_one.clone() };
            members.insert(format!("Layout{name}"), declared);
            members.insert(format!("InternalLayout{name}"), of_one.clone());
        }
    }
    members.insert("Sm1xxBlkScaledConfig".to_owned(), config);
    members
}
