import { findBrowser } from '../scripts/browser.ts';
import { expect, test } from './product.ts';

const executablePath = findBrowser('full');
// Browsers for people put a page away whole and show it again at "back". A whole browser that is driven does so when it is
// let; the headless shell never does.
test.use({
  launchOptions: {
    ...(executablePath === undefined ? {} : { executablePath }),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: ['--no-sandbox', '--disable-gpu'],
  },
});

/** Writes down, as the page comes back, whether it is the very same one and what can be read on it. */
const WATCH = `addEventListener('pageshow', ({ persisted }) =>
  sessionStorage.setItem('came-back', JSON.stringify([persisted, document.body.innerText.trim()])))`;

test(
  'after a log-out "back" shows nothing of the person who logged out to the next person on the device',
  { tag: '@desk' },
  async ({ page, member }) => {
    const asha = await member('limit', page);
    await asha.addCard('4021');
    await page.goto('/dashboard');
    await expect(page.getByText('Available Credit')).toBeVisible();
    await page.evaluate(WATCH);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/$/);
    // A page that comes back whole does not load, and is not waited for.
    await page.goBack({ waitUntil: 'commit' });
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await expect(page.getByText('Available Credit')).toHaveCount(0);
    expect(await page.evaluate<string | null>(`sessionStorage.getItem('came-back')`)).toBe('[true,""]');
  },
);
