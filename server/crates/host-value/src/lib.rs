//! Values of host code, and what libraries and whoever runs a program say to each other.
//!
//! A library ([`library`]) says what names mean; its functions are given a [`Call`](call::Call) and may ask a
//! [`Runner`](call::Runner). Neither knows the other: both know this crate.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod block;
pub mod call;
pub mod convention;
pub mod effects;
pub mod evaluation;
mod extent;
pub mod function;
#[doc(hidden)]
pub mod in_warp;
pub mod invariant;
pub mod lanes;
pub mod libraries;
pub mod library;
pub mod object;
pub mod open_number;
pub mod outside;
pub mod package;
pub mod problem;
pub mod same_code;
pub mod scope;
pub mod staging;
pub mod stated;
pub mod suggestions;
pub mod supposition;
pub mod taken_apart;
pub mod tensor;
pub mod type_rules;
pub mod types;
pub mod value;
pub mod verdict;
