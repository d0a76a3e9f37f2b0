//! Python's lists as they change in place, and the other names that see it.

use layoutlens_host_value::{call::Computed, value::HostValue};
use layoutlens_syntax::{Expr, ExprKind, program::Argument};

use crate::{
    code::{list_change::CHANGES, walk},
    limits::MAX_ELEMENTS,
    python::handed_over::is_lambda,
    state::{interpreter::Interpreter, scope::Binding},
    value::{dictionary, sequence::iterated},
};

impl Interpreter<'_> {
    /// A method that changes a list, dictionary or set in place: `xs.append(x)`.
    pub(crate) fn changing_method(
        &mut self,
        base: &Expr,
        name: &str,
        arguments: &[Argument],
    ) -> Option<Computed> {
        if !CHANGES.contains(&name) {
            return None;
        }
        // The place of it is asked for below, or the whole is evaluated as a call of a method.
        let held = self.pure_value(base);
        let is_entries = dictionary::entries(&held).is_some();
        if held.elements().is_none() && !is_entries {
            if held.unknown_reason().is_some() {
                self.forget_changed(base, &held);
            }
            return None;
        }
        let place = self.place_of(base);
        match &place {
            None => drop(self.value(base)),
            // A list of the class, which its objects and subclasses share.
            Some(place) if self.held(place).is_none() => {
                if let ExprKind::Member { name, .. } = &base.kind {
                    self.forget_attribute(&name.text);
                }
            }
            Some(_) => {}
        }
        let mut values: Vec<HostValue> =
            arguments.iter().map(|argument| self.value(&argument.value)).collect();
        values.iter().filter(|value| is_lambda(value)).for_each(|lambda| self.may_call_lambda(lambda));
        if arguments.iter().any(|argument| argument.keyword.is_some()) {
            values = vec![HostValue::unknown("by keywords"); 3];
        }
        // What is given may have changed it before the method does.
        let held = match arguments.iter().any(|argument| walk::has_call(&argument.value)) {
            true => self.pure_value(base),
            false => held,
        };
        let lost = || HostValue::unknown("what is given to the method may change it");
        let (changed, given) = match held.elements() {
            Some(elements) => changed_list(elements, name, &values),
            None if dictionary::entries(&held).is_some() => self.changed_dictionary(&held, name, &values),
            None => (lost(), lost()),
        };
        self.is_a_list(&held);
        self.is_a_list(&changed);
        let Some(place) = place else {
            // An element of something: what holds it is no longer known.
            self.forget_sharers(&held, None);
            self.forget_place_of(base);
            return Some(Computed::plain(given));
        };
        let declared = self.held(&place).map_or(base.range.start, |binding| binding.declared);
        self.forget_sharers(&held, Some(&place));
        self.put(&place, Some(Binding::variable(changed, declared)));
        Some(Computed::plain(given))
    }
}

/// A list behind a method that changes it, and what the method gives.
fn changed_list(mut elements: Vec<HostValue>, name: &str, values: &[HostValue]) -> (HostValue, HostValue) {
    let lost = || HostValue::unknown(format!("`{name}` changes the list"));
    let changed = match (name, values) {
        ("append", [value]) if elements.len() < MAX_ELEMENTS => {
            elements.push(value.clone());
            HostValue::tuple(elements)
        }
        ("extend", [more]) => match iterated(more) {
            Some(more) if more.len() + elements.len() <= MAX_ELEMENTS => {
                HostValue::tuple(elements.into_iter().chain(more).collect())
            }
            _ => HostValue::unknown("what the list is extended by is not known"),
        },
        ("reverse", []) => {
            elements.reverse();
            HostValue::tuple(elements)
        }
        ("clear", []) => HostValue::tuple(Vec::new()),
        ("insert", [at, value]) => {
            let length = i64::try_from(elements.len()).unwrap_or(i64::MAX);
            let at = at.known_int().map(|at| if at < 0 { (at + length).max(0) } else { at.min(length) });
            match at.and_then(|at| usize::try_from(at).ok()) {
                Some(at) if elements.len() < MAX_ELEMENTS => {
                    elements.insert(at, value.clone());
                    HostValue::tuple(elements)
                }
                _ => lost(),
            }
        }
        ("pop", []) => match elements.pop() {
            Some(last) => return (HostValue::tuple(elements), last),
            None => lost(),
        },
        _ => lost(),
    };
    match name {
        "pop" => (changed, HostValue::unknown("what is taken from the list is not known")),
        _ => (changed, HostValue::Nothing),
    }
}
