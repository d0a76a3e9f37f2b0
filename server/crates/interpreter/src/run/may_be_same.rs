//! What references of a function that nothing calls may refer to that is one object: `f(int& a, int& b)`.

use layoutlens_host_value::{object::ClassValue, types::HostType, value::HostValue};
use layoutlens_syntax::{Expr, ExprKind, program::Function};

use crate::{
    code::walk,
    state::{interpreter::Interpreter, number_type::NumberType, scope::Place},
};

/// How many places are looked at for those that may be one; there are no more references in readable functions.
const MAX_PLACES: usize = 256;

/// A number that a reference, a pointer, an object behind one, or a variable outside of functions holds.
struct Reached {
    place: Place,
    /// Which of them: numbers of one object are several.
    by: By,
    /// Whether the place holds its address.
    is_pointer: bool,
    of: Of,
}

/// How a number is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum By {
    /// As, through or in this parameter.
    Parameter(usize),
    /// The object whose method is run.
    Receiver,
    /// A variable outside of functions.
    Global,
}

/// What a place is, as far as it decides which others may be the same.
enum Of {
    /// A number of this type.
    Number(NumberType),
    /// A number of a type that is not known: an argument of a template.
    Any,
    /// A field of an object.
    Field(Box<Field>),
    /// An object of this class.
    Object(Box<ClassValue>),
}

struct Field {
    class: ClassValue,
    name: String,
    of: Option<NumberType>,
}

impl Interpreter<'_> {
    /// Remembers which places may be one that the parameters of a function refer to which nothing calls.
    pub(crate) fn remember_what_may_be_same(&mut self, function: &Function, receiver: Option<&HostValue>) {
        if self.is_python() || !self.is_of_root() {
            return;
        }
        let mut reached = Vec::new();
        for (index, parameter) in function.parameters.iter().enumerate() {
            if !parameter.is_reference && !parameter.is_pointer || parameter.is_pack {
                continue;
            }
            let Some(name) = &parameter.name else { continue };
            let place = Place::Variable(self.scope(), name.text.as_str().into());
            let (by, is_pointer) = (By::Parameter(index), parameter.is_pointer);
            let declared = parameter.declared_type.as_ref();
            let of = match self.held_value(&place).cloned() {
                // Of an object that the function does not write, nothing is known that another may change.
                Some(HostValue::Instance(_)) if parameter.is_constant => continue,
                Some(HostValue::Instance(object)) => Of::Object(Box::new(object.class.clone())),
                Some(value)
                    if is_pointer || value.as_integer().is_some() || value.unknown_reason().is_some() =>
                {
                    match declared.and_then(|declared| self.declared_number_type(declared)) {
                        Some(of) => Of::Number(of),
                        None if is_open(function, declared) => Of::Any,
                        None => match declared.map(|declared| self.value(declared)) {
                            Some(HostValue::Type(of)) if let HostType::Class(class) = (*of).clone() => {
                                Of::Object(Box::new(class))
                            }
                            _ => continue,
                        },
                    }
                }
                _ => continue,
            };
            reached.push(Reached { place, by, is_pointer, of });
        }
        self.reach_objects(receiver, &mut reached);
        reached.truncate(MAX_PLACES);
        for (index, one) in reached.iter().enumerate() {
            for other in reached.iter().skip(index + 1).filter(|other| may_be_same(one, other)) {
                match (one.is_pointer, other.is_pointer) {
                    (false, false) => self.sharing.may_be_same(&one.place, &other.place),
                    (true, false) => self.sharing.may_point_to(&one.place, &other.place),
                    (false, true) => self.sharing.may_point_to(&other.place, &one.place),
                    // What is behind a pointer is never known.
                    (true, true) => {}
                }
            }
        }
    }

    /// The fields of the objects that are reached, of the object whose method is run, and variables outside of functions, as
    /// far as they may be what another parameter refers to: looking at an object makes its parts.
    fn reach_objects(&mut self, receiver: Option<&HostValue>, reached: &mut Vec<Reached>) {
        let has_number = reached.iter().any(|one| matches!(one.of, Of::Number(_) | Of::Any));
        let class = match receiver {
            Some(HostValue::Instance(object)) => Some(object.class.clone()),
            _ => None,
        };
        let is_own = |one: &Reached| matches!(&one.of, Of::Object(of) if class.as_ref() == Some(of));
        let is_with_receiver = has_number || reached.iter().any(is_own);
        if reached.len() > 1 || is_with_receiver && class.is_some() {
            let objects = reached.iter().filter(|one| matches!(one.of, Of::Object(_)) && !one.is_pointer);
            let objects: Vec<(Place, By)> = objects.map(|one| (one.place.clone(), one.by)).collect();
            for (place, by) in objects {
                if let Some(object) = self.held_value(&place).cloned() {
                    self.reach_fields(&object, by, reached);
                }
            }
        }
        if let Some(receiver) = receiver.filter(|_| is_with_receiver) {
            self.reach_fields(receiver, By::Receiver, reached);
        }
        if !has_number {
            return;
        }
        for place in self.open_globals().to_vec() {
            let Some(of) = self.held(&place).and_then(|held| held.of_type) else { continue };
            reached.push(Reached { place, by: By::Global, is_pointer: false, of: Of::Number(of) });
        }
    }

    /// Something is assigned through a pointer that such a function is given: what it may point to is forgotten.
    pub(crate) fn forget_behind_pointers(&mut self, target: &Expr) {
        if !self.sharing.has_pointers() {
            return;
        }
        let mut names: Vec<String> = Vec::new();
        walk::expression(target, &mut |expr: &Expr| {
            if let ExprKind::Name(name) = &expr.kind {
                names.push(name.clone());
            }
        });
        for name in names {
            let Some(pointer) = self.place_of_name(&name) else { continue };
            for place in self.sharing.pointed_to(&pointer) {
                self.forget_for_certain(&place);
            }
        }
    }

    /// The numbers of an object that may change, and of its parts.
    fn reach_fields(&mut self, object: &HostValue, by: By, reached: &mut Vec<Reached>) {
        for instance in self.objects_behind(object, |_, _, _| true) {
            let fields = self.instances.of(instance.id).iter();
            let names: Vec<String> = fields
                .filter(|(_, value)| value.as_integer().is_some() || value.unknown_reason().is_some())
                .map(|(name, _)| name.clone())
                .collect();
            for name in names {
                if reached.len() >= MAX_PLACES {
                    return;
                }
                let place = Place::Field(instance.id, name.as_str().into());
                let of = self.number_type_of_place(&place);
                let field = Field { class: instance.class.clone(), name, of };
                let of = Of::Field(Box::new(field));
                reached.push(Reached { place, by, is_pointer: false, of });
            }
        }
    }
}

