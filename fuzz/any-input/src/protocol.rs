//! Any bytes as what the worker and its client say to each other, as a stream of frames and as the JSON of one; a request
//! that can be read is checked, and what is read is written as something that reads as the same.

use layoutlens_run::{
    check,
    protocol::{FromWorker, ToWorker, read, write},
};

/// What a worker and its client may say.
///
/// # Panics
/// Where what the file says does not hold.
pub fn protocol(bytes: &[u8]) {
    conversation(bytes);
    let Ok(length) = u32::try_from(bytes.len()) else { return };
    conversation(&[&length.to_le_bytes(), bytes].concat());
}

fn conversation(bytes: &[u8]) {
    let mut stream = bytes;
    while let Ok(message) = read::<ToWorker>(&mut stream) {
        let ToWorker::Run(request) = &message;
        let _ = check(request);
        comes_back(&message);
    }
    let mut stream = bytes;
    while let Ok(message) = read::<FromWorker>(&mut stream) {
        if let FromWorker::Report(report) = &message {
            let _ = (report.to_string(), report.to_json());
        }
    }
}

fn comes_back(message: &ToWorker) {
    let mut stream = Vec::new();
    write(&mut stream, message).expect("inputs are far below the limit of a frame");
    let again = read::<ToWorker>(&mut stream.as_slice());
    assert!(again.is_ok_and(|again| again == *message), "{message:?}");
}
