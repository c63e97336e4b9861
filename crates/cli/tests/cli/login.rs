//! Logging in once: an application that shows nothing to strangers, and forgets who was there.

use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use testkit::{Answer, Asked, serve};

use crate::desk::{Desk, Ran, start};

/// What the application gives to who is logged in.
const SESSION: &str = "s3ss10n";
const TOKEN: &str = "t0k3n";
/// Its login page; somebody is there who logs in as soon as it shows.
const LOGIN: &str = "<!DOCTYPE html><title>Log in</title><form method=post action=/login>\
    <label>Password <input type=password name=p></label><button>Log in</button></form>\
    <script>onload = () => { document.querySelector('[name=p]').value = 'x'; if (location.search === '?me') document.forms[0].submit() }</script>";
const HOME: &str = "<!DOCTYPE html><title>Shop</title><p id=who></p><button onclick=\"said.textContent = 'Ordered'\">Order</button>\
    <p id=said></p><script>if (TOKEN) localStorage.token = TOKEN;\
    who.textContent = localStorage.token ? 'Welcome, ' + localStorage.token : 'No token'</script>";

/// An application; what it answers, and whether its sessions hold.
struct Shop {
    url: String,
    remembers: Arc<AtomicBool>,
}

impl Shop {
    fn open() -> Self {
        let remembers = Arc::new(AtomicBool::new(true));
        let remembering = Arc::clone(&remembers);
        let address = serve(move |asked| answer(asked, remembering.load(Ordering::SeqCst)));
        let url = format!("http://{address}");
        Self { url, remembers }
    }
}

/// Answer one request.
fn answer(asked: &Asked, remembers: bool) -> Answer {
    let known = remembers && asked.headers.contains(&format!("sid={SESSION}"));
    let page = |token: &str| Answer::page(HOME.replace("TOKEN", token));
    match asked.line.split(' ').take(2).collect::<Vec<_>>()[..] {
        ["POST", "/login"] => {
            let headers = format!("Location: /first\r\nSet-Cookie: sid={SESSION}; Path=/; HttpOnly\r\n");
            Answer::of("303 See Other", headers, "")
        }
        ["GET", path] if path.starts_with("/login") => Answer::page(LOGIN),
        ["GET", "/first"] if known => page(&format!("'{TOKEN}'")),
        ["GET", "/"] if known => page("''"),
        ["GET", "/first" | "/"] => Answer::of("302 Found", "Location: /login\r\n", ""),
        _ => Answer::of("404 Not Found", "", ""),
    }
}

fn run(desk: &Desk, args: &[&str]) -> Ran {
    let mut command = desk.command(args);
    command.env("AUTORPA_LOGIN_KEY", "5a".repeat(32));
    start(command).end()
}

const ORDER: &str = "fn order() {\n    let button = env_op.find_element(#{ \"text\": \"Order\" });\n    env_op.click(button);\n    env_op.answer(env_op.read_text(env_op.find_element(#{ \"text_starts_with\": \"Welcome\" })));\n}\n";

#[test]
fn somebody_logs_in_once() {
    if !crate::web::ready() {
        return;
    }
    let (desk, shop) = (Desk::new(), Shop::open());
    desk.file("order.rhai", ORDER);
    let home = format!("{}/", shop.url);
    let order = ["exec", "order.rhai", "--url", &home];
    let as_shop = [&order[..], &["--login", "shop"]].concat();
    // A stranger sees the login page, and a login that nobody made is named.
    run(&desk, &order).assert(14, &["Order"]);
    run(&desk, &as_shop).assert(2, &["no login is called `shop`", "autorpa login shop --url URL"]);
    let me = format!("{}/login?me", shop.url);
    let shows = format!("Welcome, {TOKEN}");
    let made = run(
        &desk,
        &["login", "shop", "--url", &me, "--shows", &shows, "--headless"],
    );
    made.assert(0, &["kept as `shop`, for 127.0.0.1, http://127.0.0.1"]);
    // From then on, every run is that of the same person; what the login is made of stands nowhere.
    run(&desk, &as_shop).assert(3, &["Welcome, t0k3n"]);
    let kept = desk.files("home/logins");
    assert_eq!(kept.len(), 1, "{kept:?}");
    let text = fs::read_to_string(&kept[0]).unwrap();
    assert!(!text.contains(SESSION) && !text.contains(TOKEN), "{text}");
    run(&desk, &["login"]).assert(0, &["shop"]);
    run(&desk, &["page", "--url", &home, "--login", "shop"]).assert(0, &["Order"]);
    desk.file("words", "answer Welcome, t0k3n\ndone\n");
    let shown = ["record", "--url", &home, "--login", "shop", "--headless"];
    let goal = ["--goal", "Tell who is there.", "--answers", "words"];
    run(&desk, &[&shown[..], &goal].concat()).assert(3, &["answer"]);
    // The application forgets: that is said by name, and nothing is pressed.
    shop.remembers.store(false, Ordering::SeqCst);
    run(&desk, &as_shop).assert(20, &["the login `shop` has ended", "/login asks for a password"]);
    run(&desk, &["login", "shop", "--forget"]).assert(0, &[]);
    run(&desk, &["login", "shop", "--forget"]).assert(2, &["no login is called `shop`; there are: none"]);
}

