//! What client and worker say to each other: JSON in frames on the worker's standard input and output.
//!
//! A frame is its length, four bytes little-endian, and as many bytes of JSON, the last of which is a line feed: Slurm
//! holds back what stands behind the last line feed of a program's output. The worker speaks first, with
//! [`FromWorker::Hello`]; then each [`ToWorker::Run`] is answered by any number of [`FromWorker::Progress`] and one
//! [`FromWorker::Report`] or [`FromWorker::Error`]. The worker ends when its standard input does.

use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{Device, Progress, Report, Request, RunError};

/// Version of the messages; a worker with another one is not talked to.
pub const PROTOCOL_VERSION: u32 = 3;

/// Version of this binary; a worker with another one might run other kernels.
pub const BINARY_VERSION: &str = env!("CARGO_PKG_VERSION");

/// Bytes of a frame's JSON at most: 1 MiB. A compile log, the longest thing ever sent, is cut far below that.
pub const MAX_FRAME: usize = 1 << 20;

/// From the client to the worker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ToWorker {
    /// Run this.
    Run(Request),
}

/// From the worker to the client.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FromWorker {
    /// The first message.
    Hello(Hello),
    /// How far the run is.
    Progress(Progress),
    /// The run is over and every element was checked.
    Report(Box<Report>),
    /// The run is over without a report.
    Error(RunError),
}

/// Who answers.
///
/// The two versions are read before anything else is, so that every version's hello can be told apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// [`PROTOCOL_VERSION`].
    pub protocol: u32,
    /// [`BINARY_VERSION`].
    pub version: String,
    /// What runs are done on, or why there is nothing.
    pub state: State,
}

/// Whether a worker can run anything.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It can.
    Ready {
        /// On what.
        device: Device,
        /// With which NVRTC, `13.0 (/usr/local/cuda/lib64/libnvrtc.so.13)`; the emulator has none.
        nvrtc: Option<String>,
    },
    /// It cannot, and ends after this message.
    Unavailable(RunError),
}

