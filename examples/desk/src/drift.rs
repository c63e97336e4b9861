//! Ways in which the desk can differ from how it usually is, as applications do between two versions or on a bad day.

use std::collections::BTreeSet;

use clap::ValueEnum;

/// One way to differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Drift {
    /// Ids and names of fields are made by a machine.
    Ids,
    /// Labels, headings and buttons are worded otherwise.
    Labels,
    /// Fields and columns stand in another order.
    Order,
    /// Another style sheet: colours, sizes, and buttons in capitals.
    Look,
    /// Each page comes late, and its form later still.
    SlowPages,
    /// Fields and cells stand in more boxes.
    Wrappers,
    /// A second form beside the first has the same words, and does something else.
    Decoy,
    /// Name and e-mail address have exchanged their ids and the names under which they are posted.
    Swapped,
    /// A banner covers the lower part of the window until it is closed.
    Banner,
    /// The answer comes before the change is kept.
    SlowSave,
    /// The answer says that the change is kept, and it is not.
    LostSave,
}

impl Drift {
    /// Each of them.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::value_variants().iter().copied()
    }
}

/// The usual words and the other ones.
const LABELS: [(&str, &str); 29] = [
    ("Customers", "Contacts"),
    ("Orders", "Invoices"),
    ("New customer", "Add a contact"),
    ("Edit customer", "Change contact"),
    ("Delete customer", "Remove contact"),
    ("Name", "Full name"),
    ("E-mail", "Mail address"),
    ("Country", "Land of residence"),
    ("Plan", "Subscription"),
    ("Newsletter", "Send the monthly letter"),
    ("Born", "Date of birth"),
    ("Notes", "Remarks"),
    ("Save customer", "Store"),
    ("Save changes", "Store changes"),
    ("Edit", "Change"),
    ("Delete", "Remove"),
    ("Cancel", "Back"),
    ("Search", "Find"),
    ("Number", "Invoice no."),
    ("Customer", "Contact"),
    ("Status", "State"),
    ("Amount", "Total"),
    ("Due", "Payable until"),
    ("Mark as paid", "Settle"),
    ("Next", "Further"),
    ("Previous", "Earlier"),
    ("Customer saved", "Contact stored"),
    ("Changes saved", "Changes stored"),
    ("Customer deleted", "Contact removed"),
];

/// The ways in which this desk differs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drifts(BTreeSet<Drift>);

impl FromIterator<Drift> for Drifts {
    fn from_iter<T: IntoIterator<Item = Drift>>(drifts: T) -> Self {
        Self(drifts.into_iter().collect())
    }
}

impl Drifts {
    /// Whether it differs in this way.
    pub fn has(&self, drift: Drift) -> bool {
        self.0.contains(&drift)
    }

    /// The id of an element, and the name under which a field is posted.
    pub fn wire(&self, name: &str) -> String {
        let name = match name {
            "name" if self.has(Drift::Swapped) => "email",
            "email" if self.has(Drift::Swapped) => "name",
            name => name,
        };
        if !self.has(Drift::Ids) {
            return name.to_owned();
        }
        // FNV-1a: the same in every run, and it says nothing about the name.
        let hash = name.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
            (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
        });
        format!("c{hash:08x}")
    }

    /// The words for a label.
    pub fn label<'a>(&self, usual: &'a str) -> &'a str {
        if !self.has(Drift::Labels) {
            return usual;
        }
        LABELS
            .iter()
            .find(|(from, _)| *from == usual)
            .map_or(usual, |(_, to)| to)
    }

    /// Fields or columns in the order in which they stand.
    pub fn order(&self, mut usual: Vec<String>) -> Vec<String> {
        if self.has(Drift::Order) {
            let half = usual.len() / 2;
            usual.rotate_left(half);
            usual.reverse();
        }
        usual
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_ids_stay_apart() {
        let drifts: Drifts = [Drift::Ids, Drift::Labels].into_iter().collect();
        let words: BTreeSet<&str> = LABELS.iter().map(|(from, _)| drifts.label(from)).collect();
        assert_eq!(words.len(), LABELS.len());
        let ids: BTreeSet<String> = LABELS.iter().map(|(from, _)| drifts.wire(from)).collect();
        assert_eq!(ids.len(), LABELS.len());
        assert_eq!(Drifts::default().label("Name"), "Name");
        assert_eq!(Drifts::default().wire("name"), "name");
        let swapped = Drifts::from_iter([Drift::Swapped]);
        assert_eq!(
            ["name", "email", "born"].map(|it| swapped.wire(it)),
            ["email", "name", "born"]
        );
    }

    #[test]
    fn another_order_has_the_same_fields() {
        let usual: Vec<String> = ["a", "b", "c", "d", "e"].map(str::to_owned).into();
        assert_eq!(Drifts::default().order(usual.clone()), usual);
        let other = Drifts::from_iter([Drift::Order]).order(usual);
        assert_eq!(other, ["b", "a", "e", "d", "c"]);
    }
}
