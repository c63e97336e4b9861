//! Scratch.
use device::{Device, Environment};
use autorpa_emulator::Emulator;
use ui::Action;
#[test]
fn shots() {
    let mut env = Emulator::new();
    let i = env.instance("MarkorMoveNote", 1).unwrap();
    env.reset(&i).unwrap();
    let shot = |env: &mut Emulator, name: &str| {
        let t = std::time::Instant::now();
        let png = env.screenshot().unwrap();
        let a = t.elapsed();
        let screen = env.observe().unwrap();
        let m = picture::mark(&png, &screen).unwrap();
        eprintln!("{name} {} bytes {:?} mark {:?}", png.len(), a, t.elapsed() - a);
        std::fs::write(format!("/tmp/e2/{name}.png"), png).unwrap();
        std::fs::write(format!("/tmp/e2/{name}_mark.png"), m).unwrap();
        std::fs::write(format!("/tmp/e2/{name}.txt"), ui::describe(&screen)).unwrap();
    };
    let tap = |env: &mut Emulator, w: &str| {
        let s = env.observe().unwrap();
        let t = s.iter().find(|(_, it)| it.words().any(|x| x == w)).map(|x| x.0).unwrap_or_else(|| panic!("{w} on {}", ui::describe(&s)));
        env.act(&Action::Click { target: t }).unwrap();
    };
    let long = |env: &mut Emulator, w: &str| {
        let s = env.observe().unwrap();
        let t = s.iter().find(|(_, it)| it.words().any(|x| x.starts_with(w))).map(|x| x.0).unwrap_or_else(|| panic!("{w} on {}", ui::describe(&s)));
        env.act(&Action::LongPress { target: t }).unwrap();
    };
    shot(&mut env, "home");
    env.act(&Action::OpenApp { app: "Markor".into() }).unwrap();
    shot(&mut env, "markor");
    tap(&mut env, "Create a new file or folder");
    shot(&mut env, "newfile");
    tap(&mut env, "CANCEL");
    let src = i.params["source_folder"].to_string();
    long(&mut env, &format!("Folder {src}"));
    shot(&mut env, "selected");
    env.act(&Action::NavigateBack).unwrap();
    tap(&mut env, &src);
    shot(&mut env, "folder");
    let f = i.params["file_name"].to_string();
    tap(&mut env, &f);
    shot(&mut env, "editor");
    env.act(&Action::NavigateHome).unwrap();
    env.act(&Action::Swipe { direction: ui::Direction::Up }).unwrap();
    shot(&mut env, "drawer");
    env.act(&Action::OpenApp { app: "Contacts".into() }).unwrap();
    shot(&mut env, "contacts");
    tap(&mut env, "Create contact");
    shot(&mut env, "contact_new");
    env.act(&Action::Swipe { direction: ui::Direction::Down }).unwrap();
    shot(&mut env, "shade");
}
