//! NVRTC, CUDA's run-time compiler, through the ten functions that we need; any major version.

use std::{
    ffi::{CStr, CString, c_char, c_int, c_void},
    ptr,
};

use libloading::os::unix::{Library, Symbol};

use super::{
    library::{Opened, Tried, open_nvrtc},
    search::{Environment, NVRTC_VARIABLE},
};
use crate::{ErrorCode, RunError};

/// Bytes of a compile log that are kept; the first error is what matters.
const MAX_LOG: usize = 8 << 10;

type Program = *mut c_void;
type CreateProgram = unsafe extern "C" fn(
    *mut Program,
    *const c_char,
    *const c_char,
    c_int,
    *const *const c_char,
    *const *const c_char,
) -> c_int;
type CompileProgram = unsafe extern "C" fn(Program, c_int, *const *const c_char) -> c_int;
type DestroyProgram = unsafe extern "C" fn(*mut Program) -> c_int;
type GetSize = unsafe extern "C" fn(Program, *mut usize) -> c_int;
type GetText = unsafe extern "C" fn(Program, *mut c_char) -> c_int;
type GetVersion = unsafe extern "C" fn(*mut c_int, *mut c_int) -> c_int;
type GetArchitectureCount = unsafe extern "C" fn(*mut c_int) -> c_int;
type GetArchitectures = unsafe extern "C" fn(*mut c_int) -> c_int;

/// A loaded NVRTC.
pub(super) struct Nvrtc {
    path: String,
    version: (i32, i32),
    /// Compute capabilities that it compiles for, `90` for 9.0; empty when it does not tell.
    architectures: Vec<i32>,
    functions: Functions,
    /// Dropped last: the functions above lie in it.
    _library: Library,
}

struct Functions {
    create: Symbol<CreateProgram>,
    compile: Symbol<CompileProgram>,
    destroy: Symbol<DestroyProgram>,
    log: (Symbol<GetSize>, Symbol<GetText>),
    ptx: (Symbol<GetSize>, Symbol<GetText>),
    /// Since CUDA 11.1.
    cubin: Option<(Symbol<GetSize>, Symbol<GetText>)>,
}

/// What a kernel is compiled to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    /// Machine code of this compute capability, `sm_90a`.
    Cubin(i32),
    /// PTX for this virtual architecture, `compute_80`, which the driver compiles on.
    Ptx(i32),
}

impl Target {
    /// The compute capability, `90` for 9.0.
    pub(super) fn capability(self) -> i32 {
        match self {
            Target::Cubin(capability) | Target::Ptx(capability) => capability,
        }
    }

    /// Hopper has instructions, such as wgmma, that it alone understands.
    fn suffix(self) -> &'static str {
        if self.capability() == 90 { "a" } else { "" }
    }
}

impl std::fmt::Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Target::Cubin(capability) => write!(f, "sm_{capability}{}", self.suffix()),
            Target::Ptx(capability) => write!(f, "compute_{capability}{}", self.suffix()),
        }
    }
}

impl Nvrtc {
    /// Finds and loads NVRTC; one that a driver of `driver_major` can work with is preferred.
    ///
    /// # Errors
    /// [`ErrorCode::NvrtcMissing`] with every place that was searched.
    pub(super) fn load(environment: &Environment<'_>, driver_major: Option<i32>) -> Result<Self, RunError> {
        let opened = open_nvrtc(environment, driver_major).map_err(|tried| missing(&tried))?;
        let path = opened.path.clone();
        let unusable = |reason: &dyn std::fmt::Display| {
            let message = format!("{path} is no NVRTC that can be used: {reason}");
            RunError::new(ErrorCode::NvrtcMissing, message)
        };
        let found = Self::resolve(opened).map_err(|error| unusable(&error))?;
        found.ok_or_else(|| unusable(&"it does not tell its version"))
    }