#[test]
fn a_login_that_another_tool_has_saved_is_used_by_a_task() {
    if !crate::web::ready() {
        return;
    }
    let (desk, shop) = (Desk::new(), Shop::open());
    let cookie = format!(
        r#"{{"name": "sid", "value": "{SESSION}", "domain": "127.0.0.1", "path": "/", "expires": -1, "httpOnly": true, "secure": false, "sameSite": "Lax"}}"#
    );
    let storage = format!(
        r#"{{"origin": "{}", "localStorage": [{{"name": "token", "value": "{TOKEN}"}}]}}"#,
        shop.url
    );
    desk.file(
        "state.json",
        &format!(r#"{{"cookies": [{cookie}], "origins": [{storage}]}}"#),
    );
    desk.file("broken.json", "{}");
    run(&desk, &["login", "shop", "--import", "broken.json"]).assert(2, &["nobody is logged in"]);
    run(&desk, &["login", "../shop", "--import", "state.json"]).assert(2, &["is no name of a login"]);
    run(&desk, &["login", "shop", "--import", "state.json"]).assert(
        0,
        &[
            "kept as `shop`",
            "no page was asked whether it still takes this login",
        ],
    );
    desk.file("order.rhai", ORDER);
    desk.file(
        "Order.task.toml",
        &format!(
            "format = 1\nname = \"Order\"\ngoal = \"Order once more.\"\nsandbox = true\n\n\
             [start]\nurl = \"{}/\"\nlogin = \"shop\"\nshows = \"Order\"\n\n[[check]]\nshows = [\"Ordered\"]\n",
            shop.url
        ),
    );
    let order = [
        "exec",
        "order.rhai",
        "--tasks",
        "Order.task.toml",
        "--task-type",
        "Order",
    ];
    run(&desk, &order).assert(0, &["Welcome, t0k3n"]);
    // Another key opens nothing.
    let mut other = desk.command(&order);
    other.env("AUTORPA_LOGIN_KEY", "5b".repeat(32));
    start(other).end().assert(1, &["the key does not fit"]);
}

/// What another tool has saved may have ended since: by its dates, or because the site has forgotten it.
#[test]
fn a_login_that_has_ended_is_not_kept() {
    if !crate::web::ready() {
        return;
    }
    let (desk, shop) = (Desk::new(), Shop::open());
    let state = |expires: i64| {
        format!(
            r#"{{"cookies": [{{"name": "sid", "value": "{SESSION}", "domain": "127.0.0.1", "path": "/", "expires": {expires}}}]}}"#
        )
    };
    desk.file("old.json", &state(1_000_000_000));
    let ended = [
        "the cookie `sid` of 127.0.0.1 ended",
        "days ago",
        "autorpa login shop --url",
    ];
    run(&desk, &["login", "shop", "--import", "old.json"]).assert(2, &ended);
    desk.file("state.json", &state(-1));
    let home = format!("{}/", shop.url);
    let tried = ["login", "shop", "--import", "state.json", "--url", &home];
    shop.remembers.store(false, Ordering::SeqCst);
    let forgotten = [
        "the login `shop` has ended",
        "/login asks for a password",
        "help: log in",
    ];
    run(&desk, &tried).assert(2, &forgotten);
    // A page that asks where it is, and leads nowhere.
    let asks = format!("{}/login", shop.url);
    let tried_there = ["login", "shop", "--import", "state.json", "--url", &asks];
    run(&desk, &tried_there).assert(2, &forgotten);
    assert_eq!(run(&desk, &["login"]).out.trim(), "");
    shop.remembers.store(true, Ordering::SeqCst);
    run(&desk, &tried).assert(0, &["kept as `shop`"]);
}

#[test]
fn a_login_does_not_go_into_the_profile_that_it_is_used_with() {
    if !crate::web::ready() {
        return;
    }
    let (desk, shop) = (Desk::new(), Shop::open());
    let cookie = format!(
        r#"{{"name": "sid", "value": "{SESSION}", "domain": "127.0.0.1", "path": "/", "expires": 4000000000, "httpOnly": true, "secure": false, "sameSite": "Lax"}}"#
    );
    desk.file(
        "state.json",
        &format!(r#"{{"cookies": [{cookie}], "origins": []}}"#),
    );
    run(&desk, &["login", "shop", "--import", "state.json"]).assert(0, &["kept as `shop`"]);
    let home = format!("{}/", shop.url);
    let page = ["page", "--url", &home, "--profile", "mine"];
    run(&desk, &[&page[..], &["--login", "shop"]].concat()).assert(0, &["Order"]);
    // What stands behind `done` answers what is asked then.
    desk.file("words", "answer No token\ndone\nok\n");
    let shown = ["record", "--url", &home, "--profile", "mine", "--headless"];
    let words = ["--goal", "Tell who is there.", "--answers", "words"];
    let as_shop = [&shown[..], &words, &["--login", "shop"]].concat();
    let shown = run(&desk, &as_shop);
    shown.assert(3, &["answer \"No token\""]);
    assert!(!shown.err.contains("asked about after"), "{}", shown.err);
    // In the profile itself nobody is logged in.
    let stranger = run(&desk, &page);
    assert!(
        stranger.out.contains("Password") && !stranger.out.contains("Order"),
        "{}",
        stranger.out
    );
}

/// An application that keeps who is there in the tab alone; somebody is there who logs in as soon as it asks.
const IN_THE_TAB: &str = "<!DOCTYPE html><title>Shop</title><body><script>\
    if (location.search === '?me') { sessionStorage.token = 't0k3n'; location.replace('/'); }\
    const token = sessionStorage.token;\
    document.body.innerHTML = token\
      ? `<p>Welcome, ${token}</p><button onclick=\"sessionStorage.clear(); location.reload()\">Log out</button><button>Order</button>`\
      : '<label>Password <input type=password></label>'</script>";

#[test]
fn a_login_that_lies_in_the_tab_is_kept() {
    if !crate::web::ready() {
        return;
    }
    let desk = Desk::new();
    let url = format!("http://{}/", serve(|_| Answer::page(IN_THE_TAB)));
    desk.file("order.rhai", ORDER);
    desk.file(
        "leave.rhai",
        "fn leave() { env_op.click(env_op.find_element(#{ text: \"Log out\" })); env_op.find_element(#{ label: \"Password\" }); }",
    );
    let me = format!("{url}?me");
    let shows = ["--shows", "Welcome, t0k3n", "--headless"];
    run(&desk, &[&["login", "shop", "--url", &me], &shows[..]].concat()).assert(0, &["kept as `shop`"]);
    run(&desk, &["exec", "order.rhai", "--url", &url, "--login", "shop"]).assert(3, &["Welcome, t0k3n"]);
    desk.file("words", "answer Welcome, t0k3n\ndone\n");
    let shown = ["record", "--url", &url, "--login", "shop", "--headless"];
    let goal = ["--goal", "Tell who is there.", "--answers", "words"];
    run(&desk, &[&shown[..], &goal].concat()).assert(3, &["answer"]);
    // Who is logged out on the page stays so.
    run(&desk, &["exec", "leave.rhai", "--url", &url, "--login", "shop"]).assert(3, &["unchecked"]);
}
