import type { Page } from '@playwright/test';
import type { Member } from './member.ts';
import { expect, expectToast, test } from './product.ts';
import { logIn } from './steps.ts';

const openDialog = async (page: Page) => {
  await page.goto('/dashboard/profile');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  return page.getByRole('dialog', { name: 'Edit Profile' });
};
const freshMobile = (member: Member) => `8${member.identity.mobile.slice(1)}`;
/** The newest link to an address, when its mail speaks of another one. */
const linkTo = async (member: Member, address: string, about: string) => {
  const mail = await member.outside.message(
    address,
    (sent) => sent.links.length > 0 && sent.text.includes(about),
  );
  return mail.links[0]!;
};

test('before KYC the profile shows its sections in order, and limit and score only name what is missing', async ({
  page,
  member,
}) => {
  await member('profile', page);
  await page.goto('/dashboard/profile');
  await expect(page.getByText('Manage your account information')).toBeVisible();
  await expect(page.getByText('KYC required')).toBeVisible();
  await expect(page.getByText('Complete KYC to view')).toHaveCount(2);
  await expect(page.getByText('Pending Verification')).toHaveCount(3);
  await expect(page.getByRole('link', { name: 'Complete KYC' }).first()).toHaveAttribute(
    'href',
    '/dashboard/kyc-verification',
  );
  const sections = page.locator('main h2');
  const order = [
    'Personal Information',
    'Address Information',
    'Financial Information',
    'KYC Information',
    'Bank Account Details',
  ];
  await expect(sections.filter({ hasText: 'Bank Account Details' })).toBeVisible();
  const shown = (await sections.allTextContents()).filter((title) => order.includes(title));
  expect(shown).toEqual(order);
});

test('once KYC is complete the profile shows limit and score, and numbers only masked', async ({
  page,
  member,
}) => {
  const asha = await member('limit', page);
  await page.goto('/dashboard/profile');
  await expect(page.getByText('KYC complete')).toBeVisible();
  await expect(page.getByText('Complete KYC to view')).toHaveCount(0);
  await expect(page.getByText('₹25,000').first()).toBeVisible();
  await expect(page.getByText('Verified', { exact: true })).toHaveCount(2);
  await expect(page.getByText(`XXXX XXXX ${asha.identity.aadhaar.slice(-4)}`)).toBeVisible();
  await expect(page.locator('main')).not.toContainText(asha.identity.pan);
});

test(
  'the form says each rule in its words, keeps what was typed, and saves what may change',
  { tag: '@wide' },
  async ({ page, member }) => {
    await member('profile', page);
    const dialog = await openDialog(page);
    const wrong = async (label: string, typed: string, sentence: string) => {
      const field = dialog.getByLabel(label);
      const before = await field.inputValue();
      await field.fill(typed);
      await dialog.getByRole('button', { name: 'Save Changes' }).click();
      await expect(dialog.getByRole('alert')).toContainText(sentence);
      await expect(dialog.getByText(sentence)).toHaveCount(2);
      await expect(field).toHaveValue(typed);
      await field.fill(before);
    };
    await wrong('Full name', 'A', 'Name must be at least 2 characters');
    await wrong('Email', 'asha', 'Please enter a valid email address');
    await wrong('Phone number', '98765', 'Phone number must be at least 10 digits');
    await wrong('Phone number', '98765abcde', 'Phone number must contain only digits');
    await wrong('Current address', '', 'Enter your current address.');

    await dialog.getByLabel('Date of birth').fill('2020-01-01');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, 'Failed to update profile');
    await expect(dialog.getByText('You need to be at least 18 years old').first()).toBeVisible();
    await dialog.getByLabel('Date of birth').fill('1991-02-03');
    await dialog.getByLabel('Full name').fill('Asha R Rao');
    await dialog.getByLabel('Current address').fill('7 Park Street, Kolkata 700016');
    await dialog.getByLabel('Monthly income').fill('92000');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, 'Profile updated successfully');
    await expect(dialog).toHaveCount(0);
    await page.reload();
    for (const text of ['Asha R Rao', '7 Park Street, Kolkata 700016', '₹92,000', '3 Feb 1991'])
      await expect(page.locator('#content').getByText(text)).toBeVisible();
  },
);

test('what KYC has proven is locked with the reason; income may change and leaves the limit alone', async ({
  page,
  member,
}) => {
  await member('limit', page);
  const dialog = await openDialog(page);
  await expect(dialog.getByLabel('Full name')).toHaveAttribute('readonly', '');
  await expect(dialog.getByLabel('Date of birth')).toHaveAttribute('readonly', '');
  await expect(dialog.getByText(/^Your KYC has proven this/)).toHaveCount(2);
  await expect(dialog.getByText(/Your credit limit stays as it is/)).toBeVisible();
  await dialog.getByLabel('Monthly income').fill('30000');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Profile updated successfully');
  await expect(page.getByText('₹30,000')).toBeVisible();
  await expect(page.getByText('₹25,000').first()).toBeVisible();
});

