//! Specialisations of templates, in full and in part: which of them arguments choose.

use std::collections::BTreeMap;

use layoutlens_host_value::{
    invariant, object::ClassValue, scope::ScopeId, types::HostType, value::HostValue,
};
use layoutlens_operation::Value;
use layoutlens_syntax::{Expr, ExprKind, program::TemplateParameter};

use crate::{
    code::{declared_name::template_name, walk},
    state::{
        interpreter::Interpreter,
        scope::{Binding, ScopeKind},
    },
    value::{class_of::class_of, static_number},
};

/// What the parameters of a specialisation stand for.
pub(crate) type Bindings = BTreeMap<String, HostValue>;

/// Whether arguments are of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fit {
    Yes,
    No,
    Unknown,
}

impl Fit {
    /// Whether both are.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::No, _) | (_, Self::No) => Self::No,
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            (Self::Yes, Self::Yes) => Self::Yes,
        }
    }
}

/// One specialisation: its parameters and the pattern of its arguments.
pub(crate) struct Special<'s> {
    pub(crate) parameters: &'s [TemplateParameter],
    pub(crate) pattern: &'s [Expr],
}

/// The template itself: its parameters, where it stands, and how many arguments are not left to its defaults.
#[derive(Clone, Copy)]
pub(crate) struct Primary<'s> {
    pub(crate) parameters: &'s [TemplateParameter],
    pub(crate) place: (ScopeId, &'s [String]),
    pub(crate) given: usize,
}

/// What is matched: the parameters, what they stand for so far, and the scope in which patterns are evaluated.
struct Matching<'s> {
    parameters: &'s [TemplateParameter],
    bound: Bindings,
    scope: ScopeId,
    /// Whether a type may be `const`, a reference or an array though its value does not say so.
    is_open: bool,
}

impl Matching<'_> {
    /// Whether a type that is the same but for that is the same.
    fn of_type(&self, fit: Fit, value: &HostValue) -> Fit {
        match (fit, value) {
            (Fit::Yes, HostValue::Type(_)) if self.is_open => Fit::Unknown,
            _ => fit,
        }
    }
}

