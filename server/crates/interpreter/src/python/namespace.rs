//! `types.SimpleNamespace(a=b)`: an object of a class that declares nothing.

use std::{
    collections::BTreeMap,
    sync::{Arc, LazyLock},
};

use layoutlens_host_value::{object::ClassValue, value::HostValue};
use layoutlens_syntax::{Name, program::Class};

use crate::state::{file::FileId, interpreter::Interpreter};

/// The class, which stands in no file of the program.
static CLASS: LazyLock<Arc<Class>> = LazyLock::new(|| {
    Arc::new(Class {
        name: Name { text: "SimpleNamespace".to_owned(), range: 0..0 },
        path: Arc::default(),
        template: Vec::new(),
        specialization: Vec::new(),
        bases: Vec::new(),
        attributes: Vec::new(),
        members: Arc::default(),
        range: 0..0,
    })
});

impl Interpreter<'_> {
    /// A namespace with these fields: each is certain until something may assign it, as that of any other object.
    pub(crate) fn namespace(&mut self, fields: BTreeMap<String, HostValue>) -> HostValue {
        let scope = self.files.scope(FileId::MAIN);
        let class = ClassValue::new(Arc::clone(&CLASS), self.scopes.captured(scope));
        self.new_instance(&class, fields)
    }
}
