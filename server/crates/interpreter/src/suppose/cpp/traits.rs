//! A class that a template is given and asks for members: one of the program that has them.

use std::sync::Arc;

use layoutlens_host_value::{object::ClassValue, scope::ScopeId, types::HostType, value::HostValue};
use layoutlens_syntax::{Expr, ExprKind, Name, program::Class};

use crate::{
    code::{
        declared_name::template_name,
        member::{Member, each_member},
    },
    run::class::MAX_BASES,
    state::{definitions::DefinitionKind, file::FileId, interpreter::Interpreter},
    suppose::{cpp::uses::Uses, picks::Aspect},
};

/// How many classes are tried.
const MAX_CANDIDATES: usize = 3;

/// How many members are looked for.
const MAX_MEMBERS: usize = 128;

/// One of so many members may be missing.
const MAX_MISSING: usize = 4;

/// How many of them are supposed, one for another.
const MAX_NESTED: usize = 2;

impl<'a> Interpreter<'a> {
    /// A class of the program that has all members that the code asks of a template parameter.
    pub(crate) fn supposed_traits(&mut self, name: &Name, uses: &Uses<'_>) -> Option<(HostValue, String)> {
        if self.suppositions.making >= MAX_NESTED {
            return None;
        }
        let members = self.members_asked(&name.text, uses);
        if members.len() < 2 {
            return None;
        }
        let candidates = self.classes_with(&members, uses);
        let slot = self.slot_of(name);
        let candidates: Vec<&'a Class> = candidates.into_iter().take(MAX_CANDIDATES).collect();
        let class = self.suppositions.picks.choice(slot, Aspect::Type, &name.text, &candidates)?;
        let scope = self.scope_of_class(class)?;
        self.suppositions.making += 1;
        let made = match class.template.is_empty() {
            true => Some(ClassValue::new(self.shared.class(class), self.scopes.captured(scope))),
            false => self.supposed_class(class, scope),
        };
        self.suppositions.making -= 1;
        let made = made?;
        let said = format!("= {}", class.name.text);
        Some((HostValue::Type(Arc::new(HostType::Class(made))), said))
    }

    /// Whether the code asks a template parameter for members that a class of the program has.
    pub(crate) fn has_traits(&mut self, name: &str, uses: &Uses<'_>) -> bool {
        let members = self.members_asked(name, uses);
        members.len() >= 2 && !self.classes_with(&members, uses).is_empty()
    }

    /// The members that the file asks of template parameters of a name: functions hand them on to each other.
    fn members_asked(&mut self, name: &str, uses: &Uses<'_>) -> Vec<String> {
        let mut members = self.members_used(uses, name);
        let of_file = self.definitions.of_file(FileId::MAIN).filter_map(|definition| match definition.kind {
            DefinitionKind::Function(function) => Some(Uses::Function(function)),
            DefinitionKind::Class(class) => Some(Uses::Class(class)),
            _ => None,
        });
        let mut others: Vec<(Uses<'a>, &'a Name)> =
            of_file.filter_map(|other| Some((other, other.parameter(name)?.name.as_ref()?))).collect();
        others.sort_by_key(|(_, own)| own.range.start);
        for (other, own) in others {
            for member in self.members_used_in_file(&other, &own.text) {
                if members.len() < MAX_MEMBERS && !members.contains(&member) {
                    members.push(member);
                }
            }
        }
        members
    }

    /// Classes of the program that have most of these members, those with all of them and the fewest others first.
    fn classes_with(&mut self, members: &[String], uses: &Uses<'_>) -> Vec<&'a Class> {
        let own = match uses {
            Uses::Class(class) => Some(class.range.clone()),
            Uses::Function(_) => None,
        };
        let classes: Vec<&'a Class> = self
            .definitions
            .all()
            .filter_map(|definition| match definition.kind {
                DefinitionKind::Class(class) if class.specialization.is_empty() => Some(class),
                _ => None,
            })
            .collect();
        let mut found: Vec<(usize, usize, &'a Class)> = Vec::new();
        for class in classes {
            if own.as_ref() == Some(&class.range) {
                continue;
            }
            let names = self.names_with_bases(class);
            let missing = members.iter().filter(|member| !names.contains(member)).count();
            if missing * MAX_MISSING <= members.len() {
                found.push((missing, names.len(), class));
            }
        }
        found.sort_by_key(|(missing, count, class)| (*missing, *count, class.range.start));
        found.into_iter().map(|(.., class)| class).collect()
    }

    /// The names of the members of a class and of the classes of the program that its bases name.
    fn names_with_bases(&self, class: &'a Class) -> Vec<String> {
        let mut names = Vec::new();
        let mut next = vec![class];
        let mut seen = 0;
        while let Some(class) = next.pop() {
            seen += 1;
            if seen > MAX_BASES {
                break;
            }
            each_member(&class.members, &self.choices, &mut |member, _| match member {
                Member::Function(function) => names.push(function.name.text.clone()),
                Member::Class(inner) => names.push(inner.name.text.clone()),
                Member::Declaration(_, declaration) => {
                    names.extend(declaration.names.iter().map(|name| name.text.clone()));
                }
            });
            for base in &class.bases {
                let base =
                    template_name(base).map(str::to_owned).or_else(|| base_parameter_default(class, base));
                let Some(base) = base else { continue };
                next.extend(self.definitions.all().filter_map(|definition| match definition.kind {
                    DefinitionKind::Class(of)
                        if of.name.text == base && of.specialization.is_empty() && !of.members.is_empty() =>
                    {
                        Some(of)
                    }
                    _ => None,
                }));
            }
        }
        names
    }

    /// The scope in which a class of the program is defined.
    fn scope_of_class(&self, class: &'a Class) -> Option<ScopeId> {
        let of = self.definitions.all().find(
            |definition| matches!(definition.kind, DefinitionKind::Class(own) if std::ptr::eq(own, class)),
        )?;
        Some(self.files.scope(of.file))
    }
}

/// The template that a base is by default: `class Base = Flash_kernel_traits<..>`.
fn base_parameter_default(class: &Class, base: &Expr) -> Option<String> {
    let ExprKind::Name(name) = &base.kind else { return None };
    let parameter = class
        .template
        .iter()
        .find(|parameter| parameter.name.as_ref().is_some_and(|own| own.text == *name))?;
    template_name(parameter.default.as_ref()?).map(str::to_owned)
}
