// This journey moves the clock, for everybody: it has a project of its own that runs after all others.
import { randomInt } from 'node:crypto';
import type { Mandate, StartedMandate } from '@mohlat/contract';
import type { Page } from '@playwright/test';
import { Member, someone } from './member.ts';
import { expect, test } from './product.ts';

// After a month everything that is due of everybody comes first.
test.describe.configure({ timeout: 600_000 });

/** A borrower with a bill in three instalments, the first of which is due on a day. */
interface Debtor {
  readonly member: Member;
  readonly paymentId: string;
  readonly due: string;
}

/** A minute past one in India: after the hour of notices and debits, and after the first peak hours of UPI. */
const afternoon = (day: string, daysLater = 0) =>
  new Date(Date.parse(`${day}T07:31:00Z`) + daysLater * 86_400_000);

const mandateOf = async ({ member, paymentId }: Debtor) =>
  (await member.call<{ items: Mandate[] }>('GET', `/mandates?paymentId=${paymentId}`)).items[0];

async function owing(member: Member): Promise<Debtor> {
  const { id, schedule } = await member.pay('4021', 900_000, { kind: 'emi', instalments: 3 });
  return { member, paymentId: id, due: schedule[0]!.dueDate };
}

async function setUpByUpi(page: Page): Promise<void> {
  await page.goto('/dashboard/payments');
  await page.getByRole('link', { name: 'Set up autopay for HDFC Bank •• 4021' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up autopay' });
  await expect(dialog.getByText('₹3,620')).toBeVisible();
  await dialog.getByRole('button', { name: 'Go to approval' }).click();
  const approval = page.locator('iframe').first().contentFrame();
  await approval.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText(/^₹3,120 will be collected on /)).toBeVisible();
}

/** Agrees to the debit of a bank account that will have no money. */
async function setUpWithoutFunds(debtor: Debtor): Promise<void> {
  const { member, paymentId } = debtor;
  const { identity, outside } = member;
  // Theirs at the bank: of an account not registered, it says what it says of the newest person.
  const accountNumber = `5010${String(randomInt(1_000_000)).padStart(6, '0')}4021`;
  await outside.register({ ...identity, accountNumber });
  await member.call('POST', '/bank-accounts', {
    accountName: identity.name,
    accountNumber,
    confirmAccountNumber: accountNumber,
    ifsc: 'ABCD0123456',
    acceptTerms: true,
  });
  await expect
    .poll(
      async () => (await member.call<{ items: { isDefault: boolean }[] }>('GET', '/bank-accounts')).items[0],
    )
    .toMatchObject({ isDefault: true });
  const { checkout } = await member.call<StartedMandate>('POST', '/mandates', { paymentId, kind: 'enach' });
  await outside.payOrder(checkout.orderId, 'nofunds@razorpay');
  await expect.poll(async () => (await mandateOf(debtor))?.status).toBe('active');
}

/** Logs in again, as one has to once the clock was moved, and waits until the worker has done what was due by then. */
async function expectMandate(
  page: Page,
  debtor: Debtor,
  hasHappened: (mandate: Mandate) => boolean,
): Promise<void> {
  await debtor.member.comeBack(page, await debtor.member.outside.now());
  await expect
    .poll(
      async () => {
        const mandate = await mandateOf(debtor);
        return mandate !== undefined && hasHappened(mandate);
      },
      { intervals: [300] },
    )
    .toBe(true);
}

// Two people and one calendar: a month of it is work for everything that anybody owes.
test('LEND-20, LEND-L6: autopay by UPI is set up, collects on the due date and is ended; a debit of a bank account that comes back is told with what it costs and the next try', async ({
  page,
  member,
  outside,
  baseURL,
}) => {
  const setClock = async (now: Date) => {
    await outside.setClock(now);
    await page.clock.setFixedTime(now);
  };
  const other = someone('Kavita Deshmukh');
  await outside.register(other);
  const kavita = await owing(await new Member(baseURL!, outside, other).reach('limit'));
  const asha = await owing(await member('limit', page));
  await setUpWithoutFunds(kavita);
  await page.clock.setFixedTime(await outside.now());
  await setUpByUpi(page);
  expect(kavita.due).toBe(asha.due);

  // The phone's own clock stays a month behind: what is left is counted by the product's.
  await outside.setClock(afternoon(asha.due, -2));
  await expectMandate(page, kavita, ({ nextDebit }) => nextDebit?.state === 'announced');
  await expectMandate(page, asha, ({ nextDebit }) => nextDebit?.state === 'announced');
  await page.goto('/dashboard');
  await expect(page.getByText('· in 2 days')).toBeVisible();

  await setClock(afternoon(asha.due));
  await expectMandate(page, asha, ({ lastDebit }) => lastDebit?.state === 'paid');
  await page.goto(`/dashboard/payments/${asha.paymentId}`);
  await expect(page.getByText('₹6,240', { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/^₹3,120 will be collected on /)).toBeVisible();
  await page.getByRole('button', { name: 'End autopay' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End autopay' }).click();
  await expect(page.getByText('Your bank is being told. No further debit is begun.')).toBeVisible();
  expect(await mandateOf(asha)).toMatchObject({ status: 'cancelling', nextDebit: null });

  await expectMandate(page, kavita, ({ nextDebit }) => nextDebit?.state === 'presented');
  await page.goto('/dashboard');
  await expect(page.getByText('Your bank has not answered yet. Do not pay it again.').first()).toBeVisible();
  await setClock(afternoon(kavita.due, 1.2));
  await expectMandate(page, kavita, ({ lastDebit }) => lastDebit?.state === 'failed');
  await page.goto(`/dashboard/payments/${kavita.paymentId}`);
  await expect(page.getByText(/^₹3,120 could not be collected on /)).toBeVisible();
  await expect(page.getByText('The returned debit costs ₹100, once for this instalment.')).toBeVisible();
  await expect(page.getByText(/^We try once more on /)).toBeVisible();
});