    /// `None` where it has all functions and no version: which options it knows hangs on that.
    fn resolve(Opened { library, path }: Opened) -> Result<Option<Self>, libloading::Error> {
        // SAFETY: each type is the function's declaration in nvrtc.h, the same since CUDA 11.
        let (functions, get_version, get_count, get_architectures) = unsafe {
            let functions = Functions {
                create: library.get(b"nvrtcCreateProgram\0")?,
                compile: library.get(b"nvrtcCompileProgram\0")?,
                destroy: library.get(b"nvrtcDestroyProgram\0")?,
                log: (library.get(b"nvrtcGetProgramLogSize\0")?, library.get(b"nvrtcGetProgramLog\0")?),
                ptx: (library.get(b"nvrtcGetPTXSize\0")?, library.get(b"nvrtcGetPTX\0")?),
                cubin: library.get(b"nvrtcGetCUBINSize\0").ok().zip(library.get(b"nvrtcGetCUBIN\0").ok()),
            };
            let get_version: Symbol<GetVersion> = library.get(b"nvrtcVersion\0")?;
            let get_count: Option<Symbol<GetArchitectureCount>> =
                library.get(b"nvrtcGetNumSupportedArchs\0").ok();
            let get_architectures: Option<Symbol<GetArchitectures>> =
                library.get(b"nvrtcGetSupportedArchs\0").ok();
            (functions, get_version, get_count, get_architectures)
        };
        let mut version = (0, 0);
        // SAFETY: both pointers are to integers that live through the call.
        if unsafe { get_version(&raw mut version.0, &raw mut version.1) } != 0 {
            return Ok(None);
        }
        // What it does not tell is not known: the list is empty then.
        let architectures = get_count.zip(get_architectures).map_or_else(Vec::new, |(count, list)| {
            let mut length = 0;
            // SAFETY: the pointer is to an integer that lives through the call.
            if unsafe { count(&raw mut length) } != 0 {
                return Vec::new();
            }
            let Ok(length @ 1..) = usize::try_from(length) else { return Vec::new() };
            let mut architectures = vec![0; length];
            // SAFETY: the array has as many elements as the library said that it writes.
            if unsafe { list(architectures.as_mut_ptr()) } == 0 { architectures } else { Vec::new() }
        });
        Ok(Some(Nvrtc { path, version, architectures, functions, _library: library }))
    }

    /// `13.0 (/usr/local/cuda/lib64/libnvrtc.so.13)`.
    pub(super) fn describe(&self) -> String {
        format!("{} ({})", self.version_text(), self.path)
    }

    /// `13.0`.
    pub(super) fn version_text(&self) -> String {
        format!("{}.{}", self.version.0, self.version.1)
    }

    /// The compiler and its options: what decides beside the source about the code.
    pub(super) fn compiler(&self, target: Target) -> String {
        // A patch of the compiler has the same version; its file then has another length. Where there is no path, only
        // the version tells compilers apart, whose code of one source does the same.
        let length = std::fs::metadata(&self.path).map_or(0, |file| file.len());
        format!("NVRTC {} of {length} bytes {}", self.version_text(), options(target).join(" "))
    }

    /// What to compile to for a device of this compute capability (`90` for 9.0).
    ///
    /// # Errors
    /// [`ErrorCode::DeviceUnsupported`] when every architecture that this NVRTC knows is newer.
    pub(super) fn target(&self, capability: i32) -> Result<Target, RunError> {
        let can_cubin = self.functions.cubin.is_some();
        choose_target(capability, &self.architectures, can_cubin).ok_or_else(|| {
            // There is one: without any, each device has a target.
            let oldest = self.architectures.iter().min().copied().unwrap_or_default();
            let message = format!(
                "the GPU has compute capability {}.{}, and NVRTC {} compiles for {}.{} and newer; install an older \
                 CUDA toolkit (12 supports 5.0 and newer) and name its folder in {NVRTC_VARIABLE}",
                capability / 10,
                capability % 10,
                self.describe(),
                oldest / 10,
                oldest % 10
            );
            RunError::new(ErrorCode::DeviceUnsupported, message)
        })
    }

    /// Compiles header-free CUDA C++ to a cubin, or to PTX with its final zero byte.
    ///
    /// # Errors
    /// [`ErrorCode::CompileFailed`] with the compiler's log.
    pub(super) fn compile(&self, source: &str, target: Target) -> Result<Vec<u8>, RunError> {
        self.compile_with(source, target, &[]).map(|(code, _)| code)
    }

