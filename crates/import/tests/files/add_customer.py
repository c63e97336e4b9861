import re
from playwright.sync_api import Playwright, sync_playwright, expect


def run(playwright: Playwright) -> None:
    browser = playwright.chromium.launch(headless=False)
    context = browser.new_context(viewport={"width":1000,"height":740})
    page = context.new_page()
    page.goto("http://127.0.0.1:8741/customers")
    page.get_by_role("link", name="New customer").click()
    page.get_by_role("textbox", name="Name").click()
    page.get_by_role("textbox", name="Name").fill("Ada Lovelace")
    page.get_by_role("textbox", name="E-mail").click()
    page.get_by_role("textbox", name="E-mail").fill("ada@example.net")
    page.get_by_label("Country").select_option("Netherlands")
    page.get_by_role("radio", name="Pro").check()
    page.get_by_role("checkbox", name="Newsletter").check()
    page.get_by_role("textbox", name="Born").fill("1815-12-10")
    page.get_by_role("textbox", name="Notes").click()
    page.get_by_role("textbox", name="Notes").fill("Wants a quote.")
    page.get_by_role("button", name="Save customer").click()
    page.close()

    # ---------------------
    context.close()
    browser.close()


with sync_playwright() as playwright:
    run(playwright)
