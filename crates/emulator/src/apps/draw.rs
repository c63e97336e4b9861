//! Simple Draw Pro 6.9.3: a canvas, and the dialog that saves it.
//!
//! A drawing is so many strokes; what they look like is not kept.

use super::app::{App, AppInfo, Context, Document, Event};
pub use crate::msg::draw::{Form, Msg};
use crate::{
    msg::AppId,
    paint::{Color, IconName},
    state::DeviceState,
    toolkit::{
        Dim, Gravity, MenuItem, View, Window, button, column, date::Date, dialog, edit, icon, menu_button,
        row, slider, spacer, text, toolbar, view::Enter,
    },
};

const STROKE: i32 = 50;

/// The dialog that saves.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Saving {
    name: String,
    form: Form,
}

/// Simple Draw.
#[derive(Clone, Debug)]
pub struct Draw {
    strokes: usize,
    /// Strokes that were taken back.
    undone: usize,
    width: i32,
    form: Form,
    saving: Option<Saving>,
}

impl App for Draw {
    type Msg = Msg;
    const INFO: AppInfo = AppInfo {
        label: "Draw",
        package: "com.simplemobiletools.draw.pro",
        version: "6.9.3",
        activity: ".activities.MainActivity",
        names: &["simple draw pro", "simple draw"],
        takes_text: false,
        icon: Some(IconName::Edit),
    };

    fn start(_: &DeviceState) -> Self {
        Self {
            strokes: 0,
            undone: 0,
            width: STROKE,
            form: Form::Png,
            saving: None,
        }
    }

    fn view(&self, _: &DeviceState) -> Vec<Window> {
        let mut windows = vec![Window::activity(self.page())];
        windows.extend(self.saving.as_ref().map(Saving::window));
        windows
    }

    fn update(&mut self, ctx: &mut Context<'_>, event: Event<Msg>) {
        match event {
            Event::Tap(msg) | Event::Submit(msg) => self.tapped(ctx, msg),
            Event::Edit(Msg::Name, text) => {
                if let Some(saving) = &mut self.saving {
                    saving.name = text;
                }
            }
            Event::Drag(Msg::Width, _, to) => self.width = to / 10,
            Event::Drag(Msg::Canvas, ..) => self.draw(),
            Event::Back if self.saving.take().is_some() => ctx.unfocus(),
            Event::Back => ctx.leave(),
            _ => {}
        }
    }
}

impl Draw {
    fn draw(&mut self) {
        (self.strokes, self.undone) = (self.strokes + 1, 0);
    }

    fn tapped(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        match msg {
            Msg::Canvas => self.draw(),
            Msg::Undo if self.strokes > 0 => {
                (self.strokes, self.undone) = (self.strokes - 1, self.undone + 1);
            }
            Msg::Redo if self.undone > 0 => {
                (self.strokes, self.undone) = (self.strokes + 1, self.undone - 1);
            }
            Msg::Clear => (self.strokes, self.undone) = (0, 0),
            Msg::Share => ctx.share(self.content()),
            Msg::SaveAs => {
                let it = Date::from_ms(ctx.now());
                let day = format!("{}{:02}{:02}", it.year, it.month, it.day);
                let name = format!("image_{day}_{:02}{:02}{:02}", it.hour, it.minute, it.second);
                let form = self.form;
                self.saving = Some(Saving { name, form });
            }
            Msg::Form(form) => {
                if let Some(saving) = &mut self.saving {
                    saving.form = form;
                }
            }
            Msg::Save => self.save(ctx),
            Msg::Keep => {
                self.saving = None;
                ctx.unfocus();
            }
            Msg::Name => ctx.unfocus(),
            Msg::Undo | Msg::Redo | Msg::Width | Msg::Nothing => {}
        }
    }

    /// The system asks where the document goes.
    fn save(&mut self, ctx: &mut Context<'_>) {
        let Some(saving) = &self.saving else { return };
        let name = saving.name.trim();
        if name.is_empty() {
            ctx.toast("Filename cannot be empty");
            return;
        }
        if name.contains('/') {
            ctx.toast("Filename contains invalid characters");
            return;
        }
        self.form = saving.form;
        ctx.create(Document {
            name: format!("{name}{}", extension(saving.form)),
            extension: extension(saving.form),
            text: self.content(),
            back: AppId::Draw,
        });
        self.saving = None;
        ctx.unfocus();
    }

    fn content(&self) -> String {
        format!("a drawing of {} strokes\n", self.strokes)
    }

    fn page(&self) -> View {
        let nothing = |words: &'static str| MenuItem::new(words, Msg::Nothing);
        let more = menu_button(
            IconName::More,
            "More options",
            vec![
                nothing("Open file"),
                nothing("Change background color"),
                nothing("Print"),
                nothing("Settings"),
                nothing("About"),
                nothing("More apps from us"),
            ],
        );
        let bar = toolbar(
            "main_toolbar",
            [
                spacer(),
                icon(IconName::Save, "Save", Msg::SaveAs).id("menu_save"),
                icon(IconName::Trash, "Clear", Msg::Clear).id("clear"),
                icon(IconName::Share, "Share", Msg::Share).id("menu_share"),
                more,
            ],
        );
        let canvas = View::new("android.view.View")
            .id("my_canvas")
            .tap(Msg::Canvas)
            .drag(Msg::Canvas)
            .wide()
            .height(Dim::Share(1))
            .ground(Color::WHITE, 0);
        let tool = |icon, id, desc, msg| {
            let tool = self::icon(icon, desc, msg);
            tool.class("android.widget.ImageView").id(id)
        };
        let mut tools = vec![
            tool(IconName::Label, "bucket_fill", "Bucket fill", Msg::Nothing),
            tool(IconName::Close, "eraser", "Eraser", Msg::Nothing),
            tool(IconName::Pin, "eye_dropper", "Eyedropper", Msg::Nothing),
            tool(IconName::Circle, "color_picker", "Change color", Msg::Nothing),
            spacer(),
        ];
        if self.strokes > 0 {
            tools.push(tool(IconName::Undo, "undo", "Undo", Msg::Undo));
        }
        if self.undone > 0 {
            tools.push(tool(IconName::Redo, "redo", "Redo", Msg::Redo));
        }
        let width = slider("stroke_width_bar", "", self.width, 100, Msg::Width);
        column([bar, canvas, width, row(tools).wide().high(56)]).fill()
    }
}

fn extension(form: Form) -> &'static str {
    match form {
        Form::Png => ".png",
        Form::Svg => ".svg",
        Form::Jpg => ".jpg",
    }
}

impl Saving {
    fn window(&self) -> Window {
        let name = edit(Msg::Name, "Filename", self.name.clone())
            .id("save_image_filename")
            .enter(Enter::Submit);
        let choices = [
            (Form::Png, "save_image_radio_png"),
            (Form::Svg, "save_image_radio_svg"),
            (Form::Jpg, "save_image_radio_jpg"),
        ];
        let choices = choices.map(|(form, id)| {
            let on = form == self.form;
            text(extension(form))
                .class("android.widget.RadioButton")
                .id(id)
                .checked(on)
                .tap(Msg::Form(form))
                .picture(if on { IconName::RadioOn } else { IconName::RadioOff })
                .size(16)
                .at(Gravity::Start)
                .wide()
                .high(48)
        });
        let choices = column(choices)
            .class("android.widget.RadioGroup")
            .id("save_image_radio_group");
        dialog(
            "Save as",
            vec![name, choices.wide()],
            None,
            Some(button("Cancel", Msg::Keep)),
            Some(button("OK", Msg::Save)),
        )
    }
}