impl Interpreter<'_> {
    /// The specialisation that these arguments choose, as its index, with what its parameters stand for; none for the
    /// template itself.
    pub(crate) fn specialization(
        &mut self,
        name: &str,
        special: &[Special<'_>],
        arguments: &[HostValue],
        primary: Primary<'_>,
    ) -> Result<Option<(usize, Bindings)>, String> {
        if special.is_empty() {
            return Ok(None);
        }
        let (scope, path) = primary.place;
        let frame = self.top_frame(scope, path.into(), usize::MAX);
        self.frames.push(frame);
        let chosen = self.matching_specialization(name, special, arguments, primary);
        self.frames.pop();
        chosen
    }

    fn matching_specialization(
        &mut self,
        name: &str,
        special: &[Special<'_>],
        arguments: &[HostValue],
        primary: Primary<'_>,
    ) -> Result<Option<(usize, Bindings)>, String> {
        let (scope, _) = primary.place;
        let not_known = || format!("which specialisation of `{name}` is meant is not known");
        let mut chosen: Vec<(usize, Bindings)> = Vec::new();
        let is_open = self.is_given_qualified(name);
        for (index, special) in special.iter().enumerate() {
            let parameters = special.parameters;
            let mut matching = Matching { parameters, bound: Bindings::new(), scope, is_open };
            match self.arguments_fit(special.pattern, arguments, primary, &mut matching) {
                Fit::Yes => chosen.push((index, matching.bound)),
                Fit::No => {}
                Fit::Unknown => return Err(not_known()),
            }
        }
        let ranks = |index: usize| match special.get(index) {
            Some(special) => Some(Ranks::of(special)),
            // Of several without ranks none is the best.
            None => invariant!(None, "specialisation {index} of {}", special.len()),
        };
        let is_best = |at: &usize| {
            chosen.iter().all(|(other, _)| {
                ranks(*at).zip(ranks(*other)).is_some_and(|(own, other)| own.say_no_less_than(&other))
            })
        };
        let best: Vec<usize> = chosen.iter().map(|(index, _)| *index).filter(is_best).collect();
        match (chosen.is_empty(), best.as_slice()) {
            (true, _) => Ok(None),
            (false, [best]) => Ok(chosen.into_iter().find(|(index, _)| index == best)),
            _ => Err(not_known()),
        }
    }

    /// Whether all arguments of a template of the program are of a list of patterns. Those that the list leaves out are what
    /// the template itself has for them by default: `Traits<float>` of `template <class T, class U = void> struct Traits`.
    fn arguments_fit(
        &mut self,
        patterns: &[Expr],
        values: &[HostValue],
        primary: Primary<'_>,
        matching: &mut Matching<'_>,
    ) -> Fit {
        let has_pack = matches!(patterns.last(), Some(Expr { kind: ExprKind::Expand(_), .. }));
        let single = primary.parameters.iter().filter(|parameter| !parameter.is_pack).count();
        let Some((written, left_out)) =
            values.split_at_checked(patterns.len()).filter(|_| !has_pack && values.len() <= single)
        else {
            return self.list_fits(patterns, values, matching);
        };
        let fit = self.list_fits(patterns, written, matching);
        // A default may name what stands before it, which is the same for the pattern as for the arguments.
        if fit == Fit::No || primary.given <= patterns.len() {
            return fit;
        }
        let (_, whole) = self.bound_template(primary.parameters, primary.place, written.to_vec());
        let defaults = whole.iter().skip(written.len());
        defaults.zip(left_out).fold(fit, |fit, (default, value)| fit.and(self.same_argument(default, value)))
    }

    fn list_fits(&mut self, patterns: &[Expr], values: &[HostValue], matching: &mut Matching<'_>) -> Fit {
        let (patterns, pack) = match patterns.split_last() {
            Some((Expr { kind: ExprKind::Expand(pack), .. }, before)) => (before, Some(&**pack)),
            _ => (patterns, None),
        };
        let Some(rest) = values.get(patterns.len()..) else { return Fit::No };
        let mut all = Fit::Yes;
        for (pattern, value) in patterns.iter().zip(values) {
            all = all.and(self.fits_pattern(pattern, value, matching));
            if all == Fit::No {
                return Fit::No;
            }
        }
        match pack.map(|pack| &pack.kind) {
            None if !rest.is_empty() => Fit::No,
            None => all,
            Some(ExprKind::Name(name)) if matching.is_parameter(name) => {
                let pack = HostValue::tuple(rest.to_vec());
                matching.bound.insert(name.clone(), pack);
                all
            }
            // `S<>`.
            Some(ExprKind::Tuple(none)) if none.is_empty() => {
                if rest.is_empty() {
                    all
                } else {
                    Fit::No
                }
            }
            Some(_) => Fit::Unknown,
        }
    }

    fn fits_pattern(&mut self, pattern: &Expr, value: &HostValue, matching: &mut Matching<'_>) -> Fit {
        match &pattern.kind {
            ExprKind::Name(name) if matching.is_parameter(name) => match matching.bound.get(name) {
                Some(bound) => matching.of_type(self.same_argument(bound, value), value),
                None => {
                    matching.bound.insert(name.clone(), value.clone());
                    // What it is does not matter for the choice.
                    Fit::Yes
                }
            },
            _ if !matching.mentions_parameter(pattern) => {
                let wanted = self.within(matching.scope, |this| this.value(pattern));
                let fit = self.same_argument(&static_number::static_number(wanted), value);
                matching.of_type(fit, value)
            }
            ExprKind::Specialize { base, arguments } => {
                match self.fits_template(base, arguments, pattern, value, matching) {
                    Fit::Yes if may_be_reference(value) => Fit::Unknown,
                    fit => matching.of_type(fit, value),
                }
            }
            _ => Fit::Unknown,
        }
    }

    /// Whether a value is of the type `base<arguments>`.
    fn fits_template(
        &mut self,
        base: &Expr,
        arguments: &[Expr],
        pattern: &Expr,
        value: &HostValue,
        matching: &mut Matching<'_>,
    ) -> Fit {
        let name = template_name(pattern).unwrap_or_default();
        if name == "enable_if_t" {
            return self.is_enabled(arguments, value, matching);
        }
        if value.unknown_reason().is_some() {
            return Fit::Unknown;
        }
        if let ExprKind::Name(template) = &base.kind
            && matching.is_parameter(template)
        {
            let Some(class) = class_of(value) else { return Fit::Unknown };
            if is_without_arguments(class) {
                return Fit::Unknown;
            }
            if class.arguments.is_empty() {
                return Fit::No;
            }
            let template = template.clone();
            let of =
                ClassValue { template: Default::default(), arguments: Default::default(), ..class.clone() };
            matching.bound.insert(template, HostValue::Type(HostType::Class(of).into()));
            return self.list_fits(arguments, &class.arguments.clone(), matching);
        }
        let of_program = self.within(matching.scope, |this| this.value(base));
        if let Some(wanted) = class_of(&of_program) {
            return match class_of(value) {
                Some(class) if self.is_of_one_template(class, wanted) => {
                    // The template itself knows the defaults; within a specialisation its name is that.
                    if is_without_arguments(class) || !wanted.class.specialization.is_empty() {
                        return Fit::Unknown;
                    }
                    let definition = &wanted.class;
                    let place = (wanted.scope.id, &*definition.path);
                    let primary =
                        Primary { parameters: &definition.template, place, given: class.arguments.len() };
                    self.arguments_fit(arguments, &class.arguments.clone(), primary, matching)
                }
                Some(_) => Fit::No,
                None if is_of_library(value) => Fit::No,
                None => Fit::Unknown,
            };
        }
        let HostValue::Type(of) = value else { return Fit::No };
        let types = self.outside.libraries.types;
        match &**of {
            HostType::Of(HostValue::Pointer(pointer)) if name == "*" => {
                let element = pointer.element.clone();
                self.list_fits(arguments, &[element], matching)
            }
            HostType::Of(of) => match (types.type_arguments)(name, of) {
                // What the library has by default for the others is not compared.
                Some(parts) if (types.has_defaults)(name) && arguments.len() < parts.len() => Fit::Unknown,
                Some(parts) => self.list_fits(arguments, &parts, matching),
                None if (types.is_certainly_other)(name, of) => Fit::No,
                None => Fit::Unknown,
            },
            // A type of numbers and a class of the program are made from no template of the library.
            HostType::Class(_) | HostType::Named(_) if (types.is_of_layouts)(name) || name == "*" => Fit::No,
            HostType::Specialized { .. } if (types.is_of_layouts)(name) => Fit::No,
            _ => Fit::Unknown,
        }
    }

    /// `std::enable_if_t<condition>`: there is no such specialisation where the condition does not hold.
    fn is_enabled(&mut self, arguments: &[Expr], value: &HostValue, matching: &Matching<'_>) -> Fit {
        let [condition, rest @ ..] = arguments else { return Fit::Unknown };
        let scope = self.scopes.open(Some(matching.scope), ScopeKind::Block, self.file());
        for (name, value) in &matching.bound {
            self.scopes.bind(scope, name, Some(Binding::variable(value.clone(), 0)));
        }
        let holds = self.within(scope, |this| this.condition(condition));
        match (holds, rest) {
            (Some(false), _) => Fit::No,
            (Some(true), []) => {
                let is_void = matches!(value, HostValue::Type(of)
                    if matches!(&**of, HostType::Named(name) if name == "void"));
                if is_void { Fit::Yes } else { Fit::Unknown }
            }
            _ => Fit::Unknown,
        }
    }

    /// Whether two classes are of one template. What stands outside of classes may be specialised in another file.
    fn is_of_one_template(&self, one: &ClassValue, other: &ClassValue) -> bool {
        let is_of_file = |class: &ClassValue| {
            self.scopes.get(class.scope.id).is_some_and(|scope| matches!(scope.kind, ScopeKind::File))
        };
        one.class.name.text == other.class.name.text
            && one.class.path == other.class.path
            && (one.scope.id == other.scope.id || is_of_file(one) && is_of_file(other))
    }

    /// Whether two arguments of a template are the same.
    fn same_argument(&self, one: &HostValue, other: &HostValue) -> Fit {
        if one.unknown_reason().is_some() || other.unknown_reason().is_some() {
            return Fit::Unknown;
        }
        let fit = |is_same: bool| if is_same { Fit::Yes } else { Fit::No };
        match (number(one), number(other)) {
            (Some(one), Some(other)) => return fit(one == other),
            // A number is no type; but one that is not known may be any.
            (Some(_), None) if other.as_integer().is_some() => return Fit::Unknown,
            (None, Some(_)) if one.as_integer().is_some() => return Fit::Unknown,
            (Some(_), None) | (None, Some(_)) => return Fit::No,
            _ => {}
        }
        let (is_open, other_is_open) = (may_be_reference(one), may_be_reference(other));
        match (class_of(one), class_of(other)) {
            (Some(one), Some(other)) => {
                if !self.is_of_one_template(one, other) {
                    return Fit::No;
                }
                if is_without_arguments(one) != is_without_arguments(other) {
                    return Fit::Unknown;
                }
                let pairs = one.arguments.iter().zip(other.arguments.iter());
                let fits: Vec<Fit> = pairs.map(|(one, other)| self.same_argument(one, other)).collect();
                return match () {
                    () if fits.contains(&Fit::No) => Fit::No,
                    () if is_open || other_is_open => Fit::Unknown,
                    () if one == other => Fit::Yes,
                    () if fits.contains(&Fit::Unknown) || one.arguments.len() != other.arguments.len() => {
                        Fit::Unknown
                    }
                    () => Fit::Yes,
                };
            }
            (Some(_), None) | (None, Some(_)) => return Fit::No,
            _ => {}
        }
        match (pointer_element(one), pointer_element(other)) {
            (Some(one), Some(other)) => return self.same_argument(&one, &other),
            (Some(_), None) if is_number_type(other) => return Fit::No,
            (None, Some(_)) if is_number_type(one) => return Fit::No,
            _ => {}
        }
        match (self.outside.libraries.types.is_same)(one, other) {
            Ok(is_same) => fit(is_same),
            Err(_) => Fit::Unknown,
        }
    }
}

impl Matching<'_> {
    fn is_parameter(&self, name: &str) -> bool {
        self.parameters.iter().any(|own| own.name.as_ref().is_some_and(|own| own.text == name))
    }

    fn mentions_parameter(&self, pattern: &Expr) -> bool {
        let mut mentions = false;
        walk::expression(pattern, &mut |expr: &Expr| {
            if let ExprKind::Name(name) = &expr.kind {
                mentions |= self.is_parameter(name.split("::").next().unwrap_or(name));
            }
        });
        mentions
    }
}

