import asyncio
import re
from playwright.async_api import Playwright, async_playwright, expect


async def run(playwright: Playwright) -> None:
    browser = await playwright.chromium.launch(headless=False)
    context = await browser.new_context(viewport={"width":1000,"height":740})
    page = await context.new_page()
    await page.goto("http://127.0.0.1:8741/customers")
    await page.get_by_role("link", name="Edit").nth(1).click()
    await page.get_by_role("textbox", name="E-mail").click(click_count=3)
    await page.get_by_role("textbox", name="E-mail").fill("Ann.Lee@example.net")
    await page.get_by_role("textbox", name="E-mail").press("Tab")
    await page.get_by_role("checkbox", name="Newsletter").uncheck()
    await page.get_by_role("button", name="Save changes").click()
    await page.get_by_role("link", name="Orders").click()
    await page.get_by_role("searchbox", name="Search orders").click()
    await page.get_by_role("searchbox", name="Search orders").fill("10")
    await page.get_by_role("searchbox", name="Search orders").press("Enter")
    await page.close()

    # ---------------------
    await context.close()
    await browser.close()


async def main() -> None:
    async with async_playwright() as playwright:
        await run(playwright)


asyncio.run(main())
