//! The CuTe DSL and pycute: what their names mean.
