//! What functions are given that nothing calls.

use layoutlens_host_value::{call::CallArgument, types::HostType, value::HostValue};
use layoutlens_operation::Operation;
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Function, Parameter},
};

use crate::{
    code::declared_name::{last_name, template_name},
    state::{given::Given, interpreter::Interpreter},
    suppose::{
        cpp::{reason, spelled::Form, taken_apart, uses},
        picks::Aspect,
    },
};

/// What a parameter of a template is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Tensor,
    Layout,
    Anything,
    /// Of a class that is not known: no tensor.
    Object,
}

/// Namespaces whose objects have nothing of CuTe's: `stride` of a tensor of PyTorch gives a number.
const FOREIGN: [&str; 3] = ["torch", "at", "c10"];

impl Interpreter<'_> {
    /// Arguments for the parameters that nothing gives, where their types leave open what they are.
    pub(crate) fn with_supposed(
        &mut self,
        function: &Function,
        given: Vec<Option<Given>>,
    ) -> Vec<Option<Given>> {
        if !self.supposes_templates() {
            return given;
        }
        let mut all = Vec::with_capacity(given.len());
        for (parameter, given) in function.parameters.iter().zip(given) {
            let is_open = given.is_none() && parameter.default.is_none() && !parameter.is_pack;
            all.push(match is_open {
                true => self.supposed_parameter(function, parameter).map(|value| {
                    Given::of(CallArgument { keyword: None, value, range: parameter.range.clone() })
                }),
                false => given,
            });
        }
        all
    }

    fn supposed_parameter(&mut self, function: &Function, parameter: &Parameter) -> Option<HostValue> {
        let name = parameter.name.as_ref()?;
        let wanted = self.wanted_of(function, parameter)?;
        let generation = self.generation();
        let used = uses::rank_in(&function.body, &name.text);
        let suggestions = self.outside.libraries.suggestions;
        let slot = self.slot_of(name);
        let all = (suggestions.objects)(
            &name.text,
            generation,
            used.stated.or(Some(used.least).filter(|least| *least > 1)),
        );
        let all = match wanted {
            Wanted::Layout if !name.text.contains("layout") => (suggestions.objects)(
                "layout",
                generation,
                used.stated.or(Some(used.least).filter(|least| *least > 1)),
            ),
            _ => all,
        };
        let called = self.functions_by_name();
        let apart = taken_apart::of_parameter(function, &name.text, &called, suggestions);
        let all = (suggestions.taken_apart)(&name.text, &apart, false).into_iter().chain(all).collect();
        let is_like_tensor = (suggestions.is_tensor)(&name.text)
            || used != uses::RankUsed::default()
            || parameter.declared_type.as_ref().is_some_and(|of| last_name(of).contains("Tensor"));
        // An object of a class of the program, which its type says.
        if let Some(Expr { kind: ExprKind::Name(of), .. }) = &parameter.declared_type
            && wanted == Wanted::Anything
            && !is_like_tensor
            && self.has_traits(of, &uses::Uses::Function(function))
        {
            return None;
        }
        let fits = |value: &HostValue| match wanted {
            Wanted::Tensor => matches!(value, HostValue::Tensor(_)),
            Wanted::Layout => matches!(value, HostValue::Value(value) if value.is_layout()),
            Wanted::Object => !matches!(value, HostValue::Tensor(_)),
            Wanted::Anything => is_like_tensor || !matches!(value, HostValue::Tensor(_)),
        } && rank_of(value).is_none_or(|rank| used.takes(rank));
        let (value, is) =
            self.supposed_spelled((slot, Aspect::Rank), &name.text, all, Form::Expression, fits)?;
        self.suppose_named(name.text.clone(), is);
        Some(value)
    }

    /// What is known of a parameter by its type; `None` where that says all, or where nothing is supposed of such.
    fn wanted_of(&mut self, function: &Function, parameter: &Parameter) -> Option<Wanted> {
        if parameter.is_pointer {
            return None;
        }
        let Some(declared) = &parameter.declared_type else { return Some(Wanted::Anything) };
        match &declared.kind {
            ExprKind::Specialize { .. } => match template_name(declared).unwrap_or_default() {
                "Tensor" => Some(Wanted::Tensor),
                "Layout" | "ComposedLayout" => Some(Wanted::Layout),
                name if (self.outside.libraries.types.is_deduced)(name) => Some(Wanted::Anything),
                _ => None,
            },
            ExprKind::Name(name) if is_parameter(function, name) => Some(Wanted::Anything),
            ExprKind::Name(_) if self.is_open_type(declared) => Some(Wanted::Object),
            _ => None,
        }
    }

    fn is_open_type(&mut self, declared: &Expr) -> bool {
        self.value(declared).unknown_reason().is_some()
    }

    /// A parameter of which its type says all that is said: an object of a class of the program, else something that is
    /// asked for members.
    pub(crate) fn parameter_of_its_type(&mut self, parameter: &Parameter) -> Option<HostValue> {
        let name = parameter.name.as_ref().filter(|_| self.supposes_templates() && !parameter.is_pointer)?;
        let declared = parameter.declared_type.as_ref()?;
        let of = self.value(declared);
        match &of {
            HostValue::Type(of) => match &**of {
                HostType::Class(class) => {
                    let object = self.object_of_types(&class.clone(), &name.text);
                    self.suppose_named(name.text.clone(), format!("of the class {}", class.class.name.text));
                    Some(object)
                }
                _ => None,
            },
            _ if of.unknown_reason().is_some() && !is_foreign(declared) => {
                Some(self.open_path(reason::argument(&name.text), &name.text))
            }
            _ => None,
        }
    }
}

fn is_foreign(declared: &Expr) -> bool {
    let ExprKind::Name(name) = &declared.kind else { return false };
    let first = name.trim_start_matches("::").split_once("::").map(|(first, _)| first);
    first.is_some_and(|first| FOREIGN.contains(&first))
}

fn is_parameter(function: &Function, name: &str) -> bool {
    function.template.iter().any(|parameter| parameter.name.as_ref().is_some_and(|own| own.text == name))
}

/// How many modes a tensor or layout has.
fn rank_of(value: &HostValue) -> Option<usize> {
    let layout = match value {
        HostValue::Tensor(tensor) => &tensor.layout,
        HostValue::Value(value) if value.is_layout() => value,
        _ => return None,
    };
    let shape = Operation::Shape.run(std::slice::from_ref(layout)).ok()?.value;
    HostValue::Value(shape).elements().map_or(Some(1), |elements| Some(elements.len()))
}
