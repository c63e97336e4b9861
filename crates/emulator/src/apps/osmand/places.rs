//! The places of the map that comes with the phone, and coordinates.

/// A point on the earth, in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    pub lat: f64,
    pub lon: f64,
}

/// Something with a name on the map; coordinates that somebody typed are one too.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    pub name: String,
    /// What it is.
    pub kind: &'static str,
    pub point: Point,
}

/// The region of the map.
pub(crate) const REGION: &str = "Liechtenstein";

/// The places of the map: name, kind, latitude and longitude.
const MAP: [(&str, &str, f64, f64); 22] = [
    ("Balzers", "Village", 47.068_883_2, 9.506_156_4),
    ("Bendern", "Village", 47.212_215_1, 9.506_210_1),
    ("Eschen", "Village", 47.210_721, 9.522_241),
    ("Gamprin", "Village", 47.220_12, 9.509_31),
    ("Hinterschellenberg", "Hamlet", 47.235_51, 9.565_32),
    ("Malbun", "Hamlet", 47.102_619_1, 9.608_305_7),
    ("Masescha", "Hamlet", 47.128_92, 9.554_87),
    ("Mauren", "Village", 47.218_92, 9.542_81),
    ("Nendeln", "Village", 47.197_385_7, 9.543_063_6),
    ("Oberplanken", "Hamlet", 47.178_497_7, 9.545_016_3),
    ("Planken", "Village", 47.185_888_2, 9.545_220_1),
    ("Rotenboden", "Hamlet", 47.127_578_5, 9.538_713_1),
    ("Ruggell", "Village", 47.239_76, 9.526_283_7),
    ("Schaan", "Town", 47.166_343_2, 9.510_308_5),
    ("Schaanwald", "Village", 47.216_547_6, 9.569_998_4),
    ("Schellenberg", "Village", 47.230_51, 9.546_72),
    ("Schönberg", "Peak", 47.130_381_4, 9.593_011_7),
    ("Silum", "Hamlet", 47.139_53, 9.562_71),
    ("Steg", "Hamlet", 47.112_34, 9.575_62),
    ("Triesen", "Village", 47.106_997, 9.527_485_4),
    ("Triesenberg", "Village", 47.118_45, 9.541_97),
    ("Vaduz", "Town", 47.139_286_2, 9.522_796_2),
];

/// Kilometres of a degree of latitude.
const KM_OF_DEGREE: f64 = 111.2;

impl Point {
    /// The middle of the map.
    pub const START: Point = Point {
        lat: 47.139_286_2,
        lon: 9.522_796_2,
    };

    /// How far another point is, in kilometres: over a plain, which is near enough for a small country.
    pub fn km_to(self, other: Point) -> f64 {
        let across = self.lat.to_radians().cos();
        let (down, right) = (self.lat - other.lat, (self.lon - other.lon) * across);
        KM_OF_DEGREE * down.hypot(right)
    }

    /// With five digits behind the point, as the app says it.
    pub fn said(self) -> String {
        format!("{:.5}, {:.5}", self.lat, self.lon)
    }

    /// Whether both coordinates differ by less than so much.
    pub fn is_near(self, other: Point, degrees: f64) -> bool {
        (self.lat - other.lat).abs() < degrees && (self.lon - other.lon).abs() < degrees
    }

    /// A point that is typed as two numbers; `None` where the text says anything else.
    pub fn typed(text: &str) -> Option<Point> {
        let parts: Vec<&str> = text.split([',', ' ', ';']).filter(|it| !it.is_empty()).collect();
        let [lat, lon] = parts[..] else { return None };
        let digits = |it: &str| it.bytes().all(|it| it.is_ascii_digit() || b".-".contains(&it));
        if !digits(lat) || !digits(lon) {
            return None;
        }
        let (lat, lon) = (lat.parse().ok()?, lon.parse().ok()?);
        let on_earth = (-90.0..=90.0).contains(&lat) && (-180.0..=180.0).contains(&lon);
        on_earth.then_some(Point { lat, lon })
    }
}

impl Place {
    /// A point that has no name.
    pub fn unnamed(point: Point) -> Self {
        Self {
            name: point.said(),
            kind: "Coordinates",
            point,
        }
    }
}

fn places() -> impl Iterator<Item = Place> {
    MAP.into_iter().map(|(name, kind, lat, lon)| Place {
        name: name.to_owned(),
        kind,
        point: Point { lat, lon },
    })
}

/// Where a place is that a goal names: by name and region, or by its coordinates.
pub(crate) fn located(words: &str) -> Option<Point> {
    let named = |it: &Place| words == format!("{}, {REGION}", it.name);
    let place = places().find(named).map(|it| it.point);
    place.or_else(|| Point::typed(words))
}

/// The places that a text may mean: those of which each of its words begins one, whole names first, then the nearest.
pub(crate) fn found(query: &str, from: Point) -> Vec<Place> {
    if let Some(point) = Point::typed(query) {
        return vec![Place::unnamed(point)];
    }
    let query = plain(query);
    let words: Vec<&str> = query.split([' ', ',']).filter(|it| !it.is_empty()).collect();
    if words.is_empty() {
        return Vec::new();
    }
    let own = |it: &Place| [plain(&it.name), plain(REGION)];
    let begun = |it: &Place| {
        let own = own(it);
        words.iter().all(|word| own.iter().any(|it| it.starts_with(word)))
    };
    let mut all: Vec<Place> = places().filter(begun).collect();
    let rank = |it: &Place| (!words.contains(&own(it)[0].as_str()), it.point.km_to(from));
    all.sort_by(|a, b| rank(a).partial_cmp(&rank(b)).unwrap_or(std::cmp::Ordering::Equal));
    all
}

/// In small letters and without accents.
fn plain(text: &str) -> String {
    let plain = |it: char| match it {
        'ä' | 'á' | 'à' => 'a',
        'ö' | 'ó' | 'ò' => 'o',
        'ü' | 'ú' | 'ù' => 'u',
        'é' | 'è' => 'e',
        it => it,
    };
    text.to_lowercase().chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(query: &str) -> Vec<String> {
        let all = found(query, Point::START).into_iter();
        all.map(|it| it.name).collect()
    }

    #[test]
    fn places_are_found_by_the_beginnings_of_their_words() {
        assert_eq!(names("Schaan, Liechtenstein"), ["Schaan", "Schaanwald"]);
        assert_eq!(names("planken"), ["Planken"]);
        assert_eq!(names("schonb"), ["Schönberg"]);
        assert_eq!(names("Triesen"), ["Triesen", "Triesenberg"]);
        assert_eq!(names("Paris"), [""; 0]);
        assert_eq!(names(" , "), [""; 0]);
        assert_eq!(names("liecht").len(), MAP.len());
    }

    #[test]
    fn coordinates_are_two_numbers_on_earth() {
        for (text, said) in [
            ("47.1303814, 9.5930117", Some("47.13038, 9.59301")),
            ("-33.85 151.2", Some("-33.85000, 151.20000")),
            ("47.13", None),
            ("91, 9", None),
            ("1e3, 9", None),
            ("47, 9, 3", None),
            ("--, .", None),
        ] {
            assert_eq!(Point::typed(text).map(Point::said).as_deref(), said, "{text}");
        }
        assert_eq!(
            located("Planken, Liechtenstein").map(Point::said).as_deref(),
            Some("47.18589, 9.54522")
        );
        assert_eq!(located("Planken"), None);
    }
}
