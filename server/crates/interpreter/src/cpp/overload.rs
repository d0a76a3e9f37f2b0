//! Which function of a name is called, and which argument goes to which parameter.

use std::sync::Arc;

use layoutlens_host_value::{
    call::CallArgument,
    object::{ClassValue, Object},
    scope::ScopeId,
    type_rules::TypeRules,
    types::HostType,
    value::HostValue,
};
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Class, ENUMERATION, Function, Item, Parameter, StatementKind},
};

use crate::{
    code::{attribute::has_attribute, declared_name::template_name, python_name::KEYWORDS},
    cpp::deduce::{Bound, parts_of},
    state::{given::Given, interpreter::Interpreter},
    value::{class_of::class_of, static_number},
};

/// Why no function of the program is called: none takes what is given.
pub(crate) const NO_OVERLOAD: &str = "no overload takes these arguments";

impl Interpreter<'_> {
    /// The one overload that takes these arguments, when that is certain.
    pub(crate) fn chosen(
        &mut self,
        overloads: &[Arc<Function>],
        template: &[HostValue],
        scope: ScopeId,
        given: &[Given],
    ) -> Result<Arc<Function>, String> {
        if self.is_python() {
            // A later definition replaces an earlier one.
            return overloads.last().cloned().ok_or_else(|| "no function is known".to_owned());
        }
        if overloads.len() > 1 && overloads.iter().any(|function| !function.specialization.is_empty()) {
            return Err("which specialisation of the function is called is not followed".to_owned());
        }
        // A root is run without arguments.
        if let ([only], []) = (overloads, given) {
            return Ok(Arc::clone(only));
        }
        let types = self.outside.libraries.types;
        let fits = |function: &&Arc<Function>| takes(&function.parameters, given.len());
        let no_numbers: Vec<bool> =
            given.iter().map(|given| self.becomes_no_number(&given.argument.value)).collect();
        let is_no_number = |at: usize| no_numbers.get(at).copied().unwrap_or(false);
        let by_count: Vec<_> = overloads.iter().filter(fits).collect();
        let by_kind: Vec<_> = by_count
            .into_iter()
            .filter(|function| {
                function.template.len() >= template.len() || function.template.iter().any(|p| p.is_pack)
            })
            .filter(|function| !contradicts(types, function, given, &is_no_number))
            .collect();
        let by_kind: Vec<_> = match by_kind.as_slice() {
            [_, _, ..] => by_kind.into_iter().filter(|of| !self.asks_for_class(of, scope, given)).collect(),
            _ => by_kind,
        };
        match by_kind.as_slice() {
            [] => return Err(NO_OVERLOAD.to_owned()),
            [only] => return Ok(Arc::clone(only)),
            _ => {}
        }
        let mut viable: Vec<(&Arc<Function>, Vec<Fit>)> = Vec::new();
        for function in by_kind {
            let fits = self.fits(function, given);
            if !fits.contains(&Fit::Not) {
                viable.push((function, fits));
            }
        }
        // Where all ask for the same type, none is better.
        for at in 0..given.len() {
            let first = viable.first().and_then(|(function, _)| type_name(function, at));
            if first.is_some() && viable.iter().all(|(function, _)| type_name(function, at) == first) {
                viable
                    .iter_mut()
                    .filter_map(|(_, fits)| fits.get_mut(at))
                    .for_each(|fit| *fit = Fit::Exactly);
            }
        }
        // Where it is not known how another one fits, only what fits exactly is certainly no worse.
        let is_no_worse = |(own, other): (&Fit, &Fit)| match (own, other) {
            (Fit::Exactly, _) => true,
            (_, Fit::Open)
            | (Fit::Number, Fit::Anything | Fit::Pattern)
            | (Fit::Anything | Fit::Pattern, Fit::Number) => false,
            (own, other) => own >= other,
        };
        let is_best = |(_, fits): &&(&Arc<Function>, Vec<Fit>)| {
            viable
                .iter()
                .all(|(_, others)| std::ptr::eq(fits, others) || fits.iter().zip(others).all(is_no_worse))
        };
        let best: Vec<_> = viable.iter().filter(is_best).collect();
        match best.as_slice() {
            [(only, fits)] if !fits.contains(&Fit::Open) => Ok(Arc::clone(only)),
            _ => Err("which overload is called is not certain".to_owned()),
        }
    }

    /// Whether a value certainly is no number and becomes none: objects of enumerations do, and those whose classes say so.
    fn becomes_no_number(&mut self, value: &HostValue) -> bool {
        match value {
            HostValue::Tensor(_) | HostValue::Tuple(_) => true,
            HostValue::Value(value) => value.is_layout(),
            HostValue::Instance(instance) => {
                let converts = |this: &mut Self, class: &ClassValue| {
                    let mut names = this.member_names(class).iter();
                    let converts = has_attribute(&class.class.attributes, ENUMERATION)
                        || names.any(|name| name.starts_with("operator "));
                    converts.then_some(())
                };
                self.find_in_bases(&instance.class.clone(), converts).is_none()
            }
            _ => false,
        }
    }

    /// Whether a function takes an object of a class of the program where it is given a number, a pointer or what a program
    /// only hands on, as a stream: nothing makes such an object of these.
    fn asks_for_class(&mut self, function: &Function, scope: ScopeId, given: &[Given]) -> bool {
        let is_other = |value: &HostValue| {
            matches!(value, HostValue::Typed(typed) if matches!(typed.of, HostType::Named(_)))
                || *value == HostValue::Nothing
                || value.as_integer().is_some_and(|integer| !integer.is_static())
        };
        function.parameters.iter().zip(given).any(|(parameter, given)| {
            let Some(declared) = &parameter.declared_type else { return false };
            let is_name = matches!(&declared.kind, ExprKind::Name(name)
                if function.template.iter().all(|own| own.name.as_ref().is_none_or(|own| own.text != *name)));
            if !is_name || parameter.is_pointer || parameter.is_pack || !is_other(&given.argument.value) {
                return false;
            }
            let of = self.within(scope, |this| this.value(declared));
            let HostValue::Type(of) = &of else { return false };
            let HostType::Class(class) = &**of else { return false };
            // A number may be one of an enumeration.
            if has_attribute(&class.class.attributes, ENUMERATION) {
                return false;
            }
            parameter.is_reference && !parameter.is_constant || is_aggregate(&class.class)
        })
    }

    /// How the arguments fit a function's parameters, one by one.
    fn fits(&mut self, function: &Function, given: &[Given]) -> Vec<Fit> {
        let is_template = |name: &str| {
            function.template.iter().any(|own| own.name.as_ref().is_some_and(|own| own.text == name))
        };
        let pairs = function.parameters.iter().zip(given);
        let types = self.outside.libraries.types;
        let fit = |(parameter, given): (&Parameter, &Given)| {
            let Some(declared) = &parameter.declared_type else {
                // `f(...)` is the last resort.
                return if parameter.is_pack { Fit::Open } else { Fit::Anything };
            };
            match &declared.kind {
                ExprKind::Name(name) if is_template(name) => Fit::Anything,
                // `contradicts` has told those apart that certainly do not fit.
                ExprKind::Specialize { arguments, .. } => {
                    if let Some(fit) = self.fit_of_pattern(function, declared, &given.argument.value) {
                        return fit;
                    }
                    let template = template_name(declared).unwrap_or_default();
                    let are_open = arguments
                        .iter()
                        .all(|argument| matches!(&argument.kind, ExprKind::Name(name) if is_template(name)));
                    fit_of_template(types, template, are_open, &given.argument.value)
                }
                ExprKind::Name(_) => {
                    let declared = self.value(declared);
                    fit_of_type(types, &declared, parameter.is_pointer, &given.argument.value)
                }
                _ => Fit::Open,
            }
        };
        pairs.map(fit).collect()
    }

    /// How a value fits a template whose arguments are patterns themselves, `TiledMMA<MMA_Atom<Op<A, B>, Rest...>, More...>`;
    /// `None` where the library does not say what the value's type is made from.
    fn fit_of_pattern(&mut self, function: &Function, declared: &Expr, value: &HostValue) -> Option<Fit> {
        let types = self.outside.libraries.types;
        let is_parameter = |expr: &Expr| {
            matches!(&expr.kind, ExprKind::Name(name) if function.template.iter()
                .any(|own| own.name.as_ref().is_some_and(|own| own.text == *name)))
        };
        let ExprKind::Specialize { base, arguments } = &declared.kind else { return None };
        let parts = match is_parameter(base) {
            true => (types.template_of)(value)?.1,
            false => {
                let template = template_name(declared).unwrap_or_default();
                match (types.is_made_from)(template, value)? {
                    true => parts_of(types, template, value)?,
                    false => return Some(Fit::Not),
                }
            }
        };
        if parts.is_empty() {
            return None;
        }
        let is_pack = |argument: &Expr| matches!(argument.kind, ExprKind::Expand(_));
        let count = arguments.iter().filter(|argument| !is_pack(argument)).count();
        if parts.len() < count || parts.len() > count && !arguments.iter().any(is_pack) {
            // The library has arguments by default that a pattern leaves out.
            return Some(if is_parameter(base) { Fit::Not } else { Fit::Open });
        }
        let mut fit = Fit::Pattern;
        for (argument, part) in arguments.iter().zip(&parts) {
            let of_argument = match (&argument.kind, part) {
                (ExprKind::Expand(_), _) => break,
                _ if is_parameter(argument) => Fit::Pattern,
                (ExprKind::Specialize { .. }, HostValue::Type(of)) => match &**of {
                    HostType::Of(value) => {
                        self.fit_of_pattern(function, argument, value).unwrap_or(Fit::Open)
                    }
                    _ => Fit::Open,
                },
                _ => Fit::Open,
            };
            fit = fit.min(of_argument);
        }
        Some(fit)
    }

    /// The argument of each parameter, `None` for its default.
    pub(crate) fn matched(
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
            positional.insert(0, Given::of(argument));
        }
        // A function that nothing calls is run without arguments: how many others give it is not known.
        let is_given_nothing = match self.is_python() {
            true => self.is_of_root(),
            false => positional.is_empty(),
        };
        let mut positional = positional.into_iter();
        for (parameter, bound) in function.parameters.iter().zip(&mut bound) {
            let name = parameter.name.as_ref().map(|name| name.text.as_str());
            if parameter.is_pack {
                let mut within = Vec::new();
                let rest: Vec<HostValue> = positional
                    .by_ref()
                    .map(|given| {
                        within.extend(given.place);
                        within.extend(given.within);
                        given.argument.value
                    })
                    .collect();
                let value = match (rest.is_empty() && is_given_nothing, name) {
                    (true, Some(name)) if !self.supposes_no_more(name) => HostValue::unknown(format!(
                        "nothing here gives the function an argument, so `{name}` is not known"
                    )),
                    _ => HostValue::tuple(rest),
                };
                let argument = CallArgument { keyword: None, value, range: parameter.range.clone() };
                *bound = Some(Given { within, ..Given::of(argument) });
            } else if !parameter.is_positional
                && let Some(at) = keywords.iter().position(|given| given.argument.keyword.as_deref() == name)
            {
                *bound = Some(keywords.remove(at));
            } else {
                *bound = positional.next();
            }
        }
        collect_keywords(function, &mut bound, keywords);
        if positional.next().is_some() {
            return Err(format!("`{}` takes fewer arguments", function.name.text));
        }
        Ok(Bound { given: bound })
    }

    /// Whether a Python function that nothing calls is supposed to be given no more than its parameters, `*args`.
    fn supposes_no_more(&mut self, name: &str) -> bool {
        let supposes = self.is_python() && self.suppositions.is_supposing && self.suppositions.is_open;
        if supposes {
            self.suppose_named(name.to_owned(), "= ()".to_owned());
        }
        supposes
    }
}

