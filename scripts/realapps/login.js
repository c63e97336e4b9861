// login.js SUITE ORACLE BASE FILE < {path, user, password}: logs in as the oracle does, and keeps what the browser knows then in FILE.
'use strict';
const path = require('path');
const fs = require('fs');

const [, , suite, oraclePath, base, file] = process.argv;
const { chromium } = require(path.join(suite, 'env/node/node_modules/playwright-core'));
const oracle = require(path.resolve(oraclePath));

async function main() {
  const login = JSON.parse(fs.readFileSync(0, 'utf8'));
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'] });
  const context = await browser.newContext();
  await oracle.login(await context.newPage(), base, login);
  await context.storageState({ path: file });
  await browser.close();
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
