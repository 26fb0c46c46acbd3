// These journeys move the clock, for everybody: they have a project of their own that runs after all others.
import { randomInt } from 'node:crypto';
import type { Mandate, StartedMandate } from '@mohlat/contract';
import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';
import type { Member } from './member.ts';
import type { Outside } from './outside.ts';

// After a month everything that is due of everybody comes first.
test.describe.configure({ timeout: 600_000 });

/** Ten and a minute in the morning in India. */
const morning = (day: string, daysLater = 0) =>
  new Date(Date.parse(`${day}T04:31:00Z`) + daysLater * 86_400_000);

const mandateOf = async (member: Member, paymentId: string) =>
  (await member.call<{ items: Mandate[] }>('GET', `/mandates?paymentId=${paymentId}`)).items[0];

/** Moves the clock and waits until the worker has done what was due by then. */
async function goTo(
  { outside, member, page }: { outside: Outside; member: Member; page: Page },
  now: Date,
  paymentId: string,
  hasHappened: (mandate: Mandate) => boolean,
): Promise<void> {
  await outside.setClock(now);
  await member.comeBack(page, now);
  await expect
    .poll(
      async () => {
        const mandate = await mandateOf(member, paymentId);
        return mandate !== undefined && hasHappened(mandate);
      },
      { timeout: 180_000, intervals: [300] },
    )
    .toBe(true);
  await page.clock.setFixedTime(now);
}

test('LEND-20: autopay by UPI is set up, collects on the due date, and is ended', async ({
  page,
  member,
  outside,
}) => {
  const asha = await member('limit', page);
  const { id, schedule } = await asha.pay('4021', 900_000, { kind: 'emi', instalments: 3 });
  const due = schedule[0]!.dueDate;
  await page.clock.setFixedTime(await outside.now());
  await page.goto('/dashboard/payments');
  await page.getByRole('link', { name: 'Set up autopay for HDFC Bank •• 4021' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up autopay' });
  await expect(dialog.getByText('₹3,620')).toBeVisible();
  await dialog.getByRole('button', { name: 'Go to approval' }).click();
  const approval = page.locator('iframe').first().contentFrame();
  await approval.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText(/^₹3,120 will be collected on /)).toBeVisible();
  const world = { outside, member: asha, page };
  await goTo(world, morning(due, -2), id, (mandate) => mandate.nextDebit?.state === 'announced');
  await goTo(world, morning(due), id, (mandate) => mandate.lastDebit?.state === 'paid');
  await page.goto(`/dashboard/payments/${id}`);
  await expect(page.getByText('₹6,240', { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/^₹3,120 will be collected on /)).toBeVisible();
  await page.getByRole('button', { name: 'End autopay' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End autopay' }).click();
  await expect(page.getByText('Your bank is being told. No further debit is begun.')).toBeVisible();
  expect(await mandateOf(asha, id)).toMatchObject({ status: 'cancelling', nextDebit: null });
});

test('LEND-L6: a debit of a bank account that comes back is told with what it costs and the next try', async ({
  page,
  member,
  identity,
  outside,
}) => {
  const asha = await member('limit', page);
  // Theirs at the bank: of an account nobody named, it says what it says of the newest person.
  const accountNumber = `5010${String(randomInt(1_000_000)).padStart(6, '0')}4021`;
  await outside.register({ ...identity, accountNumber });
  await asha.call('POST', '/bank-accounts', {
    accountName: 'Asha Rao',
    accountNumber,
    confirmAccountNumber: accountNumber,
    ifsc: 'ABCD0123456',
    acceptTerms: true,
  });
  const { id, schedule } = await asha.pay('4021', 900_000, { kind: 'emi', instalments: 3 });
  const due = schedule[0]!.dueDate;
  await expect
    .poll(
      async () => (await asha.call<{ items: { isDefault: boolean }[] }>('GET', '/bank-accounts')).items[0],
    )
    .toMatchObject({ isDefault: true });
  const { checkout } = await asha.call<StartedMandate>('POST', '/mandates', { paymentId: id, kind: 'enach' });
  await outside.payOrder(checkout.orderId, 'nofunds@razorpay');
  await expect.poll(async () => (await mandateOf(asha, id))?.status).toBe('active');
  const world = { outside, member: asha, page };
  await goTo(world, morning(due, -2), id, (mandate) => mandate.nextDebit?.state === 'announced');
  await goTo(world, morning(due), id, (mandate) => mandate.nextDebit?.state === 'presented');
  await page.goto('/dashboard');
  await expect(page.getByText('Your bank has not answered yet. Do not pay it again.').first()).toBeVisible();
  await goTo(world, morning(due, 1.2), id, (mandate) => mandate.lastDebit?.state === 'failed');
  await page.goto(`/dashboard/payments/${id}`);
  await expect(page.getByText(/^₹3,120 could not be collected on /)).toBeVisible();
  await expect(page.getByText('The returned debit costs ₹100, once for this instalment.')).toBeVisible();
  await expect(page.getByText(/^We try once more on /)).toBeVisible();
});
