//! Templates that C++ code instantiates explicitly, `template void f<4>(int);` and `template struct S<int, 4>;`: whoever calls
//! the functions and methods.

use std::{ops::Range, sync::Arc};

use layoutlens_host_value::{
    function::Callable, object::ClassValue, scope::ScopeId, types::HostType, value::HostValue,
};
use layoutlens_syntax::program::Item;

use crate::{
    code::member::{Member, each_member},
    entry::roots::instantiations,
    state::interpreter::Interpreter,
};

/// How many methods of one are run.
const MOST_METHODS: usize = 64;

impl<'a> Interpreter<'a> {
    /// Runs the templates of functions and classes that C++ code instantiates explicitly.
    pub(crate) fn run_instantiations(&mut self, items: &'a [Item], scope: ScopeId) {
        for (of, path) in instantiations(items, &self.choices) {
            let mut frame = self.top_frame(scope, path.into(), usize::MAX);
            frame.context = self.frames.top().context;
            self.frames.push(frame);
            let named = self.value(of);
            if let HostValue::Type(class) = &named
                && let HostType::Class(class) = &**class
            {
                self.run_instantiated(class, &of.range);
            }
            if let HostValue::Callable(callable) = named
                && let Callable::Functions { overloads, template, scope, .. } = &*callable
                && let [function] = overloads.as_slice()
                && !self.is_run_elsewhere(function, scope.id)
            {
                self.frames.top_mut().context = self.context_of_any(function);
                self.call_function(function, template, scope.id, None, Vec::new(), of.range.clone());
            }
            self.frames.pop();
        }
    }

    /// Runs the members of a class for its template's arguments, methods without what they are given.
    fn run_instantiated(&mut self, class: &ClassValue, range: &Range<usize>) {
        self.run_class(class);
        let definition = Arc::clone(&class.class);
        let mut names: Vec<&str> = Vec::new();
        each_member(&definition.members, &self.choices, &mut |member, _| {
            if let Member::Function(function) = member {
                let name = function.name.text.as_str();
                // What makes and ends an object is run where one is made.
                let is_method = name != definition.name.text && !name.starts_with('~');
                if is_method
                    && !function.body.is_empty()
                    && names.len() < MOST_METHODS
                    && !names.contains(&name)
                {
                    names.push(name);
                }
            }
        });
        // What tells one instantiation from another.
        let inner = self.class_scope(class);
        let parameters = definition.template.iter().filter_map(|parameter| parameter.name.as_ref());
        let arguments: Vec<(&str, HostValue)> = parameters
            .filter_map(|name| Some((name.text.as_str(), self.look_up(inner, &name.text)?)))
            .collect();
        for name in names {
            let Some(HostValue::Callable(method)) = self.class_member(class, name) else { continue };
            let Callable::Functions { overloads, scope, .. } = &*method else { continue };
            // A method that is a template is instantiated where it is called.
            for function in overloads.iter().filter(|function| function.template.is_empty()) {
                for receiver in self.objects_of(class, function) {
                    let any = self.context_of_any(function);
                    arguments.iter().for_each(|(name, value)| self.contexts.give(any, name, value));
                    let outer = std::mem::replace(&mut self.frames.top_mut().context, any);
                    self.call_function(function, &[], scope.id, Some(&receiver), Vec::new(), range.clone());
                    self.frames.top_mut().context = outer;
                }
            }
        }
    }
}
