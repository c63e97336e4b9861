//! A function as a test of another tool: its script, printed in that tool's language, with what it needs to run there.
//!
//! What the other tool can't do is refused with its line; nothing is left out silently.

mod code;
mod error;
mod function;
mod maestro;
mod syntax;

use strings::quote;
use task::{Params, Value};

pub use error::ExportError;
pub use maestro::{FlowParams, maestro};

use self::{
    code::Printer,
    function::{declared, only_function},
};
use crate::check;

/// The device of a script, in Playwright's words.
const DEVICE: &str = include_str!("export/device.ts");

/// A function as a test in TypeScript for Playwright (<https://playwright.dev>), which begins at an address and has these
/// values. It needs nothing but `@playwright/test`.
///
/// # Errors
///
/// The text is no script of one function, a parameter has no value, or the function does what such a test can't.
pub fn playwright(source: &str, url: &str, params: &Params) -> Result<String, ExportError> {
    let ast = check::parse(source).map_err(ExportError::Script)?;
    let function = only_function(&ast)?;
    let mut values = Vec::new();
    for name in &function.params {
        let value = params.get(name.as_str());
        values.push(value.ok_or_else(|| ExportError::NoValue(name.to_string()))?);
    }
    let mut printer = Printer::new(source);
    let declared = printer.elements(&declared(&ast))?;
    let declared = match declared.is_empty() {
        true => declared,
        false => format!("{declared}\n"),
    };
    let body = printer.body(&function)?;
    let arguments: Vec<String> = values.into_iter().map(literal).collect();
    Ok(format!(
        "// Made by AutoRPA from the function `{name}`.\n\
         import {{ expect, test, type Locator, type Page }} from '@playwright/test';\n\n\
         test({title}, async ({{ page }}) => {{\n  await page.goto({url});\n  const device = new Device(page);\n  \
         await {name}(device{separator}{arguments});\n  expect(device.ended).not.toBe('infeasible');\n}});\n\n{declared}{body}{texts}\n{DEVICE}",
        name = function.name,
        title = quote(&function.name),
        url = quote(url),
        separator = if arguments.is_empty() { "" } else { ", " },
        arguments = arguments.join(", "),
        texts = printer.texts(),
    ))
}

fn literal(value: &Value) -> String {
    match value {
        Value::Text(text) => quote(text),
        Value::List(all) => {
            let all: Vec<String> = all.iter().map(|it| quote(it)).collect();
            format!("[{}]", all.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exported(source: &str) -> Result<String, String> {
        let params = [("name", "Ada"), ("city", "")].map(|(name, it)| (name.to_owned(), it.into()));
        let exported = playwright(source, "http://127.0.0.1:1/", &Params::from_iter(params));
        // What the function itself became.
        exported.map_err(|it| it.to_string()).map(|it| {
            let from = it.find("async function").unwrap_or(0);
            let to = it[from..].find("\n}\n").map_or(it.len(), |at| from + at + 3);
            it[from..to].to_owned()
        })
    }

    #[test]
    fn a_script_is_printed_statement_by_statement() {
        let source = r#"/// Save `name`.
fn save(name, city) {
    // 1. Type name into textbox "Name".
    let field = env_op.find_element(#{ label: "Name", or_else: [#{ nth: "1 of 2" }], target_description: "textbox" });
    assert(field != -1, "step 1: it is not there");
    env_op.input_text(upper_case(part(name, " ", 1)) + "!", field, true);
    if city != "" && !env_op.element_exists(#{ "text": city }) {
        for n in 1..=3 {
            env_op.press_keys("Tab");
            if n == 2 { break; }
        }
    } else {
        // Nothing is to be done.
        let field = "other";
    }
    let rows = env_op.find_elements(#{ role: "row" });
    let all = "a";
    all += "b";
    if rows.len() > 2 { env_op.click(rows[0]); }
    for entry in items { env_op.answer(`${entry} of ${rows.len()}`); }
    env_op.stop("complete");
}
"#;
        let source = source.replace("for entry in items", "for entry in [name, city]");
        assert_eq!(
            exported(&source).unwrap(),
            r#"async function save(device: Device, name: any, city: any) {
  // 1. Type name into textbox "Name".
  let field: any = await device.find_element({ label: "Name", or_else: [{ nth: "1 of 2" }] });
  assert(field !== -1, "step 1: it is not there");
  await device.input_text(upper_case(part(name, " ", 1)) + "!", field, true);
  if (city !== "" && !(await device.element_exists({ text: city }))) {
    for (let n = 1; n <= 3; n++) {
      await device.press_keys("Tab");
      if (n === 2) {
        break;
      }
    }
  } else {
    // Nothing is to be done.
    let field: any = "other";
  }
  let rows: any = await device.find_elements({ role: "row" });
  let all: any = "a";
  all += "b";
  if (rows.length > 2) {
    await device.click(rows[0]);
  }
  for (const entry of [name, city]) {
    await device.answer(`${entry} of ${rows.length}`);
  }
  return void (device.ended = "complete");
}
"#
        );
    }

    #[test]
    fn what_can_not_be_said_is_refused_with_its_line() {
        for (body, said) in [
            (
                "env_op.ask_mllm(\"?\", \"int\");",
                "line 2: a Playwright test has no way to say `env_op.ask_mllm`",
            ),
            (
                "let x = env_op.find_element(#{ looks: \"red\" });",
                "line 2: a Playwright test has no way to say `looks`",
            ),
            (
                "let x = initials(name);",
                "line 2: a Playwright test has no way to say `initials`",
            ),
            (
                "let x = Fn(\"a\");",
                "line 2: a Playwright test has no way to say `Fn`",
            ),
            (
                "try { env_op.wait(); } catch { }",
                "line 2: a Playwright test has no way to say `try`",
            ),
        ] {
            let source = format!("fn save(name) {{\n    {body}\n}}\n");
            assert_eq!(exported(&source).unwrap_err(), said, "{body}");
        }
        assert_eq!(
            exported("fn a() {}\nfn b() {}").unwrap_err(),
            "the script has 2 functions, and one is exported"
        );
        assert_eq!(
            exported("fn save(street) {}").unwrap_err(),
            "the test needs a value for `street`: `param: street=VALUE`"
        );
        assert!(exported("fn save(").is_err());
    }

    #[test]
    fn only_what_is_used_is_taken_along() {
        let source = "fn save(name) {\n    env_op.answer(lookup(name, #{ \"a\": \"b\" }));\n}\n";
        let params = Params::from_iter([("name".to_owned(), "it's \"quoted\"\n".into())]);
        let test = playwright(source, "http://127.0.0.1:1/", &params).unwrap();
        assert!(
            test.contains("const lookup =") && test.contains("const wanted ="),
            "{test}"
        );
        assert!(!test.contains("const stem ="), "{test}");
        assert!(
            test.contains(r#"await save(device, "it's \"quoted\"\n");"#),
            "{test}"
        );
    }
}
