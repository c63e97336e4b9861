//! Favorites and tracks as the files that the app keeps: GPX 1.1.

use std::fmt::Write;

use super::places::Point;
use crate::toolkit::date::Date;

/// A point of a file, with its name where it has one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Named {
    pub name: String,
    pub point: Point,
}

/// What a file's points are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Places of their own: favorites.
    Waypoints,
    /// Parts of a track.
    Track,
}

impl Kind {
    fn tag(self) -> &'static str {
        match self {
            Kind::Waypoints => "wpt",
            Kind::Track => "trkpt",
        }
    }
}

/// A file with these points.
pub(crate) fn written(kind: Kind, name: &str, points: &[Named], now_ms: i64) -> String {
    let it = Date::from_ms(now_ms);
    let time = format!(
        "{}-{:02}-{:02}T{:02}:{:02}:{:02}Z",
        it.year, it.month, it.day, it.hour, it.minute, it.second
    );
    let mut text = format!(
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<gpx version=\"1.1\" creator=\"OsmAnd 4.6.13\" \
         xmlns=\"http://www.topografix.com/GPX/1/1\" xmlns:osmand=\"https://osmand.net\">\n  <metadata>\n    \
         <name>{}</name>\n    <time>{time}</time>\n  </metadata>\n",
        escaped(name)
    );
    if kind == Kind::Track {
        let _ = write!(
            text,
            "  <trk>\n    <name>{}</name>\n    <trkseg>\n",
            escaped(name)
        );
    }
    for it in points {
        let (tag, Point { lat, lon }) = (kind.tag(), it.point);
        let _ = match kind {
            Kind::Track => writeln!(text, "      <{tag} lat=\"{lat:.7}\" lon=\"{lon:.7}\" />"),
            Kind::Waypoints => writeln!(
                text,
                "  <{tag} lat=\"{lat:.7}\" lon=\"{lon:.7}\">\n    <name>{}</name>\n  </{tag}>",
                escaped(&it.name)
            ),
        };
    }
    if kind == Kind::Track {
        text.push_str("    </trkseg>\n  </trk>\n");
    }
    text.push_str("</gpx>\n");
    text
}

/// The points of a file; what is no point of this kind is passed over.
pub(crate) fn read(kind: Kind, file: &str) -> Vec<Named> {
    let begin = format!("<{} ", kind.tag());
    let end = format!("</{}>", kind.tag());
    let mut parts = file.split(&begin);
    parts.next();
    let point = |part: &str| {
        let (head, rest) = part.split_once('>')?;
        let number = |name: &str| attribute(head, name)?.parse::<f64>().ok();
        let point = Point {
            lat: number("lat")?,
            lon: number("lon")?,
        };
        let inside = match head.ends_with('/') {
            true => "",
            false => rest.split(&end).next().unwrap_or_default(),
        };
        let name = inside
            .split_once("<name>")
            .and_then(|it| it.1.split_once("</name>"));
        Some(Named {
            name: name.map_or_else(String::new, |it| plain(it.0)),
            point,
        })
    };
    parts.filter_map(point).collect()
}

fn attribute<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    ['"', '\''].into_iter().find_map(|quote| {
        let begin = format!("{name}={quote}");
        let at = head.find(&begin)? + begin.len();
        head[at..].split(quote).next()
    })
}

const ENTITIES: [(&str, &str); 5] = [
    ("&", "&amp;"),
    ("<", "&lt;"),
    (">", "&gt;"),
    ("\"", "&quot;"),
    ("'", "&apos;"),
];

fn escaped(text: &str) -> String {
    let all = ENTITIES.iter();
    all.fold(text.to_owned(), |text, (plain, entity)| {
        text.replace(plain, entity)
    })
}

fn plain(text: &str) -> String {
    let all = ENTITIES.iter().rev();
    all.fold(text.to_owned(), |text, (plain, entity)| {
        text.replace(entity, plain)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let point = |lat: f64, lon: f64| Point { lat, lon };
        let both = [
            Named {
                name: "Tom's <hut> & \"well\" &lt;".to_owned(),
                point: point(47.130_381_4, 9.593_011_7),
            },
            Named {
                name: String::new(),
                point: point(-33.5, 0.0),
            },
        ];
        for kind in [Kind::Waypoints, Kind::Track] {
            let file = written(kind, "A & B", &both, 1_697_384_040_000);
            let found = read(kind, &file);
            let points = |all: &[Named]| all.iter().map(|it| it.point).collect::<Vec<_>>();
            assert_eq!(points(&found), points(&both));
            if kind == Kind::Waypoints {
                assert_eq!(found, both);
            }
            let other = if kind == Kind::Track {
                Kind::Waypoints
            } else {
                Kind::Track
            };
            assert_eq!(read(other, &file), []);
        }
    }

    #[test]
    fn any_text_is_read() {
        for junk in [
            "",
            "<wpt ",
            "<wpt lat='1'>",
            "<wpt lat=\"x\" lon=\"2\"/>",
            "<wpt lat=\"1\" lon=\"2",
            "é<wpt é>",
        ] {
            assert_eq!(read(Kind::Waypoints, junk), [], "{junk}");
        }
        let one = read(Kind::Waypoints, "<wpt lon='2' lat='1'/><wpt>");
        assert_eq!(one.len(), 1);
    }
}
