//! Values that nothing gives and nothing annotates, by what their names suggest in the DSL: `tiled_mma`, `sA`, `tidx`,
//! `tile_M`, `gemm.acc_dtype`; and by the class of which the program makes objects under such a name.

use rustc_hash::FxHashMap;

use layoutlens_host_value::value::HostValue;
use layoutlens_syntax::{Expr, ExprKind, Name};

use crate::{
    code::made::made_in_items,
    run::member::not_known,
    state::interpreter::Interpreter,
    suppose::{annotated::Kind, slot::Slot, told_of::OfParameter},
    value::class_of::class_of,
};

/// How many objects are supposed for what makes another one.
const MAX_OBJECTS: usize = 2;

impl Interpreter<'_> {
    /// An attribute of a parameter of which nothing is known, or one that no method of a class sets.
    pub(crate) fn supposed_attribute(
        &mut self,
        object: &Expr,
        base: &HostValue,
        name: &Name,
        found: &HostValue,
    ) -> Option<HostValue> {
        let reason = found.unknown_reason()?;
        if !self.suppositions.is_supposing || !self.suppositions.is_open {
            self.tell_attribute(object, base, &name.text);
            return None;
        }
        let owner = match (base, &object.kind) {
            (HostValue::Instance(instance), _) => {
                let class = &instance.class.class.name.text;
                (reason == not_known(&name.text, class)).then(|| class.clone())?
            }
            _ => self.path_of(object, base)?,
        };
        let kind = Kind::from((self.outside.libraries.convention.of_attribute)(&name.text)?);
        let path = Name { text: format!("{owner}.{}", name.text), range: name.range.clone() };
        if let Some(known) = self.suppositions.picks.attribute(&path.text) {
            return Some(known);
        }
        let slot = self.suppositions.picks.slot_of_attribute(&path.text);
        let (value, is) = self.supposed_of_kind(&kind, &path, slot, false)?;
        self.suppose_named(path.text.clone(), is);
        self.suppositions.picks.keep_attribute(path.text, &value);
        Some(value)
    }

    /// What a parameter without an annotation is supposed to be.
    pub(crate) fn supposed_by_name(&mut self, name: &Name, slot: Slot) -> Option<HostValue> {
        // What a tensor's layout gives is unknown for the reason for which the tensor is.
        let is_whole = |told: &&OfParameter| !told.is_tensor && told.ranks.is_empty() && told.least_rank == 0;
        let told = self.suppositions.told.of(slot).filter(is_whole);
        if let Some((of, member)) = told.and_then(|told| told.taken_member.clone()) {
            self.suppose_parameter(name, format!("= {of}.{member}"));
            return Some((self.outside.libraries.convention.member_of)(&of, &member));
        }
        let suggested = (self.outside.libraries.convention.of_parameter)(&name.text).map(Kind::from);
        if suggested.is_none()
            && let Some(parts) = self.supposed_by_parts(name, slot)
        {
            return Some(parts);
        }
        let is_tensor = || self.suppositions.told.of(slot).is_some_and(|told| told.is_tensor);
        let is_foreign = || self.suppositions.told.of(slot).is_some_and(|told| told.is_foreign);
        let is_number =
            || self.suppositions.told.of(slot).is_some_and(|told| told.is_number && !told.has_parts);
        let convention = self.outside.libraries.convention;
        let kind = suggested
            .or_else(|| is_foreign().then_some(Kind::ForeignTensor))
            .or_else(|| self.is_tma_copy(slot).then_some(Kind::Tiled(vec![convention.tma_copy])))
            .or_else(|| is_tensor().then_some(Kind::Tensor))
            .or_else(|| is_number().then_some(Kind::Number));
        let Some(kind) = kind else { return self.supposed_object(name) };
        let (value, is) = self.supposed_of_kind(&kind, name, slot, false)?;
        self.suppose_parameter(name, is);
        Some(value)
    }

    /// Whether the code takes it for a copy of the TMA unit.
    pub(crate) fn is_tma_copy(&self, slot: Slot) -> bool {
        self.suppositions.told.of(slot).is_some_and(|told| told.is_tma_copy)
    }

    /// What a parameter is that goes by the name of a variable for which the program makes an object of one class, and no
    /// other: one that is made without arguments.
    fn supposed_object(&mut self, name: &Name) -> Option<HostValue> {
        if self.suppositions.making >= MAX_OBJECTS {
            return None;
        }
        let class = self.class_made_as(&name.text)?;
        let of_files = self.files.scopes().filter_map(|scope| self.scopes.binding(scope, &class));
        let found = of_files.map(|binding| &binding.value).find(|value| class_of(value).is_some())?.clone();
        let class = class_of(&found)?.clone();
        let is_contradicted = self.suppositions.is_contradicted;
        self.suppositions.making += 1;
        let object = self.instance(&class, Vec::new(), name.range.clone()).value;
        self.suppositions.making -= 1;
        if self.suppositions.is_contradicted && !is_contradicted {
            self.suppositions.is_contradicted = false;
            return None;
        }
        self.suppose_parameter(name, format!("of the class {}", class.class.name.text));
        Some(object)
    }

    /// `ctx.varlen_manager`, when nothing is known of the parameter `ctx`.
    fn path_of(&self, object: &Expr, value: &HostValue) -> Option<String> {
        match &object.kind {
            ExprKind::Name(name) => self.is_parameter_itself(object, value).then(|| name.clone()),
            ExprKind::Member { base, name } => Some(format!("{}.{}", self.path_of(base, value)?, name.text)),
            _ => None,
        }
    }

    /// The class of all objects that are assigned to variables of this name.
    fn class_made_as(&mut self, name: &str) -> Option<String> {
        if self.suppositions.classes.is_none() {
            let mut classes: FxHashMap<String, Option<String>> = FxHashMap::default();
            for (_, file) in self.files.all() {
                made_in_items(&file.program.items, &mut |variable, class| {
                    let known = classes.entry(variable.to_owned()).or_insert_with(|| Some(class.to_owned()));
                    if known.as_deref() != Some(class) {
                        *known = None;
                    }
                });
            }
            self.suppositions.classes = Some(classes);
        }
        self.suppositions.classes.as_ref()?.get(name).cloned().flatten()
    }
}
