import { randomUUID } from 'node:crypto';
import type { Payment, Problem, Repayment, Rewards, StartedRepayment } from '@mohlat/contract';
import { RAIL_MIN_PAISE } from '@mohlat/lending';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aBorrower } from '#test/borrowing.ts';
import { layDisputes } from '#test/disputing.ts';
import { idOf as idOfPerson } from '#test/erasing.ts';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { until } from '#test/person.ts';
import { idOf, meet } from '#test/racing.ts';
import { type Loan, repaying } from '#test/repaying.ts';
import { clearFaults, fault, somebody } from '#test/steps.ts';

let server: TestServer;
let loan: Loan;
let rewardId: string;
const { aLoan, w2, onDay, confirm, payOrder, untilRepayment } = repaying(() => server);

beforeAll(async () => {
  server = await startTestServer({ startsAt: '2027-01-15T06:00:00Z' });
  loan = await w2(2027);
  await onDay(loan, '2027-02-10');
  await loan.person.repay(loan.id, 520_000);
  await onDay(loan, '2027-02-16');
  const { items } = await until(async () => {
    const rewards = await list();
    return rewards.items.length > 0 ? rewards : undefined;
  });
  rewardId = items[0]!.id;
});
afterAll(async () => {
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  await server.stop();
});

const list = () => loan.person.ok<Rewards>('GET', '/rewards');

function start(body: object, key: string = randomUUID(), by = loan.person) {
  return by.call<StartedRepayment>('POST', `/payments/${loan.id}/repayments`, body, {
    'idempotency-key': key,
  });
}

/** Leaves a start as a process that ends after its rewards were used leaves it: the order is made, and not written down. */
async function loseAnswer(key: string, repaymentId: string): Promise<void> {
  await server.sql.query(
    `update idempotency_keys set state = 'running', leased_until = null, facts = jsonb_build_object('repaymentId', $2::text,
       'rewardRepaymentId', (select w.id from repayments r join repayments w on w.loan_id = r.loan_id and w.channel = 'reward'
         where r.id = $2::uuid))
     where key = $1`,
    [key, repaymentId],
  );
  await server.sql.query('update repayments set order_ref = null where id = $1', [repaymentId]);
}

/** By the first settings: a quarter of a percent, at most ₹500 a month. */
const TERMS = { cashbackPercent: '0.25', cashbackBps: 25, monthlyMaxPaise: 50_000 };

