import type { Locator, Page } from '@playwright/test';
import { expect, test, toastOf } from './product.ts';
import { enterCard } from './steps.ts';

// Where a message stands while it and the sheet move is what these are about.
test.use({ reducedMotion: 'no-preference' });

/** Waits until a message stands clear of a button, and lets it come to rest. */
async function expectClear(message: Locator, button: Locator): Promise<void> {
  const box = message.locator('xpath=ancestor::li');
  await expect
    .poll(async () => {
      const [over, under] = await Promise.all([box.boundingBox(), button.boundingBox()]);
      return over && under && (over.y + over.height <= under.y || over.y >= under.y + under.height);
    })
    .toBe(true);
  await expect(button).toBeInViewport({ ratio: 1 });
}

/** Moves the page until a button is where messages stand on a phone. */
async function scrollUnderMessages(page: Page, button: Locator): Promise<void> {
  const { y } = (await button.boundingBox())!;
  await page.evaluate(`scrollBy(0, ${y - (page.viewportSize()!.height - 130)})`);
}

test('a message never lies over the button of a sheet, and is put away without closing the sheet', async ({
  page,
  member,
}) => {
  await (await member('limit', page)).addCard('4021');
  await page.goto('/dashboard/profile');
  // A message of a failure stays until it is put away, however slow the rest is.
  await page.route('**/api/v1/me/profile', (route) => route.abort());
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const editing = page.getByRole('dialog', { name: 'Edit Profile' });
  await editing.getByLabel('Monthly income').fill('92000');
  await editing.getByRole('button', { name: 'Save Changes' }).click();
  const message = toastOf(page, 'Failed to update profile');
  await expectClear(message, editing.getByRole('button', { name: 'Save Changes' }));
  await editing.getByRole('button', { name: 'Cancel' }).click();
  await expect(editing).toBeHidden();
  const naming = page.getByRole('dialog', { name: /^A name for / });
  await page
    .getByRole('button', { name: / •• 4021$/ })
    .first()
    .click();
  await expectClear(message, naming.getByRole('button', { name: 'Save' }));
  await page
    .getByRole('region', { name: /^Messages/ })
    .getByRole('button', { name: 'Close' })
    .click();
  await expect(message).toBeHidden();
  await expect(naming).toBeVisible();
});

test('a message never lies over the main button of a step', async ({ page, member }) => {
  await member('limit', page);
  await page.goto('/dashboard/pay-bill');
  const goOn = page.getByRole('button', { name: 'Continue' });
  await goOn.click();
  const message = toastOf(page, 'Please fill in all required fields');
  await expect(message).toBeVisible();
  await scrollUnderMessages(page, goOn);
  await expectClear(message, goOn);
  await page
    .getByRole('region', { name: /^Messages/ })
    .getByRole('button', { name: 'Close' })
    .click();
  await enterCard(page, '4021');
  // With nothing in its way a message stands at the bottom, off the heading.
  await expect(page.getByRole('heading', { name: 'Bill Amount' })).toBeVisible();
});
