//! Task files: what is read, what is said of what can't be, and that what is printed is read back.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

mod instances;
mod print;
mod problems;
mod schema;

use autorpa_task::TaskFile;

/// A file that has something of everything.
const WHOLE: &str = r#"
format = 1
name = "CreateCustomer"
suite = "crm"
goal = "Create the customer {name} with the address {email} in {country}, tagged {tags*, | and }."
step_budget = 12
sandbox = true

[start]
device = "web"
url = "/new?for={name}"
base = "http://127.0.0.1:8731"
shows = "New customer"

[touch]
origins = ["http://127.0.0.1:8731"]
apps = ["Markor"]

[params.name]
type = "text"
about = "the full name"
examples = ["Ada Lovelace", "Grace \"Amazing\" Hopper", "Karel Čapek"]
[params.email]
type = "text"
unique = true
examples = ["ada@example.org", "grace@example.org"]
[params.country]
type = "choice"
options = ["Netherlands", "Germany"]
default = "Netherlands"
[params.born]
type = "date"
examples = [1815-12-10, "1906-12-09"]
[params.size]
type = "number"
examples = [3, -0.50, "1.10"]
[params.note]
type = "text"
multiline = true
optional = true
[params.tags]
type = "list"
examples = [["a", "b"], ["c"]]
[params.picture]
type = "file"
default = "a.png"
[params.token]
type = "secret"
command = ["pass", "crm"]

[reset]
command = ["python3", "reset.py", "{email}"]
http = { url = "/reset", body = "{{\"name\": \"{name}\"}}", headers = { Accept = "text/plain" }, expect = 204 }
sql = { database = "crm.db", statements = ["delete from customer where email = :email"] }
function = "crm/delete_customer"
timeout = "1m 30s"

[[irreversible]]
step = "click 'Save customer'"
say = "creates the customer"

[[check]]
name = "stored once"
within = "500ms"
sql = "crm.db"
query = "select count(*) from customer where first = :first and email = :email and at > '10:15'"
bind = { first = "{part(name, \" \", 1)}" }
is = 1
[[check]]
sql = "crm.db"
query = "select name, email from customer"
rows = [["{name}", "{email}"], ["x", 7]]
[[check]]
sql = "crm.db"
query = "select 1"
empty = false
[[check]]
get = "/api?email={email}"
headers = { Authorization = "Bearer {token}" }
status = 200
json = "$[*].name"
is = "{name}"
contains = ["{name}", "x"]
count = 1
absent = false
[[check]]
page = "/customers?q={email}"
shows = ["{name}"]
contains = "{country}"
absent = ["{upper_case(name)}"]
row = ["{name}", "{country}"]
count = 1
[[check]]
app = "Markor"
shows = ["{name}"]
[[check]]
url = "/customers/*"
[[check]]
file = "export/{name}.csv"
contains = "{email}"
[[check]]
file = "lock"
absent = true
[[check]]
command = ["sh", "verify.sh", "{email}"]
exit = 3
is = "fine"
[[check]]
unchanged = { sql = "crm.db", query = "select id, name from customer" }
except = { added = ["*|{name}"], removed = [] }
[[check]]
unchanged = { list = "export" }
except = { changed = ["{name}.csv"] }
[[check]]
unchanged = { get = "/api", json = "$[*].name" }
[[check]]
answer = "{answer}{size}"
"#;

fn whole() -> TaskFile {
    parse(WHOLE)
}

fn parse(text: &str) -> TaskFile {
    TaskFile::parse(text, "crm/create.task.toml").unwrap_or_else(|problems| {
        let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        panic!("{}", problems.join("\n"))
    })
}
