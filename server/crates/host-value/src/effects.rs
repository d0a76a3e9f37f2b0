//! What functions that are not defined in the files at hand certainly do not write.
//!
//! Everything else that is not defined here may take a reference and write it, now or later. The address of a variable,
//! `&x`, lets any function write it, also one of these: taking the address is what is looked at, not the call.

use layoutlens_syntax::{Expr, ExprKind, Language};

/// Names and what they write, as far as it is known. Each entry says why.
#[derive(Debug)]
pub struct Effects {
    /// Functions and methods that write nothing that they are given by name, whatever namespace stands before them.
    pub by_name: &'static [(&'static [&'static str], &'static str)],
    /// Namespaces whose functions write nothing but what `writing` lists.
    pub by_namespace: &'static [(&'static str, &'static str)],
    /// How names of classes begin whose methods, but for those that `writing` lists, write nothing but through addresses.
    pub by_class: &'static [(&'static str, &'static str)],
    /// Functions of those namespaces that write what they are given by name, or keep a reference to it.
    pub writing: &'static [&'static str],
    /// How names of C interfaces begin: they write through addresses only.
    pub of_c: &'static [(&'static str, &'static str)],
    /// Functions of C that write through addresses, and keep none of them.
    pub keeping_no_address: &'static [&'static str],
    /// Methods that change the object that they are called on, and give it.
    pub changing_methods: &'static [&'static str],
    /// Modules of Python whose functions change nothing that they are given, but for tensors; so do those of the libraries.
    pub harmless_modules: &'static [&'static str],
    /// Modules of Python that are installed: no file around the program is meant by their names.
    pub installed_modules: &'static [&'static str],
    /// Classes of the libraries that only say which methods a class has: what inherits from them has no fields of theirs.
    pub protocols: &'static [&'static str],
}

impl Effects {
    /// Whether a function that is not defined here certainly writes nothing that it is given by name.
    pub fn is_read_only(&self, callee: &Expr) -> bool {
        match &callee.kind {
            ExprKind::Name(name) => self.is_read_only_name(name.trim_start_matches("::")),
            ExprKind::Member { name, .. } => self.is_listed(&name.text),
            ExprKind::Specialize { base, .. } => self.is_read_only(base),
            _ => false,
        }
    }

    /// The same of a name.
    pub fn is_read_only_name(&self, name: &str) -> bool {
        // One character is found sooner than two.
        let last = name.rfind(':').and_then(|at| name.get(at + 1..)).unwrap_or(name);
        let is_of_known_namespace = || {
            self.by_namespace.iter().any(|(space, _)| name.starts_with(space))
                && !self.writing.contains(&last)
        };
        self.is_listed(last) || self.is_of_c(last) || is_check(last) || is_of_known_namespace()
    }

    /// Whether a method of a class, by its name with its namespace, certainly writes nothing that it is given by name.
    pub fn is_reading_method(&self, class: &str, method: &str) -> bool {
        self.by_class.iter().any(|(begin, _)| class.starts_with(begin)) && !self.writing.contains(&method)
    }

    /// Whether a function writes through the addresses that it is given before it returns, and never later.
    pub fn keeps_no_address(&self, callee: &Expr) -> bool {
        let last = match &callee.kind {
            ExprKind::Name(name) => name.rsplit("::").next().unwrap_or(name),
            ExprKind::Specialize { base, .. } => return self.keeps_no_address(base),
            _ => return false,
        };
        let is_later =
            ["Async", "Callback", "HostFunc", "Register", "Graph"].iter().any(|word| last.contains(word));
        !is_later && (self.is_of_c(last) || is_check(last) || self.keeping_no_address.contains(&last))
    }

    /// Whether the functions of a module of Python, by its path, change nothing that they are given.
    pub fn is_harmless_module(&self, path: &str) -> bool {
        let root = path.split('.').next().unwrap_or(path);
        self.harmless_modules.contains(&root) || Language::Python.library_names().contains(&root)
    }

    fn is_listed(&self, name: &str) -> bool {
        self.by_name.iter().any(|(names, _)| names.contains(&name))
    }

    /// A function of a C interface. Those that are given a variable of the device by its name, `cudaMemcpyToSymbol`,
    /// write it.
    fn is_of_c(&self, name: &str) -> bool {
        self.of_c.iter().any(|(begin, _)| name.starts_with(begin)) && !name.contains("Symbol")
    }
}

/// A macro that checks something and says what it found: `CUDA_CHECK(e)`, `TORCH_CHECK(m > 0, "m is ", m)`.
fn is_check(name: &str) -> bool {
    name.bytes().all(|byte| !byte.is_ascii_lowercase())
        && ["CHECK", "ASSERT", "EXPECT", "ENFORCE", "REQUIRE", "VERIFY", "PRINT", "LOG"]
            .iter()
            .any(|word| name.contains(word))
}