    /// The same with more options; also gives the compiler's log.
    ///
    /// # Errors
    /// [`ErrorCode::CompileFailed`] with the compiler's log.
    pub(super) fn compile_with(
        &self,
        source: &str,
        target: Target,
        more: &[&str],
    ) -> Result<(Vec<u8>, String), RunError> {
        let failed = |message: String| RunError::new(ErrorCode::CompileFailed, message);
        let text =
            |text: &str| CString::new(text).map_err(|_| failed("the source has a zero byte".to_owned()));
        let source = text(source)?;
        let own = options(target);
        let options = own.iter().map(String::as_str).chain(more.iter().copied());
        let options = options.map(text).collect::<Result<Vec<_>, _>>()?;
        let program = ProgramGuard::create(&self.functions, &source)
            .ok_or_else(|| failed(format!("NVRTC {} refuses to start", self.describe())))?;
        let options: Vec<_> = options.iter().map(|option| option.as_ptr()).collect();
        let count = c_int::try_from(options.len());
        let count = count.map_err(|_| failed(format!("NVRTC with {} options", options.len())))?;
        // SAFETY: the program is alive, and `options` holds `count` pointers to texts that outlive the call.
        let status = unsafe { (self.functions.compile)(program.handle, count, options.as_ptr()) };
        // An error without a log has its number.
        let log = program.output(&self.functions.log).unwrap_or_default();
        let log = CStr::from_bytes_until_nul(&log).map(|log| log.to_string_lossy()).unwrap_or_default();
        if status != 0 {
            let log: String = log.trim().chars().take(MAX_LOG).collect();
            let message =
                format!("NVRTC {} refused the kernel (error {status}):\n{log}", self.version_text());
            return Err(failed(message));
        }
        let output = match (target, &self.functions.cubin) {
            (Target::Cubin(_), Some(cubin)) => cubin,
            // A library that cannot make machine code has no such target; the driver would take PTX in its place.
            (Target::Cubin(_), None) | (Target::Ptx(_), _) => &self.functions.ptx,
        };
        let code = program.output(output);
        let code = code.ok_or_else(|| failed("NVRTC compiled the kernel and gave no code".to_owned()))?;
        Ok((code, log.into_owned()))
    }
}

/// The options of every compilation.
fn options(target: Target) -> [String; 2] {
    [format!("--gpu-architecture={target}"), "--std=c++17".to_owned()]
}

/// A program that is destroyed when it goes out of scope.
struct ProgramGuard<'a> {
    functions: &'a Functions,
    handle: Program,
}

impl<'a> ProgramGuard<'a> {
    fn create(functions: &'a Functions, source: &CStr) -> Option<Self> {
        let mut handle = ptr::null_mut();
        let (source, name) = (source.as_ptr(), c"kernel.cu".as_ptr());
        // SAFETY: the texts outlive the call, which copies them; there are 0 headers, so their arrays may be null.
        let status =
            unsafe { (functions.create)(&raw mut handle, source, name, 0, ptr::null(), ptr::null()) };
        (status == 0).then_some(ProgramGuard { functions, handle })
    }

    /// What one of the library's pairs of size and content functions gives.
    fn output(&self, (size, content): &(Symbol<GetSize>, Symbol<GetText>)) -> Option<Vec<u8>> {
        let mut length = 0;
        // SAFETY: the program is alive; the pointer is to an integer that lives through the call.
        if unsafe { size(self.handle, &raw mut length) } != 0 || length == 0 {
            return None;
        }
        let mut bytes = vec![0_u8; length];
        // SAFETY: the program is alive; the array is as long as the library said that it writes.
        let status = unsafe { content(self.handle, bytes.as_mut_ptr().cast()) };
        (status == 0).then_some(bytes)
    }
}

impl Drop for ProgramGuard<'_> {
    fn drop(&mut self) {
        // SAFETY: the handle came from `create` and is destroyed nowhere else.
        unsafe { (self.functions.destroy)(&raw mut self.handle) };
    }
}

fn missing(tried: &Tried) -> RunError {
    let message = format!(
        "CUDA's run-time compiler NVRTC (libnvrtc) is not on this machine; install a CUDA toolkit or `pip install \
         nvidia-cuda-nvrtc`, or name its folder in {NVRTC_VARIABLE}. Searched:\n{tried}"
    );
    RunError::new(ErrorCode::NvrtcMissing, message)
}

/// Machine code where the compiler knows the device; else PTX for the newest architecture that is not newer.
fn choose_target(capability: i32, architectures: &[i32], can_cubin: bool) -> Option<Target> {
    if can_cubin && (architectures.is_empty() || architectures.contains(&capability)) {
        return Some(Target::Cubin(capability));
    }
    if architectures.is_empty() {
        return Some(Target::Ptx(capability));
    }
    architectures.iter().copied().filter(|known| *known <= capability).max().map(Target::Ptx)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_that_is_newer_than_the_compiler_gets_ptx() {
        let cuda_13 = [75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121];
        assert_eq!(choose_target(90, &cuda_13, true), Some(Target::Cubin(90)));
        assert_eq!(choose_target(200, &cuda_13, true), Some(Target::Ptx(121)));
        assert_eq!(choose_target(70, &cuda_13, true), None);
        assert_eq!(choose_target(90, &cuda_13, false), Some(Target::Ptx(90)));
        assert_eq!(choose_target(90, &[], true), Some(Target::Cubin(90)));
    }
}