/// How much each of the patterns of a specialisation says, and whether a pack takes what stands behind them.
struct Ranks {
    of_single: Vec<u8>,
    has_pack: bool,
}

impl Ranks {
    fn of(special: &Special<'_>) -> Self {
        let (single, has_pack) = match special.pattern.split_last() {
            Some((Expr { kind: ExprKind::Expand(_), .. }, before)) => (before, true),
            _ => (special.pattern, false),
        };
        Self { of_single: single.iter().map(|pattern| rank(pattern, special.parameters)).collect(), has_pack }
    }

    /// Of two that the same arguments fit. A pack says the least, whatever it takes.
    fn say_no_less_than(&self, other: &Self) -> bool {
        let by_single = self.of_single.iter().zip(&other.of_single).all(|(own, other)| own >= other);
        let is_longer = self.of_single.len() > other.of_single.len();
        let is_as_long = self.of_single.len() == other.of_single.len();
        by_single && (is_longer || is_as_long && (other.has_pack || !self.has_pack))
    }
}

/// How much a pattern says: nothing, the template, everything.
fn rank(pattern: &Expr, parameters: &[TemplateParameter]) -> u8 {
    // No name is looked up here.
    let matching = Matching { parameters, bound: Bindings::new(), scope: ScopeId::NOWHERE, is_open: false };
    match &pattern.kind {
        ExprKind::Name(name) if matching.is_parameter(name) => 0,
        _ if matching.mentions_parameter(pattern) => 1,
        _ => 2,
    }
}

