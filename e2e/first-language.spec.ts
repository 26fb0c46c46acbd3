import { expect, test } from './product.ts';

test.use({ locale: 'hi-IN' });

test('given a browser in Hindi and no choice yet, a shared address opens in Hindi, and a choice counts more', async ({
  page,
}) => {
  const html = page.locator('html');
  await page.goto('/?ref=ABCD2345');
  await expect(page).toHaveURL(/\/hi\/?\?ref=ABCD2345$/);
  await page.goto('/signup');
  await expect(html).toHaveAttribute('lang', 'hi');
  await page.goto(`/repay#${'a'.repeat(43)}`);
  await expect(html).toHaveAttribute('lang', 'hi');
  await page.evaluate(`localStorage.setItem('mohlat-language', 'en')`);
  await page.goto('/?ref=ABCD2345');
  await expect(page).toHaveURL(/\/\?ref=ABCD2345$/);
  await expect(html).toHaveAttribute('lang', 'en');
});
