//! What is C++'s own: templates, overloads, conversions, objects seen through their bases.

pub(crate) mod argument_lookup;
pub(crate) mod base_constructor;
pub(crate) mod called_out_of_sight;
pub(crate) mod class_template;
pub(crate) mod declared_by_macros;
pub(crate) mod declared_fields;
pub(crate) mod deduce;
pub(crate) mod deduced;
pub(crate) mod deduction_guide;
pub(crate) mod hidden_member;
pub(crate) mod implicit_call;
pub(crate) mod made_unseen;
pub(crate) mod outside_method;
pub(crate) mod overload;
pub(crate) mod qualified_types;
pub(crate) mod reference_cast;
pub(crate) mod seen_as;
pub(crate) mod specialization;
mod spelled_parts;
pub(crate) mod typed_object;
pub(crate) mod virtual_call;
pub(crate) mod written_out_of_sight;
