//! What a page looks like beyond its own code: the fonts that it is drawn with and the time zone that it is in.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

/// Where a browser takes its fonts and its time zone from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Looks {
    /// From the machine: a user's own pages show every script that the user can read.
    #[default]
    Machine,
    /// From here: a suite's pages have the same sizes and line breaks, and the same hour, on every machine. Signs of
    /// other scripts than Latin, Greek and Cyrillic are empty boxes. Only systems with fontconfig take the fonts.
    Fixed,
}

const FONTS: [(&str, &[u8]); 5] = [
    ("sans.ttf", include_bytes!("../assets/Sans-Regular.ttf")),
    ("sans-bold.ttf", include_bytes!("../assets/Sans-Bold.ttf")),
    ("serif.ttf", include_bytes!("../assets/Serif-Regular.ttf")),
    ("serif-bold.ttf", include_bytes!("../assets/Serif-Bold.ttf")),
    ("mono.ttf", include_bytes!("../assets/Mono-Regular.ttf")),
];
/// The families of the files, and what pages ask for that is one of them.
const FAMILIES: [(&str, &[&str]); 3] = [
    ("Autorpa Serif", &["serif", "Times", "Times New Roman", "Georgia"]),
    (
        "Autorpa Mono",
        &["monospace", "Courier", "Courier New", "Consolas", "Monaco"],
    ),
    (
        "Autorpa Sans",
        &[
            "sans-serif",
            "system-ui",
            "Arial",
            "Helvetica",
            "Verdana",
            "Tahoma",
        ],
    ),
];
/// Our own directory in a profile.
const DIRECTORY: &str = "autorpa-looks";

impl Looks {
    /// Have a browser with this profile look so.
    pub(crate) fn dress(self, command: &mut Command, profile: &Path) -> io::Result<()> {
        match self {
            Looks::Machine => {}
            Looks::Fixed => {
                command.env("FONTCONFIG_FILE", write_fonts(&profile.join(DIRECTORY))?);
                command
                    .env_remove("FONTCONFIG_PATH")
                    .env_remove("FONTCONFIG_SYSROOT");
                command.env("TZ", "UTC");
            }
        }
        Ok(())
    }
}

/// Write the fonts and what says that there are no others; the latter's path.
fn write_fonts(directory: &Path) -> io::Result<PathBuf> {
    let fonts = directory.join("fonts");
    fs::create_dir_all(&fonts)?;
    for (name, bytes) in FONTS {
        fs::write(fonts.join(name), bytes)?;
    }
    let file = directory.join("fonts.conf");
    fs::write(&file, configuration(&fonts, &directory.join("cache")))?;
    Ok(file)
}

/// The file for fontconfig: one directory, our names for what pages ask for, and one way of drawing.
fn configuration(fonts: &Path, cache: &Path) -> String {
    let mut text = format!(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE fontconfig SYSTEM \"fonts.dtd\">\n<fontconfig>\n<dir>{}</dir>\n<cachedir>{}</cachedir>\n",
        fonts.display(),
        cache.display()
    );
    for (ours, asked) in FAMILIES {
        for family in asked {
            text += &format!(
                "<match target=\"pattern\"><test name=\"family\" qual=\"any\"><string>{family}</string></test>\
                 <edit name=\"family\" mode=\"assign\" binding=\"same\"><string>{ours}</string></edit></match>\n"
            );
        }
    }
    // Sizes follow from hints: with slight ones letters keep the widths that they were drawn with.
    for target in ["pattern", "font"] {
        text += &format!("<match target=\"{target}\">");
        for (name, value) in [
            ("antialias", "<bool>true</bool>"),
            ("hinting", "<bool>true</bool>"),
            ("autohint", "<bool>false</bool>"),
            ("hintstyle", "<const>hintslight</const>"),
            ("rgba", "<const>none</const>"),
        ] {
            text += &format!("<edit name=\"{name}\" mode=\"assign\">{value}</edit>");
        }
        text += "</match>\n";
    }
    text + "</fontconfig>\n"
}
