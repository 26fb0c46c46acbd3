import { randomUUID } from 'node:crypto';
import type { Payment, ReconciliationBreak, Repayment } from '@mohlat/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { until } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { type Loan, repaying } from '#test/repaying.ts';
import { advance, balances, clearFaults, fault, drained, signInAgain, somebody } from '#test/steps.ts';

let server: TestServer;
const { expectCollectionsAgree, expectRefundsAgree, untilReturned, aLoan, begin, confirm, webhooks } =
  repaying(() => server);

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
afterEach(async () => {
  await clearFaults(server);
  await webhooks({});
  await expectCollectionsAgree();
  await expectRefundsAgree();
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

/** Closed on its first day with the money of the whole plan: the interest not earned is too much. */
async function overpaid(
  using = 'success@razorpay',
): Promise<Loan & { readonly repaymentId: string; readonly excess: number }> {
  const loan = await aLoan(300_000, 3);
  const begun = await begin(loan, loan.owed, using);
  expect((await confirm(loan.person, begun.id, begun)).body.status).toBe('succeeded');
  return { ...loan, repaymentId: begun.id, excess: loan.owed - 306_000 };
}

const readRepayment = ({ person, repaymentId }: Loan & { readonly repaymentId: string }) =>
  person.ok<Repayment>('GET', `/repayments/${repaymentId}`);

async function statusOf(loan: Loan & { readonly repaymentId: string }): Promise<string[]> {
  return (await readRepayment(loan)).refunds.map((one) => one.status);
}

/** The provider has the latest refund of the loan: "processing" is said from before it is sent, and its hours run from there. */
async function untilAtProvider(loan: { readonly id: string }, count = 1): Promise<void> {
  await until(async () => {
    const { rows } = await server.sql.query<{ status: string; provider_ref: string | null }>(
      'select status, provider_ref from refunds where loan_id = $1 order by created_at',
      [loan.id],
    );
    const latest = rows.at(-1);
    return rows.length === count && latest?.status === 'processing' && latest.provider_ref ? true : undefined;
  });
}

/** The open differences of this loan's refunds; earlier tests' borrowers live on while the clock moves. */
async function breaks(loan: { readonly id: string }): Promise<string[]> {
  const { rows } = await server.sql.query<{ kind: string }>(
    `select b.kind from reconciliation_breaks b join repayments r on r.user_id = b.user_id and r.id = b.repayment_id
     where r.loan_id = $1 and b.kind like 'refund%' and b.resolved_at is null`,
    [loan.id],
  );
  return rows.map((row) => row.kind);
}

describe('what is too much goes back by itself', () => {
  test('LEND-W4: at once, to where it came from, once, and the person is told', async () => {
    const loan = await overpaid();
    await untilReturned(loan.id, loan.excess);
    const { refunds } = await readRepayment(loan);
    expect(refunds).toEqual([
      {
        id: expect.any(String),
        amountPaise: loan.excess,
        status: 'processed',
        createdAt: expect.any(String),
        settledAt: expect.any(String),
      },
    ]);
    expect((await loan.person.ok<Payment>('GET', `/payments/${loan.id}`)).refundDuePaise).toBe(0);
    const { items } = await loan.person.ok<{ items: { title: string }[] }>('GET', '/notifications');
    expect(items.filter((one) => one.title.startsWith('We returned'))).toHaveLength(1);
    // LEND-9: told once that nothing is owed.
    expect(items.filter((one) => one.title.startsWith('Repaid in full'))).toHaveLength(1);
    await until(async () => {
      const mails = await server.control<{ subject: string | null }[]>(
        'GET',
        `/outbox?to=${encodeURIComponent(loan.person.email)}`,
      );
      return mails.some((mail) => mail.subject?.startsWith('We returned')) ? true : undefined;
    });
  });

  test('the account is not closed while money is on its way back', async () => {
    await fault(server, 'razorpay', 'refund', { http: 503, commit: 'before' }, 'always');
    const loan = await overpaid();
    await until(async () => ((await statusOf(loan))[0] === 'unknown' ? true : undefined));
    expect((await loan.person.ok<Payment>('GET', `/payments/${loan.id}`)).refundDuePaise).toBe(loan.excess);
    const refused = await loan.person.call('DELETE', '/me');
    expect([refused.status, (refused.body as { code: string }).code]).toEqual([409, 'refund_due']);
    await clearFaults(server);
    await advance(server, 'PT1M');
    await untilReturned(loan.id, loan.excess);
  });
});

describe('a refund whose answer is not clear', () => {
  test.each([
    ['silence', { timeout: true, commit: 'after' }],
    ['an error after it was done', { http: 500, commit: 'after' }],
    ['an error before', { http: 500, commit: 'before' }],
    ['half a body', { malformed: 'truncated', commit: 'after' }],
    ['a cut line', { reset_before: true }],
  ])('LEND-X1: after %s is no failure, is asked about, and is one refund', async (_, what) => {
    await webhooks({ provider: 'razorpay', drop: true });
    await fault(server, 'razorpay', 'refund', what);
    const loan = await overpaid();
    await until(async () => ((await statusOf(loan))[0] === 'initiated' ? undefined : true));
    await drained();
    await advance(server, 'PT1M');
    await untilReturned(loan.id, loan.excess);
    expect(await statusOf(loan)).toEqual(['processed']);
  });

  test('still under way at the provider: waited for, then the same key again', async () => {
    await webhooks({ provider: 'razorpay', drop: true });
    await fault(server, 'razorpay', 'refund', { http: 409 }, 2);
    const loan = await overpaid();
    for (let turn = 0; turn < 4; turn += 1) {
      await drained();
      expect(await statusOf(loan)).not.toContain('failed');
      await advance(server, 'PT20S');
    }
    await untilReturned(loan.id, loan.excess);
    expect(await statusOf(loan)).toEqual(['processed']);
  });

  test('LEND-X1: a look that is refused says nothing of a refund whose answer was lost', async () => {
    await webhooks({ provider: 'razorpay', drop: true });
    await fault(server, 'razorpay', 'refund', { timeout: true, commit: 'after' });
    await fault(server, 'razorpay', 'refund_list', { http: 400 }, 'always');
    const loan = await overpaid();
    await until(async () => ((await statusOf(loan))[0] === 'unknown' ? true : undefined));
    await advance(server, 'PT1M');
    await drained();
    expect(await statusOf(loan)).toEqual(['unknown']);
    await advance(server, 'P1DT1H');
    await signInAgain(loan.person);
    await drained();
    expect(await statusOf(loan)).toEqual(['unknown']);
    await clearFaults(server);
    await advance(server, 'PT2H');
    await untilReturned(loan.id, loan.excess);
    expect(await statusOf(loan)).toEqual(['processed']);
  });

  test('LEND-X1: a repeat that is refused ends no refund that the list shows by then', async () => {
    await webhooks({ provider: 'razorpay', drop: true });
    await fault(server, 'razorpay', 'refund', { timeout: true, commit: 'after' });
    await fault(server, 'razorpay', 'refund', { http: 400 });
    await fault(server, 'razorpay', 'refund_list', { mismatch: 'ref' });
    const loan = await overpaid();
    await until(async () => ((await statusOf(loan))[0] === 'unknown' ? true : undefined));
    await advance(server, 'PT1M');
    await untilReturned(loan.id, loan.excess);
    expect(await statusOf(loan)).toEqual(['processed']);
  });

  test('LEND-X1: a repeat that is refused ends a refund that the list does not show', async () => {
    await fault(server, 'razorpay', 'refund', { http: 500, commit: 'before' });
    await fault(server, 'razorpay', 'refund', { http: 400 });
    const loan = await overpaid();
    await until(async () => ((await statusOf(loan))[0] === 'unknown' ? true : undefined));
    await advance(server, 'PT1M');
    await until(async () => ((await statusOf(loan))[0] === 'failed' ? true : undefined));
    expect(await balances(server, { loanId: loan.id })).toMatchObject({ L310: -loan.excess });
  });

  test('the call-back alone makes us ask, and is not believed', async () => {
    await fault(server, 'razorpay', 'refund', { timeout: true, commit: 'after' });
    const loan = await overpaid();
    await untilReturned(loan.id, loan.excess);
    expect(await statusOf(loan)).toEqual(['processed']);
  });
});

describe('a refund the provider takes its time for', () => {
  test.each([
    ['its call-back', false],
    ['our own looking', true],
  ])('is on its way until the provider says it is done, by %s', async (_, isDropped) => {
    await webhooks({ provider: 'razorpay', drop: isDropped });
    const loan = await overpaid('slowrefund@razorpay');
    await untilAtProvider(loan);
    await advance(server, 'PT1H');
    await signInAgain(loan.person);
    await drained();
    expect(await statusOf(loan)).toEqual(['processing']);
    expect(await balances(server, { loanId: loan.id })).toMatchObject({ L311: -loan.excess });
    await advance(server, 'PT1H30M');
    await signInAgain(loan.person);
    await untilReturned(loan.id, loan.excess);
  });

  test('and that fails after all is the payer’s money as before, and is tried again', async () => {
    const loan = await overpaid('norefund@razorpay');
    await untilAtProvider(loan);
    await advance(server, 'PT2H30M');
    await signInAgain(loan.person);
    await until(async () => ((await statusOf(loan))[0] === 'failed' ? true : undefined));
    expect(await balances(server, { loanId: loan.id })).toMatchObject({ L310: -loan.excess });
    // A look that was on its way when the refusal was heard of comes now, and the next try is not lost by it.
    await server.sql.query('update refunds set next_look_at = settled_at where loan_id = $1', [loan.id]);
    await until(async () => {
      const { rows } = await server.sql.query<{ isLater: boolean | null }>(
        `select next_look_at = settled_at + interval '1 day' as "isLater" from refunds where loan_id = $1`,
        [loan.id],
      );
      return rows[0]?.isLater === true ? true : undefined;
    });
    await advance(server, 'P1DT1H');
    await signInAgain(loan.person);
    await untilAtProvider(loan, 2);
  });
});

test('a refusal is tried again the next day under a new key; after the third two people may send it once more', async () => {
  const words = { http: 400, body: { error: { code: 'BAD_REQUEST_ERROR', reason: 'refund_not_allowed' } } };
  await fault(server, 'razorpay', 'refund', words, 'always');
  const loan = await overpaid();
  for (const count of [1, 2, 3]) {
    await until(async () => {
      const all = await statusOf(loan);
      return all.length === count && all.every((one) => one === 'failed') ? true : undefined;
    });
    expect(await balances(server, { loanId: loan.id })).toMatchObject({ L310: -loan.excess });
    await advance(server, 'P1DT1H');
    await signInAgain(loan.person);
  }
  await drained();
  expect(await statusOf(loan)).toEqual(['failed', 'failed', 'failed']);
  expect(await breaks(loan)).toEqual(['refund_refused']);
  const { items } = await loan.person.ok<{ items: { title: string }[] }>('GET', '/notifications');
  expect(items.filter((one) => one.title.startsWith('We could not return'))).toHaveLength(1);

  const [maker, checker] = [await somebody(server).signUp(), await somebody(server).signUp()];
  for (const staff of [maker, checker]) await promote(server, staff, { roles: ['finance'] });
  const { items: open } = await maker.ok<{ items: ReconciliationBreak[] }>('GET', '/admin/reconciliation');
  expect(open.find((one) => one.loanId === loan.id && one.kind === 'refund_refused')).toMatchObject({
    rail: 'razorpay',
    owner: 'finance',
    reference: expect.stringMatching(/^pay_/),
    oursPaise: loan.excess,
  });
  const asked = () =>
    maker.call<{ approvalId: string }>(
      'POST',
      `/admin/payments/${loan.id}/refunds`,
      { reason: 'The bank takes it back now' },
      { 'idempotency-key': randomUUID() },
    );
  const { approvalId } = (await asked()).body;
  expect((await asked()).body).toMatchObject({ code: 'approval_open' });
  await clearFaults(server);
  // Two decide about a sum: where another one is due by now, it is not the one they saw.
  const meant = (paise: number) =>
    server.sql.query(
      "update approvals set payload = jsonb_build_object('amountPaise', $2::bigint) where id = $1",
      [approvalId, paise],
    );
  await meant(loan.excess - 1);
  const approve = () => checker.call('POST', `/admin/approvals/${approvalId}`, { decision: 'approve' });
  expect((await approve()).body).toMatchObject({ code: 'approval_stale' });
  await meant(loan.excess);
  expect((await approve()).status).toBe(200);
  await untilReturned(loan.id, loan.excess);
  expect(await statusOf(loan)).toEqual(['failed', 'failed', 'failed', 'processed']);
  expect((await asked()).status).toBe(409);
});
