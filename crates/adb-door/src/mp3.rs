//! What a phone's media scanner reads out of an MP3 file: its title, its artist and how long it plays.

/// A song.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Song {
    /// Its title, where the file says one.
    pub title: Option<String>,
    /// Who plays it, where the file says so.
    pub artist: Option<String>,
    /// How long it plays, in milliseconds.
    pub duration_ms: u64,
}

/// A tag's head: three letters, its version, flags, and its length.
const TAG_HEAD: usize = 10;
/// A frame of a tag: four letters, its length, flags.
const FRAME_HEAD: usize = 10;
/// How far behind the tag the sound may begin.
const SOUND_WITHIN: usize = 64 << 10;

/// Read a file; `None` where there is no sound in it that can be told the length of.
pub fn read(file: &[u8]) -> Option<Song> {
    let mut song = Song {
        title: None,
        artist: None,
        duration_ms: 0,
    };
    let sound = match tag(file) {
        Some((tag, version, rest)) => {
            frames(tag, version, &mut song);
            rest
        }
        None => file,
    };
    song.duration_ms = duration_ms(sound)?;
    Some(song)
}

/// The tag that a file begins with: what is in it, its version, and what comes after it.
fn tag(file: &[u8]) -> Option<(&[u8], u8, &[u8])> {
    let head = file.get(..TAG_HEAD)?;
    if !head.starts_with(b"ID3") {
        return None;
    }
    let end = TAG_HEAD + seven_bits(&head[6..]);
    Some((file.get(TAG_HEAD..end)?, head[3], &file[end..]))
}

/// A number of four bytes with seven bits each.
fn seven_bits(bytes: &[u8]) -> usize {
    let bits = bytes.iter().take(4);
    bits.fold(0, |all, it| (all << 7) | usize::from(it & 0x7f))
}

fn four_bytes(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .take(4)
        .fold(0, |all, it| (all << 8) | usize::from(*it))
}

/// Read the frames of a tag that say what a phone shows.
fn frames(mut tag: &[u8], version: u8, song: &mut Song) {
    while let Some(head) = tag.get(..FRAME_HEAD) {
        // Version 4 writes lengths as that of the tag.
        let length = match version {
            4 => seven_bits(&head[4..]),
            _ => four_bytes(&head[4..]),
        };
        let Some(content) = tag.get(FRAME_HEAD..FRAME_HEAD + length) else {
            return;
        };
        match &head[..4] {
            b"TIT2" => song.title = text(content),
            b"TPE1" => song.artist = text(content),
            b"\0\0\0\0" => return,
            _ => {}
        }
        tag = &tag[FRAME_HEAD + length..];
    }
}

