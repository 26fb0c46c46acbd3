import { expect, expectToast, test, watchConsole } from './product.ts';
import type { Member } from './member.ts';

/** A payslip as far as its first bytes go. */
const PDF = Buffer.from(
  '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n',
);

/** Tells the bureau's file apart: the digits of the PAN say what it holds. */
async function creditOf(member: Member) {
  return member.call<{ state: string; limitPaise: number; evidence: { status: string } | null }>(
    'GET',
    '/credit',
  );
}

test('consent, an offer with its reasons, the yes: the limit is there', async ({ page, member }) => {
  const isQuiet = watchConsole(page);
  const somebody = await member('identity', page);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'See my limit' }).click();
  await expect(page).toHaveURL(/\/dashboard\/credit$/);
  await page.getByRole('button', { name: 'See my credit limit' }).click();
  await expect(page.getByText('We need your consent before we ask the credit bureau.')).toBeVisible();
  await page.getByRole('checkbox', { name: /I allow the lender/ }).check();
  await page.getByRole('button', { name: 'See my credit limit' }).click();
  await expect(page.getByText('A credit limit of ₹25,000')).toBeVisible();
  await expect(
    page.getByText('Your income is not verified yet, so the limit is at most ₹25,000.').first(),
  ).toBeVisible();
  await expect(page.getByText(/income gives ₹35,000 more/)).toBeVisible();
  expect(await creditOf(somebody)).toMatchObject({ state: 'none', limitPaise: 0 });
  await page.getByRole('button', { name: 'Accept this limit' }).click();
  await expectToast(page, 'Your credit limit is ₹25,000');
  await expect(page.getByText('₹0 used of ₹25,000')).toBeVisible();
  await expect(page.getByText('782 of 900')).toBeVisible();
  await expect(page.getByText('Score 782 · Accepted')).toBeVisible();
  await page.reload();
  await expect(page.getByText('₹0 used of ₹25,000')).toBeVisible();
  isQuiet();
});

test('proof of income lifts the cap: sent with progress, checked by a person, taken by a new yes', async ({
  page,
  member,
}) => {
  const somebody = await member('limit', page);
  await page.goto('/dashboard/profile');
  await page.getByRole('link', { name: 'See my credit limit' }).click();
  await page.getByRole('button', { name: 'Send a document' }).click();
  await page.getByRole('button', { name: 'Send for checking' }).click();
  await expect(page.getByText('Enter the net monthly income the document shows')).toBeVisible();
  await page.getByLabel('Net monthly income it shows').fill('85,000');
  const file = page.getByLabel('Document', { exact: true });
  await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await page.getByRole('button', { name: 'Send for checking' }).click();
  await expect(page.getByText('Choose a PDF, JPEG or PNG')).toBeVisible();
  // A text that only calls itself a PDF: the server looks at the bytes.
  await file.setInputFiles({ name: 'slip.pdf', mimeType: 'application/pdf', buffer: Buffer.from('hello') });
  await page.getByRole('button', { name: 'Send for checking' }).click();
  await expect(page.getByRole('alert')).toContainText('We cannot read this file');
  await file.setInputFiles({ name: 'slip.pdf', mimeType: 'application/pdf', buffer: PDF });
  await page.getByRole('button', { name: 'Send for checking' }).click();
  await expect(page.getByText('Being checked')).toBeVisible();
  await expect.poll(async () => (await creditOf(somebody)).evidence?.status).toBe('verified');
  // News come to the open page by themselves.
  await expect(page.getByText(/Shows ₹85,000 a month/)).toBeVisible();
  await expect(page.getByText('With what we know today it could be ₹60,000.')).toBeVisible();
  await page.getByRole('checkbox', { name: /I allow the lender/ }).check();
  await page.getByRole('button', { name: 'Ask again' }).click();
  await expect(page.getByText('₹60,000 instead of ₹25,000')).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByText('₹0 used of ₹25,000')).toBeVisible();
  await page.getByRole('checkbox', { name: /I allow the lender/ }).check();
  await page.getByRole('button', { name: 'Ask again' }).click();
  await page.getByRole('button', { name: 'Accept this limit' }).click();
  await expect(page.getByText('₹0 used of ₹60,000')).toBeVisible();
  await expect(page.getByText('Approved, ₹60,000').first()).toBeVisible();
});

test('a decline says why, what to do and when to try again', async ({ page, member }) => {
  const somebody = await member('identity', page);
  await somebody.call('PATCH', '/me/profile', { monthlyIncomePaise: 1_500_000 });
  await page.goto('/dashboard/credit');
  await page.getByRole('checkbox', { name: /I allow the lender/ }).check();
  await page.getByRole('button', { name: 'See my credit limit' }).click();
  await expect(page.getByText('No credit limit for now')).toBeVisible();
  await expect(page.getByText('Your monthly income is below ₹20,000.')).toBeVisible();
  await expect(page.getByText(/When your income has risen/)).toBeVisible();
  await expect(page.getByText(/Ask the credit bureau to correct it/)).toBeVisible();
  expect(await creditOf(somebody)).toMatchObject({ state: 'declined', limitPaise: 0 });
});

test('the credit page reads in Hindi', async ({ page, member }) => {
  await member('limit', page);
  await page.addInitScript(() => localStorage.setItem('mohlat-language', 'hi'));
  await page.goto('/dashboard/credit');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('आपका क्रेडिट');
  await expect(page.getByText(/सैलरी स्लिप या बैंक स्टेटमेंट से ₹35,000 और मिलेंगे/)).toBeVisible();
});
