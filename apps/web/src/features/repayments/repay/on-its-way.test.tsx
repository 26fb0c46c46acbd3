// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { page, problem, stubNetwork, type Answers } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { ID, sampleForeclosure, samplePayment, sampleRepayment } from '../../../../test/samples.ts';

const PLAN = `GET /payments/${ID.payment}`;
const SAID = '₹5,200 is being confirmed with your bank. Do not pay it again.';
const unknown = sampleRepayment({ status: 'unknown' });

async function openPlan(answers: Answers = {}, query = '') {
  const network = stubNetwork({
    [PLAN]: [200, samplePayment()],
    [`${PLAN}/foreclosure`]: [200, sampleForeclosure],
    'GET /repayments': page([unknown]),
    ...answers,
  });
  await openScreen(
    { path: '/dashboard/payments/:id', lazy: () => import('../plan/payment-plan.tsx') },
    `/dashboard/payments/${ID.payment}${query}`,
  );
  return network;
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const inDialog = async () => within(await screen.findByRole('dialog'));

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test('given a repayment whose outcome is unknown, the repay dialog says not to pay again', async () => {
  await openPlan({}, '?repay=next');
  expect(await (await inDialog()).findByText(SAID)).toBeDefined();
});

test('given an unknown repayment, paying a part early says not to pay again', async () => {
  await openPlan();
  await press('See what changes');
  expect(await (await inDialog()).findByText(SAID)).toBeDefined();
});

test('given an unknown repayment, cancelling says not to pay again', async () => {
  const cancel = { until: '2026-11-23', amountPaise: 1_501_400, chargePaise: 1_400, refundPaise: 0 };
  await openPlan({ [PLAN]: [200, samplePayment({ cancel })] });
  await press('Cancel this payment');
  expect(await (await inDialog()).findByText(SAID)).toBeDefined();
});

test('given an unknown repayment, the agreed lower sum says not to pay again', async () => {
  const settlement = { agreedPaise: 900_000, restPaise: 900_000, payBy: '2026-12-31' };
  await openPlan({ [PLAN]: [200, samplePayment({ settlement })] });
  const card = (await screen.findByRole('button', { name: 'Pay ₹9,000' })).closest('section')!;
  expect(await within(card).findByText(SAID)).toBeDefined();
});

test('given repayments that ended, the repay dialog warns of nothing', async () => {
  await openPlan({ 'GET /repayments': page([sampleRepayment({ status: 'failed' })]) }, '?repay=next');
  expect(await screen.findByText('Not received')).toBeDefined();
  expect(screen.queryByText(/Do not pay it again/)).toBeNull();
});

test('given a repayment that cannot be read, its address warns not to pay again', async () => {
  await openPlan(
    { [`GET /repayments/${ID.repayment}`]: problem(500, 'internal', 'Something went wrong on our side.') },
    `?repayment=${ID.repayment}`,
  );
  expect(await screen.findByText('This repayment cannot be shown. Do not pay it again yet.')).toBeDefined();
});

test('given a history that cannot be read, the plan says so and reads it again', async () => {
  const { answers } = await openPlan({ 'GET /repayments': problem(500, 'internal', 'Broken.') });
  const card = within((await screen.findByRole('heading', { name: 'Repayments' })).closest('section')!);
  const retry = await card.findByRole('button', { name: 'Retry' });
  answers['GET /repayments'] = page([unknown]);
  await userEvent.click(retry);
  expect(await card.findByText('Confirming')).toBeDefined();
});

test('given more repayments than a page, the next page follows on demand', async () => {
  await openPlan({
    'GET /repayments': ({ path }) =>
      path.includes('cursor=more')
        ? page([sampleRepayment({ id: ID.quote, status: 'failed' })])
        : page([unknown], 'more'),
  });
  await press('Show more');
  expect(await screen.findByText('Not received')).toBeDefined();
});
