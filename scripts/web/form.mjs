// Fills in the form once for each row of a JSON file, in one browser: what a person would write with Playwright.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const [root, url, rows] = process.argv.slice(2);
const { chromium } = createRequire(`${root}/`)("playwright-core");
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage();
for (const row of JSON.parse(readFileSync(rows, "utf8"))) {
  await page.goto(url);
  await page.getByLabel("Name").fill(row.name);
  await page.getByLabel("E-mail").fill(row.email);
  await page.getByLabel("Country").selectOption(row.country);
  await page.getByLabel("Newsletter").check();
  await page.getByLabel("Born").fill(row.born);
  await page.getByLabel("Notes").fill(row.notes);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(`Saved ${row.name}`).waitFor();
}
await browser.close();
