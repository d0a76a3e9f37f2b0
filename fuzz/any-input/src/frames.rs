//! Any bytes as what an editor sends: reading ends, and a message that is put behind them is found when what stands
//! before it ended with a line of its own.

// The reader alone: the server around it would be most of the build.
#[path = "../../../server/crates/server/src/lsp/frame.rs"]
mod frame;

use frame::{Frame, read_frame};

/// What an editor may send.
///
/// # Panics
/// Where what the file says does not hold.
pub fn frames(bytes: &[u8]) {
    let mut input = bytes;
    let mut taken = 0;
    while let Ok(Some(frame)) = read_frame(&mut input) {
        if let Frame::Message(body) = frame {
            taken += body.len();
        }
    }
    assert!(input.is_empty(), "{} bytes are left", input.len());
    assert!(taken <= bytes.len(), "{taken} bytes of messages in {}", bytes.len());
}