describe('rewards used in a repayment', () => {
  test('SPEC-2: what was earned is listed with where it comes from and until when it counts', async () => {
    expect(await list()).toEqual({
      availablePaise: 1300,
      terms: TERMS,
      nextCursor: null,
      coming: [],
      items: [
        {
          id: rewardId,
          amountPaise: 1300,
          kind: 'cashback',
          earnedFrom: expect.stringMatching(/^Cashback: instalment 1 repaid on time, .+ card ending \d{4}$/),
          paymentId: loan.id,
          instalment: 1,
          card: { bankName: expect.any(String), last4: expect.stringMatching(/^\d{4}$/) },
          earnedAt: expect.any(String),
          isUsed: false,
          state: 'available',
          expiresOn: '2028-02-15',
        },
      ],
    });
  });

  test('SPEC-7.rewards-order, LEND-24: given a newer reward for a friend, then it comes first, and is usable from its day', async () => {
    const userId = await idOfPerson(loan.person);
    const { rows } = await server.sql.query<{ id: string }>(
      `with friend as (insert into referrals (user_id, referred_id, created_at) values ($1, $2, $3) returning id)
       insert into rewards (user_id, kind, amount_paise, referral_id, earned_on, earned_at, expires_on, spendable_on)
       select $1, 'referral', 12500, id, '2027-02-16', $3, '2028-02-16', '2027-02-17' from friend returning id`,
      [userId, randomUUID(), new Date(server.now())],
    );
    const id = rows[0]!.id;
    const first = { id, kind: 'referral', earnedFrom: 'Referral', paymentId: null, usableFrom: '2027-02-17' };
    expect(await list()).toMatchObject({ availablePaise: 1300, items: [first, { id: rewardId }] });
    await server.sql.query("update rewards set spendable_on = '2027-02-16' where id = $1", [id]);
    expect((await list()).availablePaise).toBe(13_800);
    await server.sql.query('delete from rewards where id = $1', [id]);
  });

  test('SPEC-6.own: another account sees none of the rewards, nor their sum', async () => {
    expect((await list()).items).toMatchObject([{ id: rewardId }]);
    const other = await somebody(server).signUp();
    expect(await other.ok<Rewards>('GET', '/rewards')).toMatchObject({ availablePaise: 0, items: [] });
  });

  test('the sum that can be used is that of the list beside it, whatever is spent meanwhile', async () => {
    const set = (isUsed: string) =>
      server.sql.query(
        `update rewards w set is_used = ${isUsed},
           repayment_id = case when ${isUsed} then (select r.id from repayments r where r.user_id = w.user_id limit 1) end
         where id = $1`,
        [rewardId],
      );
    let isOver = false;
    const spending = (async () => {
      while (!isOver) await set('not is_used');
    })();
    const seen = [];
    for (let round = 0; round < 100; round += 1) {
      const { availablePaise, items } = await list();
      seen.push([availablePaise, items[0]!.isUsed ? 0 : 1300]);
    }
    isOver = true;
    await spending;
    await set('false');
    expect(seen.filter(([sum, ofList]) => sum !== ofList)).toEqual([]);
  });

  test('LEND-24: are used whole, by their owner, and not for making instalments smaller', async () => {
    const codeOf = async (body: object, by = loan.person) =>
      ((await start(body, randomUUID(), by)).body as unknown as { code: string }).code;
    expect(await codeOf({ amountPaise: 1299, rewardIds: [rewardId] })).toBe('rewards_exceed_repayment');
    expect(await codeOf({ amountPaise: 1300, rewardIds: [randomUUID()] })).toBe('reward_not_available');
    expect(await codeOf({ amountPaise: 60_000, rewardIds: [rewardId], intent: 'part_prepay' })).toBe(
      'validation_failed',
    );
    const other = await aBorrower(server);
    expect(await other.ok('GET', '/rewards')).toEqual({
      availablePaise: 0,
      terms: TERMS,
      items: [],
      nextCursor: null,
      coming: [],
    });
    expect(await codeOf({ amountPaise: 1300, rewardIds: [rewardId] }, other)).toBe('not_found');
    expect((await list()).availablePaise).toBe(1300);
  });

  test('LEND-16 journal 34: given a dispute of a repayment of its payment, then cashback is on hold and says so', async () => {
    await layDisputes(server, loan.id);
    expect(await list()).toMatchObject({
      availablePaise: 0,
      items: [{ state: 'available', isDisputed: true }],
    });
    await server.sql.query('delete from chargebacks where loan_id = $1', [loan.id]);
    const { availablePaise, items } = await list();
    expect([availablePaise, items[0]!.isDisputed]).toEqual([1300, undefined]);
  });

  test('PAY-16: a rest below ₹1 is refused, and the rewards can be chosen again', async () => {
    const reply = await start({ amountPaise: 1350, rewardIds: [rewardId] });
    expect([reply.status, reply.body]).toMatchObject([422, { code: 'repayment_too_small' }]);
    const { rows } = await server.sql.query("select 1 from repayments where status = 'initiated'");
    expect(rows).toEqual([]);
    expect((await list()).availablePaise).toBe(1300);
  });

  test('PAY-11: a checkout that cannot be opened uses up no rewards, and the same key goes on when it can', async () => {
    await fault(server, 'razorpay', 'order_create', { http: 503 }, 'always');
    const key = randomUUID();
    const body = { amountPaise: 520_000, rewardIds: [rewardId] };
    expect((await start(body, key)).status).toBe(503);
    expect((await list()).availablePaise).toBe(1300);
    await clearFaults(server);
    const reply = await start(body, key);
    expect(reply.status).toBe(202);
    const { id, amountPaise, checkout } = reply.body;
    expect([amountPaise, checkout?.amountPaise]).toEqual([518_700, 518_700]);
    expect((await list()).availablePaise).toBe(0);
    expect((await start(body, key)).body).toEqual(reply.body);
    await loseAnswer(key, id);
    await fault(server, 'razorpay', 'order_create', { http: 503 }, 'always');
    const cut = await start(body, key);
    expect([cut.status, cut.body]).toMatchObject([503, { code: 'provider_unavailable' }]);
    await clearFaults(server);
    expect((await start(body, key)).body).toEqual(reply.body);
    const act = await payOrder(checkout!.orderId, 'success@razorpay');
    await confirm(loan.person, id, act);
    await untilRepayment(loan.person, id, 'succeeded');
    const payment = await loan.person.ok<Payment>('GET', `/payments/${loan.id}`);
    expect(payment.outstandingPaise).toBe(520_000);
  });

  test('LEND-16 journal 32: when they cover everything there is nothing to check out, and of two at once one wins', async () => {
    await onDay(loan, '2027-03-16');
    const { items } = await until(async () => {
      const rewards = await list();
      return rewards.items.some((one) => !one.isUsed) ? rewards : undefined;
    });
    const fresh = items.find((one) => !one.isUsed)!;
    const body = { amountPaise: 1300, rewardIds: [fresh.id] };
    const thrice = [1, 2, 3].map(() => () => start(body));
    const replies = await meet(server, await idOf(loan.person), 'credit', thrice);
    // Bound to a repayment first and used under a second lock, so that any of the three may be the one.
    const [done, ...others] = replies.toSorted((one, other) => one.status - other.status);
    expect(done!.status).toBe(202);
    expect(others.map(({ status, body }) => [status, (body as unknown as Problem).code])).toEqual([
      [409, 'reward_not_available'],
      [409, 'reward_not_available'],
    ]);
    expect(done!.body).toMatchObject({ status: 'succeeded', amountPaise: 1300, checkout: null });
    const repayment = await loan.person.ok<Repayment>('GET', `/repayments/${done!.body.id}`);
    expect(repayment.channel).toBe('reward');
    expect(repayment.allocation).toEqual([{ instalment: 3, component: 'interest', amountPaise: 1300 }]);
    const { items: repayments } = await loan.person.ok<{ items: Repayment[] }>('GET', '/repayments');
    expect(repayments.filter((one) => one.amountPaise === 1300).map((one) => one.status)).toEqual([
      'succeeded',
      'succeeded',
    ]);
  });

  test('LEND-24: given a reward below ₹1, then it repays what it is worth, and without it as little is refused', async () => {
    const earning = await aLoan(10_000);
    const other = await aLoan(10_000, 1, earning.person);
    const { person } = earning;
    await onDay(earning, '2027-03-20');
    await person.repay(earning.id, earning.owed);
    await onDay(earning, '2027-04-30');
    const { items } = await until(async () => {
      const rewards = await person.ok<Rewards>('GET', '/rewards');
      return rewards.availablePaise > 0 ? rewards : undefined;
    });
    const { id, amountPaise } = items[0]!;
    expect(amountPaise).toBeLessThan(RAIL_MIN_PAISE);
    const put = (body: object) =>
      person.call<StartedRepayment>('POST', `/payments/${other.id}/repayments`, body, {
        'idempotency-key': randomUUID(),
      });
    expect((await put({ amountPaise })).body).toMatchObject({ code: 'repayment_too_small' });
    const reply = await put({ amountPaise, rewardIds: [id] });
    expect([reply.status, reply.body]).toMatchObject([
      202,
      { status: 'succeeded', amountPaise, checkout: null },
    ]);
  });

  test('PAY-11: given a start cut off after its rewards were used, when the rail refuses its order, then it is settled without one', async () => {
    const earning = await aLoan(400_000);
    const { person } = earning;
    const other = await aLoan(400_000, 1, person);
    await person.repay(earning.id, earning.owed);
    await onDay(earning, '2027-06-15');
    const { items } = await until(async () => {
      const rewards = await person.ok<Rewards>('GET', '/rewards?usable=true');
      return rewards.items.some((one) => one.paymentId === earning.id) ? rewards : undefined;
    });
    const reward = items.find((one) => one.paymentId === earning.id)!;
    const put = (body: object, key: string = randomUUID()) =>
      person.call<StartedRepayment>('POST', `/payments/${other.id}/repayments`, body, {
        'idempotency-key': key,
      });
    const owed = async () => (await person.ok<Payment>('GET', `/payments/${other.id}`)).outstandingPaise;
    const before = await owed();
    const key = randomUUID();
    const body = { amountPaise: 50_000, rewardIds: [reward.id] };
    const { id } = (await put(body, key)).body;
    await loseAnswer(key, id);
    await fault(server, 'razorpay', 'order_create', { http: 400 }, 'always');
    const refused = await put(body, key);
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'provider_refused' }]);
    await clearFaults(server);
    const replayed = await put(body, key);
    expect([replayed.status, replayed.headers.get('idempotency-replayed')]).toEqual([409, 'true']);
    // The rewards have paid their part; the rest has no order, and another request pays it.
    expect(await owed()).toBe(before - reward.amountPaise);
    const rest = await person.ok<Repayment>('GET', `/repayments/${id}`);
    expect([rest.status, rest.failureReason]).toEqual(['failed', 'not_paid']);
    expect((await put({ amountPaise: 50_000 - reward.amountPaise })).body).toMatchObject({
      status: 'initiated',
    });
  });
});
