//! Calls of what is not known, as they were seen: by the names of methods, and by what is called.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use layoutlens_host_value::object::InstanceId;
use layoutlens_syntax::program::{Function, Parameter};

use crate::{
    code::attribute::has_attribute,
    state::{function_start::FunctionStart, given::Given},
};

/// What calls of what is not known say of the functions of a program.
#[derive(Debug, Default)]
pub(crate) struct UnseenCalls {
    /// Names of methods that are called on objects which are not known, with what they are given.
    pub(crate) methods: BTreeSet<(String, GivenForm)>,
    /// What functions are given that are called by something else than a name: `OPS["a"](6)`; none where not even the number
    /// of arguments is known.
    pub(crate) stored: BTreeSet<Option<GivenForm>>,
    /// Functions of the first file that are called with arguments of which not even the number is known.
    pub(crate) functions: FxHashSet<FunctionStart>,
    /// Whether an object may be called that is not known.
    pub(crate) calls_objects: bool,
    /// Objects that are called where it is seen.
    pub(crate) called: FxHashSet<InstanceId>,
    /// Functions that were run for any arguments.
    pub(crate) ran_for_any: FxHashSet<FunctionStart>,
}

/// Which arguments a call gives.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct GivenForm {
    /// How many without a keyword.
    count: usize,
    keywords: BTreeSet<String>,
}

impl GivenForm {
    pub(crate) fn of(given: &[Given]) -> Self {
        let keywords: BTreeSet<String> =
            given.iter().filter_map(|given| given.argument.keyword.clone()).collect();
        Self { count: given.len().saturating_sub(keywords.len()), keywords }
    }

    /// Whether a method takes these arguments behind its object.
    pub(crate) fn fits_method(&self, method: &Function) -> bool {
        let is_static = has_attribute(&method.attributes, "staticmethod");
        self.fits(method.parameters.get(usize::from(!is_static)..).unwrap_or_default())
    }

    /// Whether these arguments can be given to these parameters.
    pub(crate) fn fits(&self, parameters: &[Parameter]) -> bool {
        let has_pack = parameters.iter().any(|parameter| parameter.is_pack);
        let is_named = |parameter: &&Parameter| {
            parameter.name.as_ref().is_some_and(|name| self.keywords.contains(&name.text))
        };
        let named = parameters.iter().filter(is_named).count();
        let asked = |parameter: &&Parameter| {
            !parameter.is_pack && parameter.default.is_none() && !is_named(parameter)
        };
        parameters.iter().filter(asked).count() <= self.count
            && (has_pack
                || named == self.keywords.len() && self.count.saturating_add(named) <= parameters.len())
    }
}