/// Why no message could be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FrameError {
    /// The other side closed the stream between two frames.
    #[error("the stream ended")]
    Closed,
    /// The other side closed the stream in the middle of a frame.
    #[error("the stream ended inside a frame")]
    Truncated,
    /// The length is over the limit: most likely it is text that something printed.
    #[error("a frame of {length} bytes was announced (the limit is {MAX_FRAME}); it begins with {text:?}")]
    TooLong {
        /// The announced length.
        length: usize,
        /// The four bytes of the length, read as text.
        text: String,
    },
    /// The frame is not the JSON that was expected.
    #[error("a frame is not a message: {0}")]
    Malformed(#[from] serde_json::Error),
    /// The stream broke.
    #[error("the stream broke: {0}")]
    Io(#[from] io::Error),
}

/// Writes one message and flushes.
///
/// # Errors
/// [`FrameError::TooLong`] for a message that the other side would refuse, [`FrameError::Io`].
pub fn write<T: Serialize>(stream: &mut impl Write, message: &T) -> Result<(), FrameError> {
    let mut json = serde_json::to_vec(message)?;
    json.push(b'\n');
    let length = u32::try_from(json.len()).ok().filter(|_| json.len() <= MAX_FRAME);
    let Some(length) = length else {
        let text = String::from_utf8_lossy(json.get(..4).unwrap_or_default()).into_owned();
        return Err(FrameError::TooLong { length: json.len(), text });
    };
    stream.write_all(&length.to_le_bytes())?;
    stream.write_all(&json)?;
    stream.flush()?;
    Ok(())
}

/// Reads one message.
///
/// # Errors
/// Every [`FrameError`]. After one the stream is out of step and must not be read again.
pub fn read<T: DeserializeOwned>(stream: &mut impl Read) -> Result<T, FrameError> {
    Ok(serde_json::from_slice(&read_frame(stream)?)?)
}

/// Reads the bytes of one frame.
fn read_frame(stream: &mut impl Read) -> Result<Vec<u8>, FrameError> {
    let mut header = [0; 4];
    let mut filled = 0;
    while filled < header.len() {
        match stream.read(header.get_mut(filled..).unwrap_or_default()) {
            Ok(0) if filled == 0 => return Err(FrameError::Closed),
            Ok(0) => return Err(FrameError::Truncated),
            Ok(bytes) => filled += bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    // What is no number of bytes here is too long.
    let length = usize::try_from(u32::from_le_bytes(header)).unwrap_or(usize::MAX);
    if length > MAX_FRAME {
        return Err(FrameError::TooLong { length, text: String::from_utf8_lossy(&header).into_owned() });
    }
    let mut json = Vec::new();
    // `take` bounds what a lying length can make us read; memory grows only with what arrives.
    stream.take(length as u64).read_to_end(&mut json)?;
    if json.len() == length { Ok(json) } else { Err(FrameError::Truncated) }
}

/// The first message of a worker.
#[derive(Debug)]
pub(crate) enum Greeting {
    /// A worker of this version.
    Same(State),
    /// A worker of another version.
    Other {
        /// Its [`PROTOCOL_VERSION`].
        protocol: u64,
        /// Its [`BINARY_VERSION`].
        version: String,
    },
}

/// Reads a worker's hello, of whatever version.
pub(crate) fn read_greeting(stream: &mut impl Read) -> Result<Greeting, FrameError> {
    let json: serde_json::Value = read(stream)?;
    let hello = json.get("hello");
    let protocol = hello.and_then(|hello| hello.get("protocol")?.as_u64());
    let version = hello.and_then(|hello| hello.get("version")?.as_str()).unwrap_or("of unknown number");
    match protocol {
        Some(protocol) if protocol != u64::from(PROTOCOL_VERSION) || version != BINARY_VERSION => {
            Ok(Greeting::Other { protocol, version: version.to_owned() })
        }
        // Without a number of the protocol it is no hello: reading it as one says so.
        _ => match serde_json::from_value(json)? {
            FromWorker::Hello(hello) => Ok(Greeting::Same(hello.state)),
            other => {
                let early = format!("{other:?} came before the hello");
                Err(FrameError::Malformed(serde::de::Error::custom(early)))
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{DeviceChoice, ElementType, ErrorCode, Operation};

    fn hello() -> FromWorker {
        let device = Device { name: "NVIDIA H200".into(), emulated: false, driver: Some("13.0".into()) };
        FromWorker::Hello(Hello {
            protocol: PROTOCOL_VERSION,
            version: BINARY_VERSION.into(),
            state: State::Ready { device, nvrtc: None },
        })
    }

    fn run(text: &str) -> ToWorker {
        let operand: crate::Operand = text.parse().unwrap();
        ToWorker::Run(Request {
            operation: Operation::Copy { source: operand.clone(), destination: operand },
            element: ElementType::BF16,
            device: DeviceChoice::Auto,
        })
    }

    /// A request of each kind.
    fn requests() -> [ToWorker; 4] {
        let operand = |text: &str| text.parse::<crate::Operand>().unwrap();
        let matrix = || operand("(8,16):(16,1)");
        let (a, b, c) = (matrix(), matrix(), operand("(8,8):(1,8)"));
        let threads = crate::ThreadValues { layout: operand("(32,4):(4,1)"), tile: vec![8, 16] };
        let mma = crate::MmaThreads { tiled_mma: "UniversalFMA<float>".into(), tile: vec![16, 16, 8] };
        [
            Operation::Copy {
                source: operand("(4,(2,8)):(1,(4,8))"),
                destination: operand("Sw<2,0,3> o 0 o 64:1"),
            },
            Operation::PartitionedCopy { source: matrix(), destination: matrix(), threads },
            Operation::Gemm { a: a.clone(), b: b.clone(), c: c.clone() },
            Operation::PartitionedGemm { a, b, c, threads: mma },
        ]
        .map(|operation| {
            ToWorker::Run(Request { operation, element: ElementType::F32, device: DeviceChoice::Auto })
        })
    }

    /// A message of each kind.
    fn answers() -> [FromWorker; 4] {
        let ToWorker::Run(request) = &requests()[0];
        let plan = crate::check(&Request { operation: copy(), ..request.clone() }).unwrap();
        let report = crate::emulator::run(&plan, &mut |_| {}).unwrap();
        [
            hello(),
            FromWorker::Progress(Progress::new(crate::Stage::Running, 50)),
            FromWorker::Report(Box::new(report)),
            FromWorker::Error(RunError::new(ErrorCode::DeviceFault, "the kernel faulted")),
        ]
    }

    fn copy() -> Operation {
        Operation::Copy { source: "4:1".parse().unwrap(), destination: "4:1".parse().unwrap() }
    }

    #[test]
    fn deep_json_is_an_error() {
        for text in ["[", "{\"run\":", "{\"report\":["] {
            let text = text.repeat(MAX_FRAME / text.len());
            let mut stream = u32::try_from(text.len()).unwrap().to_le_bytes().to_vec();
            stream.extend(text.as_bytes());
            assert!(matches!(read::<ToWorker>(&mut stream.as_slice()), Err(FrameError::Malformed(_))));
            assert!(matches!(read::<FromWorker>(&mut stream.as_slice()), Err(FrameError::Malformed(_))));
            assert!(matches!(read_greeting(&mut stream.as_slice()), Err(FrameError::Malformed(_))));
        }
    }

    /// Gives its bytes, then ends; notes the most that was ever asked of it at once.
    struct Measured<'a>(&'a [u8], usize);

    impl Read for Measured<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = self.1.max(buffer.len());
            self.0.read(buffer)
        }
    }

    #[test]
    fn a_length_alone_takes_no_memory() {
        let length = u32::try_from(MAX_FRAME).unwrap().to_le_bytes();
        let mut stream = Measured(&[&length[..], b"{}"].concat(), 0);
        assert!(matches!(read::<FromWorker>(&mut stream), Err(FrameError::Truncated)));
        assert!(stream.1 < MAX_FRAME / 8, "{} bytes were asked for", stream.1);
    }

    #[test]
    fn messages_come_back_as_they_were() {
        let mut stream = Vec::new();
        write(&mut stream, &hello()).unwrap();
        write(&mut stream, &run("Sw<3,4,3> o 5 o ((8,2),64):((64,1),2)")).unwrap();
        let mut stream = stream.as_slice();
        assert_eq!(read::<FromWorker>(&mut stream).unwrap(), hello());
        assert_eq!(read::<ToWorker>(&mut stream).unwrap(), run("Sw<3,4,3> o 5 o ((8,2),64):((64,1),2)"));
        assert!(matches!(read::<ToWorker>(&mut stream), Err(FrameError::Closed)));
    }

    #[test]
    fn a_frame_ends_with_a_line_feed_that_its_length_counts() {
        let mut stream = Vec::new();
        write(&mut stream, &hello()).unwrap();
        let (length, json) = stream.split_at(4);
        assert_eq!(u32::from_le_bytes(length.try_into().unwrap()) as usize, json.len());
        assert_eq!(json.iter().position(|byte| *byte == b'\n'), Some(json.len() - 1));
    }

    #[test]
    fn text_on_the_wire_is_shown_in_the_error() {
        let error = read::<FromWorker>(&mut "warning: driver".as_bytes()).unwrap_err();
        insta::assert_snapshot!(error, @r#"a frame of 1852989815 bytes was announced (the limit is 1048576); it begins with "warn""#);
    }

    #[test]
    fn a_frame_over_the_limit_is_not_written() {
        let long = FromWorker::Error(RunError::new(ErrorCode::CompileFailed, "x".repeat(MAX_FRAME)));
        let mut stream = Vec::new();
        assert!(matches!(write(&mut stream, &long), Err(FrameError::TooLong { .. })));
        assert!(stream.is_empty());
    }

    #[test]
    fn a_hello_of_another_version_is_told_apart_whatever_else_it_holds() {
        let mut stream = Vec::new();
        let future = serde_json::json!({ "hello": { "protocol": 3, "version": "9.0.0", "mood": "new" } });
        write(&mut stream, &future).unwrap();
        let greeting = read_greeting(&mut stream.as_slice()).unwrap();
        assert!(matches!(greeting, Greeting::Other { protocol: 3, version } if version == "9.0.0"));
    }

    proptest! {
        #[test]
        fn random_bytes_are_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            prop_assert!(read::<ToWorker>(&mut bytes.as_slice()).is_err());
            prop_assert!(read::<FromWorker>(&mut bytes.as_slice()).is_err());
            prop_assert!(read_greeting(&mut bytes.as_slice()).is_err());
        }

        #[test]
        fn random_json_in_a_frame_never_panics(text in "[\\[\\]{}\",:a-z0-9.-]{0,60}") {
            let mut stream = u32::try_from(text.len()).unwrap().to_le_bytes().to_vec();
            stream.extend(text.as_bytes());
            let _ = read::<ToWorker>(&mut stream.as_slice());
            prop_assert!(read_greeting(&mut stream.as_slice()).is_err());
        }

        #[test]
        fn a_damaged_message_never_panics(
            which in 0_usize..4,
            damages in prop::collection::vec((0_usize..400, any::<u8>()), 1..4),
            cut in 0_usize..8,
        ) {
            let mut stream = Vec::new();
            write(&mut stream, &requests()[which]).unwrap();
            for (position, byte) in damages {
                if let Some(damaged) = stream.get_mut(position) {
                    *damaged = byte;
                }
            }
            stream.truncate(stream.len().saturating_sub(cut));
            if let Ok(ToWorker::Run(request)) = read(&mut stream.as_slice()) {
                let _ = crate::check(&request);
            }
        }

        #[test]
        fn a_stream_of_damaged_answers_ends(
            frames in prop::collection::vec((0_usize..4, 0_usize..300, any::<u8>()), 1..6),
            garbage in prop::collection::vec(any::<u8>(), 0..20),
        ) {
            let mut stream = Vec::new();
            for (which, position, byte) in frames {
                let mut frame = Vec::new();
                write(&mut frame, &answers()[which]).unwrap();
                if let Some(damaged) = frame.get_mut(position) {
                    *damaged = byte;
                }
                stream.extend(frame);
            }
            stream.extend(garbage);
            let most = stream.len();
            let mut stream = stream.as_slice();
            let _ = read_greeting(&mut stream);
            let read = std::iter::from_fn(|| read::<FromWorker>(&mut stream).ok()).count();
            prop_assert!(read <= most);
        }
    }
}
