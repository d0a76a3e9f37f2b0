//! Messages on a byte stream: `Content-Length: N`, an empty line, N bytes.

use std::io::{self, BufRead, Read};

/// A longer message is skipped and answered with an error. A 50 MB source file, escaped, stays far below.
const MAX_MESSAGE_BYTES: usize = 1 << 30;

/// A longer header line is not a header but bytes that are none of ours.
const MAX_HEADER_BYTES: u64 = 4096;

const CONTENT_LENGTH: &str = "content-length:";

/// What stands next on the stream.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Frame {
    /// The bytes of one message.
    Message(Vec<u8>),
    /// Bytes that no message can be read from. They are consumed; the stream goes on behind them.
    Garbage(&'static str),
}

/// Reads the next frame; `None` at the end of the stream.
///
/// # Errors
/// Those of the stream itself. Whatever its bytes are, they are no error: they are [`Frame::Garbage`].
pub(super) fn read_frame(input: &mut impl BufRead) -> io::Result<Option<Frame>> {
    let mut length: Option<usize> = None;
    let mut garbage = false;
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(MAX_HEADER_BYTES).read_until(b'\n', &mut line)? == 0 {
            return Ok(garbage.then_some(Frame::Garbage("the stream ends inside a header")));
        }
        let line = String::from_utf8_lossy(&line).trim().to_ascii_lowercase();
        if line.is_empty() {
            match length {
                Some(length) => return read_body(input, length).map(Some),
                None if garbage => return Ok(Some(Frame::Garbage("a header without Content-Length"))),
                None => continue,
            }
        }
        // Garbage in front may have no line break of its own: look for the name anywhere in the line.
        match line.find(CONTENT_LENGTH).and_then(|at| line.get(at + CONTENT_LENGTH.len()..)) {
            Some(value) => match value.trim().parse() {
                Ok(bytes) => length = Some(bytes),
                Err(_) => garbage = true,
            },
            None => garbage |= !line.starts_with("content-type:"),
        }
    }
}

fn read_body(input: &mut impl BufRead, length: usize) -> io::Result<Frame> {
    if length > MAX_MESSAGE_BYTES {
        io::copy(&mut input.take(length as u64), &mut io::sink())?;
        return Ok(Frame::Garbage("a message of more than 1 GiB"));
    }
    // Not allocated ahead: a length is only a claim until the bytes are there.
    let mut body = Vec::new();
    if input.take(length as u64).read_to_end(&mut body)? < length {
        return Ok(Frame::Garbage("the stream ends inside a message"));
    }
    Ok(Frame::Message(body))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(mut bytes: &[u8]) -> Vec<Frame> {
        std::iter::from_fn(|| read_frame(&mut bytes).expect("a slice never fails")).collect()
    }

    fn message(text: &str) -> Frame {
        Frame::Message(text.into())
    }

    #[test]
    fn frames_follow_each_other() {
        let read = frames(b"Content-Length: 2\r\n\r\n{}content-length:3\r\nContent-Type: x\r\n\r\n[1]");
        assert_eq!(read, [message("{}"), message("[1]")]);
    }

    #[test]
    fn garbage_does_not_hide_the_next_message() {
        let read = frames(b"\0\xff\xfe\n\n??Content-Length: 2\r\n\r\n{}");
        assert_eq!(read, [Frame::Garbage("a header without Content-Length"), message("{}")]);
    }

    #[test]
    fn a_length_that_is_no_number_is_garbage() {
        let read = frames(b"Content-Length: -3\r\n\r\nContent-Length: 2\r\n\r\n{}");
        assert_eq!(read, [Frame::Garbage("a header without Content-Length"), message("{}")]);
    }

    #[test]
    fn a_cut_message_is_garbage() {
        assert_eq!(
            frames(b"Content-Length: 9\r\n\r\n{}"),
            [Frame::Garbage("the stream ends inside a message")]
        );
    }
}
