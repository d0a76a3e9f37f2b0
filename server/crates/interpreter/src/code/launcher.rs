//! Functions that launch the kernel that they are given.

/// Functions that run a kernel with the arguments behind it: their name, and where the kernel stands.
pub(crate) const LAUNCHERS: &[(&str, usize)] = &[("cudaLaunchKernelEx", 1), ("launch_kernel_on_cluster", 1)];
