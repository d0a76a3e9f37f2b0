//! Which function is called by the name of a virtual one, where that is certain.

use std::sync::Arc;

use layoutlens_host_value::{
    object::{ClassValue, Instance},
    value::HostValue,
};
use layoutlens_syntax::{ExprKind, program::Function};

use crate::{
    code::member::{Member, each_member},
    state::interpreter::Interpreter,
};

impl Interpreter<'_> {
    /// The object whose method of this name is called: the whole one where the function is `virtual`.
    ///
    /// # Errors
    /// Why it is not known: while an object is made it is one of its base first.
    pub(crate) fn dispatched(
        &mut self,
        instance: &Arc<Instance>,
        name: &str,
    ) -> Result<Arc<Instance>, HostValue> {
        let own = match self.instances.made_of(instance.id) {
            Some(own) if !self.is_python() && *own != instance.class => own.clone(),
            _ => return Ok(Arc::clone(instance)),
        };
        if !self.has_virtual_function(&instance.class, |function| function == name) {
            return Ok(Arc::clone(instance));
        }
        let mut bases = Vec::new();
        let _: Option<()> = self.find_in_bases(&own, |_, class| {
            bases.push(class.class.name.text.clone());
            None
        });
        let makes = |function: &Arc<Function>| bases.contains(&function.name.text);
        if self.frames.iter().any(|frame| frame.function.as_ref().is_some_and(makes)) {
            return Err(HostValue::unknown(format!("`{name}` is virtual, and its object may still be made")));
        }
        match self.is_overridden_alike(&own, name) {
            true => Ok(Arc::new(Instance { class: own, id: instance.id })),
            false => Err(HostValue::unknown(format!("which `{name}` is called is not known"))),
        }
    }

    /// Whether all functions of a name that an object's classes have take the place of each other: one in each class, none
    /// with parameters, and one class under the other.
    fn is_overridden_alike(&mut self, own: &ClassValue, name: &str) -> bool {
        let (mut constant, mut is_alike): (Vec<bool>, bool) = (Vec::new(), true);
        let _: Option<()> = self.find_in_bases(own, |this, class| {
            is_alike &= class.class.bases.len() <= 1 && class.class.template.is_empty();
            let before = constant.len();
            each_member(&class.class.members, &this.choices, &mut |member, _| match member {
                Member::Function(function) if function.name.text == name => {
                    constant.push(function.is_constant);
                    is_alike &= function.parameters.is_empty();
                }
                Member::Declaration(_, declaration) => {
                    is_alike &= declaration.names.iter().all(|own| own.text != name);
                }
                _ => {}
            });
            is_alike &= constant.len() <= before + 1;
            None
        });
        is_alike && constant.windows(2).all(|pair| pair.first() == pair.last())
    }

    /// Whether an object of a class may be of one derived from it that does something else in its place.
    pub(crate) fn has_virtual(&mut self, class: &ClassValue) -> bool {
        self.has_virtual_function(class, |_| true)
    }

    fn has_virtual_function(&mut self, class: &ClassValue, is_wanted: impl Fn(&str) -> bool) -> bool {
        let found = self.find_in_bases(class, |this, class| {
            let mut is_virtual = false;
            each_member(&class.class.members, &this.choices, &mut |member, _| {
                is_virtual |= matches!(member, Member::Function(function)
                    if is_wanted(&function.name.text) && is_declared_virtual(function));
            });
            is_virtual.then_some(())
        });
        found.is_some()
    }
}

fn is_declared_virtual(function: &Function) -> bool {
    function
        .attributes
        .iter()
        .any(|attribute| matches!(&attribute.kind, ExprKind::Name(name) if name == "virtual"))
}