/// Gives `**kwargs` the keyword arguments that no other parameter takes.
fn collect_keywords(function: &Function, bound: &mut [Option<Given>], keywords: Vec<Given>) {
    let is_collector = |parameter: &Parameter| {
        parameter.default.as_ref().is_some_and(|default| matches!(default.kind, ExprKind::Opaque(_)))
            && !parameter.is_pack
    };
    let Some((parameter, None)) = function.parameters.iter().zip(bound.iter()).next_back() else { return };
    if !is_collector(parameter) {
        return;
    }
    let named =
        keywords.into_iter().filter_map(|given| Some((given.argument.keyword?, given.argument.value)));
    let collected = Object { class: None, kind: KEYWORDS.to_owned(), fields: named.collect() };
    let value = HostValue::Object(Arc::new(collected));
    let argument = CallArgument { keyword: None, value, range: parameter.range.clone() };
    if let Some(last) = bound.last_mut() {
        *last = Some(Given::of(argument));
    }
}

/// How an argument fits a parameter, the better ones last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// Not at all.
    Not,
    /// Not known.
    Open,
    /// As a number that it becomes.
    Converted,
    /// As one of the types of integers: whether it is of this type or of another is not known.
    Number,
    /// As anything would.
    Anything,
    /// As what is made from the same template.
    Pattern,
    /// As the type that is written.
    Exactly,
}

