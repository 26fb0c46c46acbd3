import type { Page } from '@playwright/test';
import { Member, PASSWORD, sessionIn } from './member.ts';
import { expect, test, watchConsole } from './product.ts';
import {
  agree,
  enterAmount,
  enterCard,
  logIn,
  onboard,
  passKyc,
  payButton,
  paymentId,
  repayInCheckout,
  signUpByEmail,
  signUpByMobile,
} from './steps.ts';

// With the movements that most people see; the journeys beside this one do without.
test.use({ reducedMotion: 'no-preference' });

async function payBill(page: Page, last4: string, amount: string, plan: RegExp): Promise<string> {
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Pay Another Bill' }).filter({ visible: true }).click();
  await enterCard(page, last4);
  await enterAmount(page, amount);
  await agree(page, plan);
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: 'HDFC Bank has your payment' })).toBeVisible();
  return paymentId(page);
}

/** The world outside did what the books say: one bill paid once, and every rupee repaid collected once. */
async function expectTruthAgrees(member: Member, id: string, billPaise: number, repaidPaise: number) {
  const payment = await member.payment(id);
  expect(payment).toMatchObject({ status: 'completed', billStatus: 'paid', outstandingPaise: 0 });
  const bills = await member.outside.executedBills(payment.ourReference!);
  expect(bills).toMatchObject([{ amountPaise: billPaise, status: 'executed' }]);
  const repayments = await member.repayments(id);
  expect(repayments.map((one) => one.status)).toEqual(repayments.map(() => 'succeeded'));
  const collected = await Promise.all(repayments.map((one) => member.outside.collected(one.id)));
  expect(collected.map((one) => one.map((taken) => taken.amountPaise - taken.amountRefundedPaise))).toEqual(
    repayments.map((one) => [one.amountPaise]),
  );
  expect(repayments.reduce((sum, one) => sum + one.amountPaise, 0)).toBe(repaidPaise);
  expect(await member.outside.brokenBooks()).toEqual([]);
}

// The whole story once on a phone, and once on a desktop, where all of its layout is another one.
test('SPEC-1.pays-now: by e-mail: sign up, prove identity, have a ₹15,000 bill paid as 3 EMIs, repay one and then all', async ({
  page,
  baseURL,
  outside,
  identity,
}) => {
  const expectQuiet = watchConsole(page);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await signUpByEmail(page, outside, identity);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await logIn(page, identity, PASSWORD);
  await expect(page.getByText('Login Successful')).toBeVisible();
  await onboard(page, identity);
  await passKyc(page, outside, identity);
  const id = await payBill(page, '4021', '15000', /3 EMIs.*3 × ₹5,200/s);
  const member = new Member(baseURL!, outside, identity, await sessionIn(page));
  const paid = await member.payment(id);
  expect(paid.schedule.map((row) => row.amountPaise)).toEqual([520_000, 520_000, 520_000]);

  await page.goto(`/dashboard/payments/${id}`);
  await page.getByRole('button', { name: 'Pay ₹5,200 now' }).click();
  await repayInCheckout(page);
  await expect(page.getByText('₹5,200 received')).toBeVisible();
  await expect(page.getByText('₹10,400').first()).toBeVisible();

  await page.getByRole('button', { name: 'Other amount' }).click();
  await repayInCheckout(page, /Everything/);
  await expect(page.getByText('Nothing left to repay', { exact: true })).toBeVisible();

  await page.goto('/dashboard/transactions');
  await expect(page.getByText('Completed').filter({ visible: true }).last()).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByText('You have no pending payments at the moment.')).toBeVisible();
  // Closed on the first day: no interest has been earned, so bill and fee are all there is to repay.
  await expectTruthAgrees(member, id, 1_500_000, 1_530_000);
  expect(sent.filter((one) => /"cvv"|cvv=/i.test(one))).toEqual([]);
  expectQuiet();
});

test(
  'SPEC-1.repays-at-once: by mobile: sign up with a code, have a bill paid and repay it at once',
  { tag: '@desk' },
  async ({ page, baseURL, outside, identity }) => {
    const expectQuiet = watchConsole(page);
    await signUpByMobile(page, outside, identity);
    await onboard(page, identity);
    await passKyc(page, outside, identity);
    const id = await payBill(page, '4022', '9000', /1 payment/);
    const member = new Member(baseURL!, outside, identity, await sessionIn(page));

    await page.goto(`/dashboard/payments/${id}`);
    await page.getByRole('button', { name: 'Pay ₹9,180 now' }).click();
    await repayInCheckout(page);
    await expect(page.getByText('Nothing left to repay', { exact: true })).toBeVisible();
    await expectTruthAgrees(member, id, 900_000, 918_000);
    expectQuiet();
  },
);
