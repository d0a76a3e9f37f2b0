//! What the builders of block-scaled products declare of the factors of their operands
//! (`collective/builders/sm1xx_common.inl`).

use std::collections::BTreeMap;

use layoutlens_host_value::{types::HostType, value::HostValue};

use super::members::Members;
use crate::cute::{
    operand::{bare, type_of},
    scale_config::block_scaled,
};

/// `Sm1xxBlkScaledConfig` and the layouts of factors, of a dense product of these elements; nothing of other elements.
pub(super) fn factors(elements: [&HostValue; 2]) -> Members {
    let [Some(values), Some(values_of_b)] = elements.map(values_of_a_factor) else { return BTreeMap::new() };
    let config = match block_scaled(values) {
        Ok(config) if values == values_of_b => config,
        _ => return BTreeMap::new(),
    };
    let mut members = BTreeMap::new();
    if let Some(HostType::Of(HostValue::Object(object))) = type_of(&config)
        && let Some(layout) = object.fields.get("LayoutSF")
    {
        let names = ["LayoutSFA", "LayoutSFB", "InternalLayoutSFA", "InternalLayoutSFB"];
        members.extend(names.map(|name| (name.to_owned(), layout.clone())));
    }
    members.insert("Sm1xxBlkScaledConfig".to_owned(), config);
    members
}

/// How many values have one factor: `nv_float4_t<float_e2m1_t>`, `mx_float8_t<float_e4m3_t>` (`blockscaled_type`).
fn values_of_a_factor(element: &HostValue) -> Option<i64> {
    let HostType::Specialized { name, .. } = type_of(element)? else { return None };
    match bare(name) {
        "nv_float4_t" => Some(16),
        "mx_float4_t" | "mx_float6_t" | "mx_float8_t" => Some(32),
        _ => None,
    }
}
