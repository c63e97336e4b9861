//! The directions that are asked for, and their points.

use super::{gpx::Named, places::Place};
use crate::{
    msg::osmand::{Msg, Purpose},
    paint::IconName,
    toolkit::{Dim, View, column, icon, image, image_button, row, scroller, text, toolbar, toolbar_title},
};

/// How fast one goes, in kilometres an hour.
const SPEED: f64 = 40.0;

/// The directions that are asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Route {
    pub(super) from: Option<Place>,
    pub(super) via: Vec<Place>,
    pub(super) to: Option<Place>,
}

impl Place {
    pub(super) fn into_named(self) -> Named {
        Named {
            name: self.name,
            point: self.point,
        }
    }
}

impl Route {
    pub(super) fn put(&mut self, purpose: Purpose, place: Place) {
        match purpose {
            Purpose::From => self.from = Some(place),
            Purpose::Via => self.via.push(place),
            Purpose::To | Purpose::Show => self.to = Some(place),
        }
    }

    pub(super) fn swap(&mut self) {
        std::mem::swap(&mut self.from, &mut self.to);
        self.via.reverse();
    }

    /// The points that it goes through; `None` where it has no beginning or no end.
    pub(super) fn points(&self) -> Option<Vec<Named>> {
        let (from, to) = (self.from.clone()?, self.to.clone()?);
        let all = std::iter::once(from).chain(self.via.clone());
        Some(all.chain([to]).map(Place::into_named).collect())
    }

    /// How long it is, in words.
    pub(super) fn length(points: &[Named]) -> String {
        let parts = points.windows(2).map(|it| it[0].point.km_to(it[1].point));
        let km: f64 = parts.sum();
        format!("{km:.1} km, {:.0} min", km / SPEED * 60.0)
    }

    /// Where it goes, point by point.
    pub(super) fn details(&self) -> View {
        let points = self.points().unwrap_or_default();
        let up = image_button(IconName::Back, "Navigate up", Msg::Up).id("back_button");
        let save = icon(IconName::Save, "Save as new track", Msg::SaveAs).id("save_as_gpx");
        let share = icon(IconName::Share, "Share", Msg::Nothing).id("share_as_gpx");
        let lines = points.iter().map(|it| {
            row([
                image(IconName::Pin).across(24).high(24),
                text(it.name.clone())
                    .id("title")
                    .size(16)
                    .width(Dim::Share(1))
                    .pad(16, 0),
            ])
            .wide()
            .pad(16, 12)
        });
        let list = scroller("android.widget.ScrollView", "bottom_scroll", "", lines).ordered();
        column([
            toolbar("toolbar_layout", [up, toolbar_title("Details"), save, share]),
            text(Self::length(&points))
                .id("distance")
                .size(18)
                .wide()
                .pad(16, 12),
            list.height(Dim::Share(1)),
        ])
        .fill()
    }
}
