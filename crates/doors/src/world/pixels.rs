//! A screen as the original's server sends it: rows of pixels, each a list of red, green and blue.

/// `{"pixels": [[[r,g,b],..],..]}` of RGBA bytes, row by row.
///
/// A screen of a phone has seven million numbers: a writer that knows the form takes milliseconds where one that does
/// not takes seconds.
pub fn nested(width: u32, rgba: &[u8]) -> Vec<u8> {
    let numbers: Vec<String> = (0..=255u8).map(|it| it.to_string()).collect();
    let mut out = Vec::with_capacity(rgba.len() * 4 + 16);
    out.extend_from_slice(b"{\"pixels\":[");
    for (y, row) in rgba.chunks_exact((width as usize).max(1) * 4).enumerate() {
        out.extend_from_slice(if y == 0 { b"[" } else { b",[" });
        for (x, pixel) in row.chunks_exact(4).enumerate() {
            out.extend_from_slice(if x == 0 { b"[" } else { b",[" });
            out.extend_from_slice(numbers[usize::from(pixel[0])].as_bytes());
            out.push(b',');
            out.extend_from_slice(numbers[usize::from(pixel[1])].as_bytes());
            out.push(b',');
            out.extend_from_slice(numbers[usize::from(pixel[2])].as_bytes());
            out.push(b']');
        }
        out.push(b']');
    }
    out.extend_from_slice(b"]}");
    out
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn rows_hold_pixels() {
        let rgba = [1, 2, 3, 255, 40, 50, 60, 255, 0, 0, 0, 255, 255, 254, 253, 255];
        let read: Value = serde_json::from_slice(&nested(2, &rgba)).unwrap();
        assert_eq!(
            read,
            json!({"pixels": [[[1, 2, 3], [40, 50, 60]], [[0, 0, 0], [255, 254, 253]]]})
        );
    }
}
