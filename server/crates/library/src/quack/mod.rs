//! The public package `quack`, on which kernels of several projects stand: what its functions give, written in Python on the
//! DSL's own. Names that are left out are not known.

use std::sync::LazyLock;

use layoutlens_host_value::package::Package;

pub(crate) static QUACK: Package = Package {
    name: "quack",
    files: LazyLock::new(|| {
        Package::read(&[
            ("quack/layout_utils.py", include_str!("layout_utils.py")),
            ("quack/copy_utils.py", include_str!("copy_utils.py")),
            ("quack/sm90_utils.py", include_str!("sm90_utils.py")),
            ("quack/utils.py", include_str!("utils.py")),
            ("quack/cute_dsl_utils.py", include_str!("cute_dsl_utils.py")),
        ])
    }),
};
