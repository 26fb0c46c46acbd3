import { expectAccessible } from './accessible.ts';
import { Member, someone } from './member.ts';
import { expect, expectToast, test } from './product.ts';

const KYC = '/dashboard/kyc-verification';

test('PAN: each wrong entry and each refusal of the issuer says what it is', async ({ page, member }) => {
  const { identity } = await member('profile', page);
  await page.goto(KYC);
  await expect(page.getByText('0% complete')).toBeVisible();
  await expect(
    page.getByText('PAN number must be in the format: 5 letters, 4 numbers, 1 letter'),
  ).toBeVisible();
  await expect(page.getByText(/I allow Mohlat and the lender to verify my PAN/)).toBeVisible();
  const pan = page.getByLabel('PAN number');
  const next = page.getByRole('button', { name: 'Continue' });
  await pan.fill('abc-12');
  await expect(pan).toHaveValue('ABC12');
  await next.click();
  await expect(page.getByText('Please enter all 10 characters of your PAN number')).toBeVisible();
  await pan.fill('ABCDE12345');
  await expect(page.getByText('Please enter a valid PAN number in the format ABCDE1234F')).toBeVisible();
  for (const [typed, sentence] of [
    ['SBXPA0782D', 'The issuer does not know this PAN.'],
    ['SBXPA0782C', 'The name on this PAN differs from the name in your profile.'],
    ['SBXPA0782H', 'This PAN does not belong to an individual.'],
  ] as const) {
    await pan.fill(typed);
    await next.click();
    await expectToast(page, sentence);
    const alert = page.getByRole('alert').filter({ hasText: 'Verification Failed' });
    await expect(alert).toContainText(sentence);
  }
  await pan.fill(identity.pan);
  await next.click();
  await expect(page.getByText('PAN verified successfully')).toBeVisible();
  await expect(page.getByText('33% complete')).toBeVisible();
});

test('PAN: a technical failure is tried three times, and is no verdict', async ({ page, member }) => {
  const { identity } = await member('profile', page);
  // The second try goes out once the page has been read: it may be over before a slow machine has looked.
  const { promise: isRead, resolve: goOn } = Promise.withResolvers<void>();
  let tryCount = 0;
  await page.route('**/api/v1/kyc/pan', async (route) => {
    tryCount += 1;
    if (tryCount === 2) await isRead;
    await route.continue();
  });
  await page.goto(KYC);
  await page.getByLabel('PAN number').fill('SBXPA0782F');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectToast(page, 'Verification attempt 1 failed. Retrying...');
  await expect(page.getByText('Try 2 of 3')).toBeVisible();
  goOn();
  await expectToast(page, 'Verification attempt 2 failed. Retrying...');
  await expect(page.getByRole('alert').filter({ hasText: 'Verification Failed' })).toBeVisible();
  await expect(page.getByText('Pending Verification')).toHaveCount(3);
  await page.getByLabel('PAN number').fill(identity.pan);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('PAN verified successfully')).toBeVisible();
});

test('PAN: a name that is nearly the same waits for a person, and then goes on by itself', async ({
  page,
  outside,
  baseURL,
}) => {
  const identity = someone('Asha Rao');
  await outside.register({ ...identity, name: 'Asha De Rao' });
  const near = await new Member(baseURL!, outside, identity).reach('profile');
  await near.enter(page);
  await page.goto(KYC);
  await page.getByLabel('PAN number').fill(identity.pan);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(/do not fully agree. A person looks at it/)).toBeVisible();
  await expect(page.getByText('Verification Failed')).toHaveCount(0);
  await expectToast(page, 'PAN verified successfully');
  await expect(page.getByLabel('Aadhaar number')).toBeVisible();
});

test('Aadhaar: wrong numbers, a consent denied, and then the two ways back', async ({ page, member }) => {
  const { identity } = await member('profile', page);
  await page.goto(KYC);
  await expect(page.getByRole('link', { name: 'Previous Step' })).toHaveAttribute(
    'href',
    '/dashboard/profile',
  );
  await page.getByLabel('PAN number').fill(identity.pan);
  await page.getByRole('button', { name: 'Continue' }).click();
  const aadhaar = page.getByLabel('Aadhaar number');
  await expect(page.getByText(/read my Aadhaar document from DigiLocker once/)).toBeVisible();
  for (const wrong of ['1234', '9999 4105 7059']) {
    await aadhaar.fill(wrong);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Please enter a valid 12-digit Aadhaar number')).toBeVisible();
  }
  await aadhaar.fill('9999 4105 7058');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: /deny/i }).click();
  await expectToast(page, 'Aadhaar verification failed');
  const alert = page.getByRole('alert').filter({ hasText: 'Verification Failed' });
  await expect(alert).toContainText('You did not give consent at DigiLocker.');
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('button', { name: 'Previous Step' }).click();
  await expect(page.getByText('On this PAN: ASHA RAO', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(aadhaar).toBeVisible();
  await expectAccessible(page);
});