test('a new address counts once the links at both addresses were opened', async ({ page, member }) => {
  const asha = await member('profile', page);
  const { email } = asha.identity;
  const next = `next-${email}`;
  const dialog = await openDialog(page);
  await dialog.getByLabel('Email').fill(next);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Verification email sent to your new email address');
  await expect(page.getByText(`${next} waits to be confirmed`)).toBeVisible();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Send the mail again' }).click();
  await expectToast(page, 'Failed to update profile');

  const links = [await linkTo(asha, email, next), await linkTo(asha, next, next)];
  await page.goto(links[0]!);
  await expect(page.getByText(/other address|both|second/i).first()).toBeVisible();
  await page.goto('/dashboard/profile');
  await expect(page.getByText('Open the link in the mail we sent to it.')).toBeVisible();
  await page.goto(links[1]!);
  await expect(page).toHaveURL(/\/auth\/confirmed/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/dashboard/profile');
  await expect(page.getByText(next, { exact: true })).toBeVisible();
  await expect(page.getByText(/waits to be confirmed/)).toHaveCount(0);
});

test('an address of another account is refused where it was typed', async ({ page, member, outside }) => {
  const { Member, someone } = await import('./member.ts');
  const asha = await member('profile', page);
  const other = await new Member(asha.origin, outside, someone('Ravi Rao')).reach('account');
  const dialog = await openDialog(page);
  await dialog.getByLabel('Email').fill(other.identity.email);
  await dialog.getByLabel('Current address').fill('Elsewhere');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'This email address already belongs to another account.',
  );
  await expect(dialog.getByLabel('Current address')).toHaveValue('Elsewhere');
  await page.reload();
  await expect(page.getByText('12 Lake Road, Pune 411001')).toBeVisible();
});

test('a new number waits for its code, also after the dialog was closed', async ({ page, member }) => {
  const asha = await member('profile', page);
  const mobile = freshMobile(asha);
  const shown = `+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`;
  const dialog = await openDialog(page);
  await dialog.getByLabel('Phone number').fill(mobile);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'OTP Sent');
  await page.keyboard.press('Escape');
  await expect(page.getByText(`${shown} waits for its code`)).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Enter the code' }).click();
  const code = page.getByLabel('Enter the 6-digit code');
  const sms = await asha.outside.message(`+91${mobile}`, (sent) => sent.otp !== null);
  await code.fill(sms.otp === '000000' ? '111111' : '000000');
  await expect(page.getByText('Invalid OTP').first()).toBeVisible();
  await code.fill(sms.otp!);
  await expectToast(page, 'Profile updated successfully');
  await expect(page.getByText(shown, { exact: true })).toBeVisible();
  await expect(page.getByText(/waits for its code/)).toHaveCount(0);
});

test('a session that began with a new number sets no other number, and what was typed waits for the log-in', async ({
  page,
  member,
}) => {
  const asha = await member('profile', page);
  const [first, second] = [freshMobile(asha), `7${asha.identity.mobile.slice(1)}`];
  const ask = async (mobile: string) => {
    const dialog = await openDialog(page);
    await dialog.getByLabel('Phone number').fill(mobile);
    await dialog.getByLabel('Current address').fill('12 Lake Road, Pune 411001');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
  };
  await ask(first);
  const sms = await asha.outside.message(`+91${first}`, (sent) => sent.otp !== null);
  await page.getByLabel('Enter the 6-digit code').fill(sms.otp!);
  await expect(page.getByText(`+91 ${first.slice(0, 5)} ${first.slice(5)}`, { exact: true })).toBeVisible();

  await ask(second);
  await expect(page.getByText('Log in again first')).toBeVisible();
  await page.getByRole('button', { name: 'Go back' }).click();
  const phone = page.getByRole('dialog', { name: 'Edit Profile' }).getByLabel('Phone number');
  await expect(phone).toHaveValue(`${second.slice(0, 5)} ${second.slice(5)}`);
  await page.getByLabel('Current address').fill('14 Lake Road, Pune 411001');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('button', { name: 'Log in again' }).click();
  await expect(page).toHaveURL(/\/login\?next=/);
  await logIn(page, asha.identity);
  await expect(phone).toHaveValue(`${second.slice(0, 5)} ${second.slice(5)}`);
  await expect(page.getByLabel('Current address')).toHaveValue('14 Lake Road, Pune 411001');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('dialog', { name: 'Confirm your number' })).toBeVisible();
});

test('given a desk, then a short card of the profile leaves no hole above the next one', async ({
  page,
  member,
}) => {
  await member('limit', page);
  await page.goto('/dashboard/profile');
  await page.getByRole('heading', { name: 'Security' }).waitFor();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 860 });
  const boxes = await page.locator('main section:has(> header h2)').evaluateAll((cards) =>
    cards.map((card) => {
      const { left, top, bottom } = card.getBoundingClientRect();
      return { left, top, bottom };
    }),
  );
  const columns = Object.values(Object.groupBy(boxes, ({ left }) => left));
  expect(columns).toHaveLength(2);
  const gaps = columns.flatMap((column = []) =>
    column.slice(1).map(({ top }, at) => Math.round(top - column[at]!.bottom)),
  );
  expect(new Set(gaps).size).toBe(1);
});
