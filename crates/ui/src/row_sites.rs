//! Where the cells of rows stand: rows are read by it where an app's other version calls their cells otherwise.

use std::{fmt, str::FromStr};

use crate::element::Element;

/// A class, and a place in a row: the indices from the row down to the element. The row itself has none.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    /// The last part of the class.
    pub class: String,
    /// The indices.
    pub place: Vec<u16>,
}

impl Site {
    /// That of an element in a row.
    pub(crate) fn of(element: &Element, row: usize) -> Option<Site> {
        Some(Site {
            class: short_class(element.class_name.as_deref()?).to_owned(),
            place: element.path.get(row..)?.to_vec(),
        })
    }

    /// Whether an element stands there in some row; the path of that row.
    pub(crate) fn row_of<'s>(&self, element: &'s Element) -> Option<&'s [u16]> {
        let class = element.class_name.as_deref().map(short_class);
        let row = element.path.strip_suffix(self.place.as_slice())?;
        (class == Some(&*self.class) && !row.is_empty()).then_some(row)
    }
}

pub(crate) fn short_class(class: &str) -> &str {
    class.rsplit('.').next().unwrap_or(class)
}

impl fmt::Display for Site {
    /// `TextView 1.0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place: Vec<String> = self.place.iter().map(ToString::to_string).collect();
        match place.is_empty() {
            true => f.write_str(&self.class),
            false => write!(f, "{} {}", self.class, place.join(".")),
        }
    }
}

impl FromStr for Site {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (class, place) = match text.split_once(' ') {
            Some((class, place)) => {
                let place: Result<Vec<u16>, _> = place.split('.').map(str::parse).collect();
                (class, place.map_err(|_| ())?)
            }
            None => (text, Vec::new()),
        };
        match class.is_empty() {
            true => Err(()),
            false => Ok(Site {
                class: class.to_owned(),
                place,
            }),
        }
    }
}

/// Where in their list rows are, and where in the rows their cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sites {
    /// The class of what holds the rows.
    pub list: String,
    /// What stands in every row.
    pub mark: Site,
    /// The cells by what they are called, and the headings between the rows.
    pub cells: Vec<(String, Site)>,
}