/// Whether two may be one: they are of the same type, and no two parts of one object.
fn may_be_same(one: &Reached, other: &Reached) -> bool {
    if one.by == other.by {
        return false;
    }
    match (&one.of, &other.of) {
        (Of::Number(one), Of::Number(other)) => one == other,
        (Of::Any, Of::Any | Of::Number(_)) | (Of::Number(_), Of::Any) => true,
        (Of::Number(number), Of::Field(field)) | (Of::Field(field), Of::Number(number)) => {
            field.of == Some(*number)
        }
        (Of::Any, Of::Field(field)) | (Of::Field(field), Of::Any) => field.of.is_some(),
        (Of::Field(one), Of::Field(other)) => one.name == other.name && one.class == other.class,
        (Of::Object(one), Of::Object(other)) => one == other,
        (Of::Object(object), Of::Field(field)) | (Of::Field(field), Of::Object(object)) => {
            (one.is_pointer || other.is_pointer) && **object == field.class
        }
        (Of::Object(_), _) | (_, Of::Object(_)) => false,
    }
}

/// Whether a parameter may be of any type: `auto&`, or `T&` of a template.
fn is_open(function: &Function, declared: Option<&Expr>) -> bool {
    match declared.map(|declared| &declared.kind) {
        None => true,
        Some(ExprKind::Name(name)) => {
            let mut names = function.template.iter().filter_map(|parameter| parameter.name.as_ref());
            name == "auto" || names.any(|own| own.text == *name)
        }
        Some(_) => false,
    }
}
