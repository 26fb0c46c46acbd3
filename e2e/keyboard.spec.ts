import type { Locator, Page } from '@playwright/test';
import { expect, isPhone, test } from './product.ts';

/** More stops than any page has before what is looked for. */
const STOPS_MAX = 90;

function isOnTop(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { top, bottom, left, width } = element.getBoundingClientRect();
    const at = element.ownerDocument.elementFromPoint(left + Math.min(width, 40) / 2, (top + bottom) / 2);
    return at !== null && (element.contains(at) || at.contains(element));
  });
}

/** Tabs until the control has the focus, which has to be seen there; what is behind a bar is not seen. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) {
      // The page may still be scrolling to it.
      await expect.poll(() => isOnTop(target), { message: String(target) }).toBe(true);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} was not reached within ${STOPS_MAX} stops`);
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

test(
  'a bill is paid, repaid and the session ended without a pointer',
  { tag: '@wide' },
  async ({ page, member }) => {
    const asha = await member('limit', page);
    await asha.addCard('4021');
    await page.goto('/dashboard');
    await expect(page.getByText('Available Credit')).toBeVisible();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('#content')).toBeFocused();
    await press(page, page.getByRole('link', { name: 'Pay Another Bill' }).first());

    await expect(page.getByText('Step 1 of 3')).toBeVisible();
    await press(page, page.getByRole('button', { name: 'Continue' }));
    await expect(page.getByRole('heading', { name: 'Bill Amount' })).toBeFocused();
    await tabTo(page, page.getByRole('radio', { name: /Full amount due/ }));
    await page.keyboard.press('ArrowUp');
    await tabTo(page, page.getByLabel('Bill amount').last());
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('6000');
    await press(page, page.getByRole('button', { name: 'Continue' }));
    await expect(page.getByText('Step 3 of 3')).toBeVisible();
    await press(page, page.getByRole('checkbox', { name: /I have read the key facts/ }), 'Space');
    await press(page, page.getByRole('button', { name: 'Pay HDFC Bank ₹6,000' }));

    await expect(page.getByRole('heading', { name: 'HDFC Bank has your payment' })).toBeVisible();
    await press(page, page.getByRole('link', { name: 'See the plan' }));
    await press(page, page.getByRole('button', { name: /^Pay ₹/ }));
    const dialog = page.getByRole('dialog', { name: 'Repay' });
    const script = Promise.withResolvers<void>();
    await page.route(/\/checkout\/page\.js$/, async (route) => {
      await script.promise;
      await route.continue();
    });
    await press(page, dialog.getByRole('button', { name: /^Pay ₹/ }));
    const checkout = page.locator('iframe').first().contentFrame();
    await checkout.locator('form').waitFor({ state: 'attached' });
    // Nothing may be pressed before a script listens.
    await expect(checkout.getByRole('button', { name: /^Pay ₹/ })).toBeHidden();
    script.resolve();
    await checkout.getByRole('button', { name: /^Pay ₹/ }).press('Enter');
    await expect(page.getByText('Nothing left to repay', { exact: true })).toBeVisible();

    if (isPhone(page)) {
      await page.reload();
      await press(page, page.getByRole('button', { name: 'Open menu' }));
    } else {
      await page.reload();
    }
    await press(page, page.getByRole('button', { name: 'Logout' }).last());
    await expect(page).toHaveURL(/:\d+\/$/);
  },
);
