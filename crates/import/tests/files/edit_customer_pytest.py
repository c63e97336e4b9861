import pytest
import re
from playwright.sync_api import Page, expect


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args, playwright):
    return {"viewport": {"width":1000,"height":740}}


def test_example(page: Page) -> None:
    page.goto("http://127.0.0.1:8741/customers")
    page.get_by_role("link", name="Edit").nth(1).click()
    page.get_by_role("textbox", name="E-mail").click(click_count=3)
    page.get_by_role("textbox", name="E-mail").fill("Ann.Lee@example.net")
    page.get_by_role("textbox", name="E-mail").press("Tab")
    page.get_by_role("checkbox", name="Newsletter").uncheck()
    page.get_by_role("button", name="Save changes").click()
    page.get_by_role("link", name="Orders").click()
    page.get_by_role("searchbox", name="Search orders").click()
    page.get_by_role("searchbox", name="Search orders").fill("10")
    page.get_by_role("searchbox", name="Search orders").press("Enter")