/// A number or truth value as an argument of a template.
fn number(value: &HostValue) -> Option<i64> {
    match value {
        HostValue::Value(Value::Bool(truth)) => Some(i64::from(*truth)),
        _ => value.known_int(),
    }
}

/// What a type of pointers points to.
fn pointer_element(value: &HostValue) -> Option<HostValue> {
    match value {
        HostValue::Type(of) => match &**of {
            HostType::Of(HostValue::Pointer(pointer)) if pointer.space.is_none() => {
                Some(pointer.element.clone())
            }
            _ => None,
        },
        _ => None,
    }
}

fn is_number_type(value: &HostValue) -> bool {
    matches!(value, HostValue::Type(of) if matches!(&**of, HostType::Named(_)))
}

/// Whether a class is a template without its arguments: that itself, or, within the class, the class.
pub(crate) fn is_without_arguments(class: &ClassValue) -> bool {
    class.arguments.is_empty() && class.class.template.iter().any(|parameter| !parameter.is_pack)
}

/// Whether a type is that of an object which may be referred to, or `const`: what is made for its class need not be meant.
fn may_be_reference(value: &HostValue) -> bool {
    match value {
        HostValue::Type(of) => matches!(&**of, HostType::Of(HostValue::Instance(_))),
        _ => false,
    }
}

/// Whether a type is certainly none of the program's classes.
fn is_of_library(value: &HostValue) -> bool {
    match value {
        HostValue::Type(of) => !matches!(&**of, HostType::Class(_) | HostType::Of(HostValue::Instance(_))),
        _ => false,
    }
}
