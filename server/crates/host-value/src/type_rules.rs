//! What a library says of types: what is made from which of its templates, and with which arguments.

use layoutlens_operation::Refusal;

use crate::value::HostValue;

/// A template, as a type without arguments, and arguments of it.
pub type Made = (HostValue, Vec<HostValue>);

/// What a library says of types. Templates are named without the library's namespace: `Layout`.
#[derive(Debug)]
pub struct TypeRules {
    /// Whether two types are one.
    pub is_same: fn(&HostValue, &HostValue) -> Result<bool, Refusal>,
    /// Whether a declaration with this template leaves its arguments to the value: `Tensor t = ..`.
    pub is_deduced: fn(&str) -> bool,
    /// Whether a value is of a type that is made from a template which overloads tell apart; `None` for other templates.
    pub is_made_from: fn(&str, &HostValue) -> Option<bool>,
    /// The arguments of the type of a value, when it is known to be made from the template.
    pub type_arguments: fn(&str, &HostValue) -> Option<Vec<HostValue>>,
    /// Whether a template has arguments by default: `Layout<Shape>`.
    pub has_defaults: fn(&str) -> bool,
    /// Whether a template makes layouts, tuples or integers.
    pub is_of_layouts: fn(&str) -> bool,
    /// Whether the type of a value is certainly not made from the template.
    pub is_certainly_other: fn(&str, &HostValue) -> bool,
    /// The template arguments that the type of a value has, as far as they are known.
    pub arguments_of: fn(&str, &HostValue) -> Vec<HostValue>,
    /// The template from which the type of a value is made, as a type without arguments, and its arguments.
    pub template_of: fn(&HostValue) -> Option<Made>,
    /// The library's class of a value that is of one only, by its plain name: `Tensor`.
    pub class_of: fn(&HostValue) -> Option<&'static str>,
    /// Whether a value is an object of the library's class of this path; the third is the language's own class of it.
    /// `None` where that is not known.
    pub is_object_of: fn(&HostValue, &str, Option<&'static str>) -> Option<bool>,
    /// An object with all of its elements written; `None` where the object is another after that.
    pub with_written_elements: fn(&HostValue) -> Option<HostValue>,
    /// What a variable holds that is declared as such an object: its elements may be written.
    pub with_open_elements: fn(HostValue) -> HostValue,
    /// Whether an element of a tuple's type is certainly an integer of run time, `int64_t`.
    pub is_open_number: fn(&HostValue) -> bool,
    /// The type of such an element that is written in the tuple's.
    pub type_of_open_number: fn(&HostValue) -> Option<&str>,
    /// Whether a function of this name gives a tuple that holds one number in each leaf: `repeat_like(stride, 0)`.
    pub repeats_number: fn(&str) -> bool,
    /// Whether a function of this name makes a tuple of what it is given.
    pub makes_tuple: fn(&str) -> bool,
    /// Whether the member `type` of a template of this name is what the template without it stands for here:
    /// `std::conditional<c, A, B>::type` is `A` or `B`, whatever member `type` these have.
    pub gives_type: fn(&str) -> bool,
    /// Whether a function of this name computes a number of numbers: `max`, `ceil_div`.
    pub computes_number: fn(&str) -> bool,
}