/// Whether objects of a class are made with braces alone.
fn is_aggregate(class: &Class) -> bool {
    let may_be_constructor = |member: &Item| match member {
        Item::Function(function) => function.name.text == class.name.text,
        Item::Statement(statement) => matches!(statement.kind, StatementKind::Alternatives(_)),
        Item::Class(_) => false,
    };
    class.bases.is_empty() && !class.members.iter().any(may_be_constructor)
}

/// The name of the type of a parameter; a template parameter's says nothing.
fn type_name(function: &Function, at: usize) -> Option<&str> {
    match &function.parameters.get(at)?.declared_type.as_ref()?.kind {
        ExprKind::Name(name) => Some(name),
        _ => None,
    }
}

fn fit_of_type(types: &TypeRules, declared: &HostValue, is_pointer: bool, value: &HostValue) -> Fit {
    let HostValue::Type(declared) = declared else { return Fit::Open };
    match (is_pointer, value) {
        (true, HostValue::Pointer(pointer)) => match &pointer.element {
            HostValue::Type(element) if element == declared => Fit::Exactly,
            // One of a class may point to its base.
            element if class_of(element).is_some() => {
                match class_of(element) == class_of(&HostValue::Type(Arc::clone(declared))) {
                    true => Fit::Exactly,
                    false => Fit::Open,
                }
            }
            HostValue::Type(element) => match (&**element, &**declared) {
                // `void*` takes any.
                (HostType::Named(own), HostType::Named(wanted)) if own != "void" && wanted != "void" => {
                    let declared = HostValue::Type(Arc::clone(declared));
                    match (types.is_same)(&pointer.element, &declared) {
                        Ok(true) => Fit::Exactly,
                        Ok(false) => Fit::Not,
                        Err(_) => Fit::Open,
                    }
                }
                _ => Fit::Open,
            },
            _ => Fit::Open,
        },
        // `Int<3>` becomes a number when nothing takes it as what it is.
        (false, HostValue::Value(_)) if value.as_integer().is_some_and(|integer| integer.is_static()) => {
            match &**declared {
                HostType::Named(name) if static_number::integer_least(name).is_some() => Fit::Converted,
                _ => Fit::Open,
            }
        }
        (false, HostValue::Value(_)) if value.as_integer().is_some_and(|integer| !integer.is_static()) => {
            // Which of the integer types it has is not kept, and each converts to the others.
            match &**declared {
                HostType::Named(name) if static_number::integer_least(name).is_some() => Fit::Number,
                HostType::Named(name) if matches!(name.as_str(), "float" | "double") => Fit::Converted,
                _ => Fit::Open,
            }
        }
        _ => Fit::Open,
    }
}

