const { chromium } = require('playwright');

(async () => {
  const browser = await chromium.launch({
    headless: false
  });
  const context = await browser.newContext({
    viewport: {
      height: 740,
      width: 1000
    }
  });
  const page = await context.newPage();
  await page.goto('http://127.0.0.1:8741/customers');
  await page.getByRole('link', { name: 'New customer' }).click();
  await page.getByRole('textbox', { name: 'Name' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace');
  await page.getByRole('textbox', { name: 'E-mail' }).click();
  await page.getByRole('textbox', { name: 'E-mail' }).fill('ada@example.net');
  await page.getByLabel('Country').selectOption('Netherlands');
  await page.getByRole('radio', { name: 'Pro' }).check();
  await page.getByRole('checkbox', { name: 'Newsletter' }).check();
  await page.getByRole('textbox', { name: 'Born' }).fill('1815-12-10');
  await page.getByRole('textbox', { name: 'Notes' }).click();
  await page.getByRole('textbox', { name: 'Notes' }).fill('Wants a quote.');
  await page.getByRole('button', { name: 'Save customer' }).click();
  await page.close();

  // ---------------------
  await context.close();
  await browser.close();
})();