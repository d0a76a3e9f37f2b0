//! Which function of a name is called, and which argument goes to which parameter.

use std::sync::Arc;

use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Function, Parameter},
};

use super::{
    super::{CallArgument, HostValue},
    Interpreter,
    call::Given,
    deduce::Bound,
};

impl Interpreter<'_> {
    /// The one overload that takes these arguments, when that is certain.
    pub(super) fn chosen(
        &mut self,
        overloads: &[Arc<Function>],
        template: &[HostValue],
        given: &[Given],
    ) -> Result<Arc<Function>, String> {
        if self.is_python() {
            // A later definition replaces an earlier one.
            return overloads.last().cloned().ok_or_else(|| "no function is known".to_owned());
        }
        // A root is run without arguments.
        if let ([only], []) = (overloads, given) {
            return Ok(Arc::clone(only));
        }
        let fits = |function: &&Arc<Function>| takes(&function.parameters, given.len());
        let by_count: Vec<_> = overloads.iter().filter(fits).collect();
        let by_kind: Vec<_> = by_count
            .into_iter()
            .filter(|function| function.template.len() >= template.len() || function.template.iter().any(|p| p.is_pack))
            .filter(|function| !contradicts(function, given))
            .collect();
        match by_kind.as_slice() {
            [only] => Ok(Arc::clone(only)),
            [] => Err("no overload takes these arguments".to_owned()),
            _ => Err("which overload is called is not certain".to_owned()),
        }
    }

    /// The argument of each parameter, `None` for its default.
    pub(super) fn matched(
        &mut self,
        function: &Function,
        receiver: Option<&HostValue>,
        given: Vec<Given>,
    ) -> Result<Bound, String> {
        let mut bound: Vec<Option<Given>> = vec![None; function.parameters.len()];
        let (mut positional, mut keywords): (Vec<Given>, Vec<Given>) =
            given.into_iter().partition(|given| given.argument.keyword.is_none());
        if let Some(receiver) = receiver
            && self.is_python()
        {
            let argument = CallArgument { keyword: None, value: receiver.clone(), range: 0..0 };
            positional.insert(0, Given { argument, place: None });
        }
        let mut positional = positional.into_iter();
        for (parameter, bound) in function.parameters.iter().zip(&mut bound) {
            let name = parameter.name.as_ref().map(|name| name.text.as_str());
            if parameter.is_pack {
                let rest: Vec<HostValue> = positional.by_ref().map(|given| given.argument.value).collect();
                let value = HostValue::tuple(rest);
                let argument = CallArgument { keyword: None, value, range: parameter.range.clone() };
                *bound = Some(Given { argument, place: None });
            } else if let Some(at) = keywords.iter().position(|given| given.argument.keyword.as_deref() == name) {
                *bound = Some(keywords.remove(at));
            } else {
                *bound = positional.next();
            }
        }
        if positional.next().is_some() {
            return Err(format!("`{}` takes fewer arguments", function.name.text));
        }
        Ok(Bound { given: bound })
    }
}

fn takes(parameters: &[Parameter], count: usize) -> bool {
    let required = parameters.iter().filter(|parameter| parameter.default.is_none() && !parameter.is_pack).count();
    let is_open = parameters.iter().any(|parameter| parameter.is_pack);
    required <= count && (is_open || count <= parameters.len())
}

/// Whether an argument certainly is not what its parameter's type says.
fn contradicts(function: &Function, given: &[Given]) -> bool {
    function.parameters.iter().zip(given).any(|(parameter, given)| {
        let Some(declared) = &parameter.declared_type else { return false };
        let value = &given.argument.value;
        if value.unknown_reason().is_some() {
            return false;
        }
        match template_name(declared) {
            Some("Tensor") => !matches!(value, HostValue::Tensor(_)),
            Some("Layout") => !matches!(value, HostValue::Value(value) if value.is_layout()),
            None => is_number(declared) && matches!(value, HostValue::Tensor(_) | HostValue::Tuple(_) | HostValue::Instance(_)),
            _ => false,
        }
    })
}

fn is_number(declared: &Expr) -> bool {
    matches!(&declared.kind, ExprKind::Name(name) if super::convert::integer_least(name).is_some() || name == "float")
}

/// The last part of a template's name: `Tensor` of `cute::Tensor<E, L>`.
pub(super) fn template_name(declared: &Expr) -> Option<&str> {
    let ExprKind::Specialize { base, .. } = &declared.kind else { return None };
    match &base.kind {
        ExprKind::Name(name) => name.rsplit("::").next(),
        _ => None,
    }
}