/// How a value fits what is made from a template; `are_open` when any arguments of it do.
fn fit_of_template(types: &TypeRules, template: &str, are_open: bool, value: &HostValue) -> Fit {
    match value {
        _ if value.unknown_reason().is_some() => Fit::Open,
        _ if (types.is_made_from)(template, value).is_some() => Fit::Pattern,
        _ if (types.is_certainly_other)(template, value) => Fit::Not,
        _ if are_open && (types.type_arguments)(template, value).is_some() => Fit::Pattern,
        HostValue::Instance(instance) if are_open && instance.class.class.name.text == template => {
            Fit::Pattern
        }
        _ => Fit::Open,
    }
}

/// Whether these parameters take so many arguments.
pub(crate) fn takes(parameters: &[Parameter], count: usize) -> bool {
    let required =
        parameters.iter().filter(|parameter| parameter.default.is_none() && !parameter.is_pack).count();
    let is_open = parameters.iter().any(|parameter| parameter.is_pack);
    required <= count && (is_open || count <= parameters.len())
}

/// Whether an argument certainly is not what its parameter's type says; `is_no_number` knows the arguments by their index.
fn contradicts(
    types: &TypeRules,
    function: &Function,
    given: &[Given],
    is_no_number: &impl Fn(usize) -> bool,
) -> bool {
    function.parameters.iter().zip(given).enumerate().any(|(at, (parameter, given))| {
        let Some(declared) = &parameter.declared_type else { return false };
        let value = &given.argument.value;
        if value.unknown_reason().is_some() {
            return false;
        }
        match template_name(declared) {
            Some(name) => (types.is_made_from)(name, value) == Some(false),
            None => is_number(declared) && is_no_number(at),
        }
    })
}

fn is_number(declared: &Expr) -> bool {
    matches!(&declared.kind, ExprKind::Name(name) if static_number::integer_least(name).is_some() || name == "float")
}