/// A text, which says first how its letters are written.
fn text(content: &[u8]) -> Option<String> {
    let (form, letters) = content.split_first()?;
    let wide = |letters: &[u8], of: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = letters.chunks_exact(2).map(|it| of([it[0], it[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    let text = match (form, letters) {
        (0, letters) => letters.iter().map(|it| char::from(*it)).collect(),
        (1, [0xff, 0xfe, letters @ ..]) => wide(letters, u16::from_le_bytes),
        (1, [0xfe, 0xff, letters @ ..]) | (2, letters) => wide(letters, u16::from_be_bytes),
        (3, letters) => String::from_utf8_lossy(letters).into_owned(),
        _ => return None,
    };
    // A list of texts has NULs between them.
    let first = text.split('\0').next().unwrap_or_default().trim();
    (!first.is_empty()).then(|| first.to_owned())
}

/// What the head of a piece of sound says.
struct Head {
    /// Bits a second.
    rate: u64,
    /// Samples a second.
    samples: u64,
    /// Samples in a piece.
    in_piece: u64,
    /// Where a table of the whole file may stand.
    table: usize,
}

fn head(bytes: &[u8]) -> Option<Head> {
    const RATES: [[u64; 15]; 2] = [
        [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ];
    const SAMPLES: [u64; 3] = [44_100, 48_000, 32_000];
    let [0xff, second, third, fourth] = *bytes.get(..4)?.first_chunk::<4>()? else {
        return None;
    };
    let (version, layer) = (second >> 3 & 3, second >> 1 & 3);
    // Eleven bits begin it; the third layer is the only one that is meant.
    if second >> 5 != 7 || version == 1 || layer != 1 {
        return None;
    }
    let first = version == 3;
    let rate = *RATES[usize::from(!first)].get(usize::from(third >> 4))?;
    let samples = *SAMPLES.get(usize::from(third >> 2 & 3))?;
    let samples = match version {
        3 => samples,
        2 => samples / 2,
        _ => samples / 4,
    };
    let one_channel = fourth >> 6 == 3;
    let table = match (first, one_channel) {
        (true, false) => 36,
        (true, true) | (false, false) => 21,
        (false, true) => 13,
    };
    (rate > 0).then_some(Head {
        rate: rate * 1000,
        samples,
        in_piece: if first { 1152 } else { 576 },
        table,
    })
}

/// By the table that counts the pieces, else by the rate of the first one.
fn duration_ms(sound: &[u8]) -> Option<u64> {
    let begins = (0..sound.len().min(SOUND_WITHIN)).find_map(|at| Some((at, head(&sound[at..])?)));
    let (at, head) = begins?;
    let sound = &sound[at..];
    if let Some(table) = sound.get(head.table..head.table + 12)
        && (table.starts_with(b"Xing") || table.starts_with(b"Info"))
        && table[7] & 1 == 1
    {
        let pieces = four_bytes(&table[8..]) as u64;
        return Some(pieces * head.in_piece * 1000 / head.samples);
    }
    Some(sound.len() as u64 * 8 * 1000 / head.rate)
}

#[cfg(test)]
pub mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A file of silence as encoders write it: a tag, a table, and so many pieces of 128 kbit/s.
    pub fn silence(title: &str, artist: &str, pieces: u32, with_table: bool) -> Vec<u8> {
        let frame = |name: &str, text: &str| {
            let content = [&[3], text.as_bytes()].concat();
            let length = [0, 0, (content.len() >> 7) as u8, (content.len() & 0x7f) as u8];
            [name.as_bytes(), &length, &[0, 0], &content].concat()
        };
        let tag = [frame("TIT2", title), frame("TPE1", artist), vec![0; 20]].concat();
        let length = [0, 0, (tag.len() >> 7) as u8, (tag.len() & 0x7f) as u8];
        let mut piece = vec![0; 417];
        piece[..4].copy_from_slice(&[0xff, 0xfb, 0x90, 0x64]);
        let mut first = piece.clone();
        if with_table {
            first[36..40].copy_from_slice(b"Info");
            first[43] = 1;
            first[44..48].copy_from_slice(&pieces.to_be_bytes());
        }
        [
            &b"ID3\x04\0\0"[..],
            &length,
            &tag,
            &first,
            &piece.repeat(pieces as usize),
        ]
        .concat()
    }

    #[test]
    fn a_song_says_what_it_is_and_how_long_it_plays() {
        let song = Song {
            title: Some("Größe".to_owned()),
            artist: Some("Ann".to_owned()),
            // A piece is 1152 of 44,100 samples.
            duration_ms: 200_019,
        };
        assert_eq!(read(&silence("Größe", "Ann", 7657, true)), Some(song));
        let by_rate = read(&silence("a", "b", 7657, false)).unwrap().duration_ms;
        assert!(by_rate.abs_diff(200_019) < 1000, "{by_rate}");
        assert_eq!(text(b"\x01\xff\xfea\0\xe9\0\0\0b\0"), Some("a\u{e9}".to_owned()));
        assert_eq!(text(b"\0a\xe9"), Some("a\u{e9}".to_owned()));
        for none in [&b""[..], b"Ann: a song\n", b"ID3\x04\0\0\0\0\0\x7f"] {
            assert_eq!(read(none), None);
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_taken(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = read(&bytes);
            let _ = read(&[b"ID3\x03\0\0\0\0\0\x20TIT2", &bytes[..]].concat());
        }
    }
}
