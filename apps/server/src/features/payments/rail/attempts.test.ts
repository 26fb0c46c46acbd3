import { addDays, businessDate, paise } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProviderServerError } from '#providers/index.ts';
import { enquire } from './enquiry.ts';
import { leased } from './lease.ts';
import { paymentJobs } from '../payments.jobs.ts';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

const DAY = businessDate('2027-01-15');
const BILL_PAISE = paise(1_500_000);

let lab: Lab;
let loan: LabLoan;
beforeAll(async () => {
  lab = await openLab();
  lab.set(noonOf(DAY));
  loan = await lab.lend('try l', {
    billPaise: BILL_PAISE,
    instalments: 3,
    disbursedOn: DAY,
    isUnanswered: true,
  });
  await lab.owner.query("update payment_attempts set provider_ref = 'R1' where payment_id = $1", [
    loan.loanId,
  ]);
});
afterAll(() => lab.close());

/** Another attempt at the same payment, as another worker would make it. */
const another = () =>
  lab.owner.query(
    `insert into payment_attempts (user_id, id, payment_id, our_reference, biller_id, bill_number, card_id, mobile_sealed,
       request_sealed, request_hash, state, started_at)
     select user_id, new_id(), payment_id, our_reference || 'X', biller_id, bill_number, card_id, mobile_sealed, request_sealed,
       request_hash, 'sending', started_at from payment_attempts where payment_id = $1 limit 1`,
    [loan.loanId],
  );

test('LEND-X4: given an attempt the rail is still at, when it was asked, then no other attempt can begin', async () => {
  const state = { state: 'processing', payRef: 'R1', amount: BILL_PAISE, paymentKey: 'LAB' } as const;
  const providers = { billPayment: { getPayment: async () => state } };
  const deps = { ...lab.deps, providers, log: { warn: () => {} } };
  const ids = { userId: loan.userId, paymentId: loan.loanId };
  expect(await enquire(deps as never, ids)).toBe('open');
  await expect(another()).rejects.toMatchObject({ code: '23505' });
});

test('LEND-X4: given an attempt that failed, when it is over, then another one may begin', async () => {
  await lab.owner.query("update payment_attempts set state = 'failed' where payment_id = $1", [loan.loanId]);
  expect((await another()).rowCount).toBe(1);
  await expect(another()).rejects.toMatchObject({ code: '23505' });
});

test.each([
  ['payments.enquire', 10_000],
  ['payments.hint', 700],
])(
  'PAY-15: given a look of %s at a payment that another worker has, then another one follows after %i ms',
  async (task, afterMs) => {
    const terms = { billPaise: BILL_PAISE, instalments: 3, disbursedOn: DAY, isUnanswered: true } as const;
    const { userId, loanId } = await lab.lend(`held-${task} l`, terms);
    await lab.owner.query('update payment_attempts set provider_ref = $2 where payment_id = $1', [
      loanId,
      task,
    ]);
    const ids = { userId, paymentId: loanId };
    const deps = { ...lab.deps, providers: { billPayment: {} }, log: { warn: () => {} } } as never;
    const look = paymentJobs(deps).find((job) => job.task === task)!;
    const turn = () => look.run({ ...ids, reference: task }, { attempt: 1, isLastAttempt: false });
    const waiting = async () => {
      const jobs = "select run_at as at from graphile_worker._private_jobs where key like '%' || $1";
      return (await lab.owner.query<{ at: Date }>(jobs, [loanId])).rows;
    };
    expect(await waiting()).toEqual([]);
    await leased(deps, ids, turn);
    const [first, ...others] = await waiting();
    expect([first!.at.getTime() - noonOf(DAY).getTime(), others]).toEqual([afterMs, []]);
  },
);

test('PAY-15: given a look for a hint, when the other worker plans its next look, then both come when they are due', async () => {
  const terms = { billPaise: BILL_PAISE, instalments: 3, disbursedOn: DAY, isUnanswered: true } as const;
  const { userId, loanId } = await lab.lend('both l', terms);
  await lab.owner.query("update payment_attempts set provider_ref = 'R8' where payment_id = $1", [loanId]);
  const ids = { userId, paymentId: loanId };
  const state = { state: 'processing', payRef: 'R8', amount: BILL_PAISE, paymentKey: 'LAB' } as const;
  const providers = { billPayment: { getPayment: async () => state } };
  const deps = { ...lab.deps, providers, log: { warn: () => {} } } as never;
  const run = (task: string, payload: object) =>
    paymentJobs(deps)
      .find((job) => job.task === task)!
      .run(payload, { attempt: 1, isLastAttempt: false });
  await leased(deps, ids, async (held) => {
    await run('payments.hint', { reference: 'R8' });
    await run('payments.enquire', ids);
    await enquire(held, ids);
  });
  const { rows } = await lab.owner.query<{ at: Date }>(
    `select run_at as at from graphile_worker._private_jobs where key like '%' || $1 order by run_at`,
    [loanId],
  );
  const [hinted, planned, ...others] = rows.map(({ at }) => at.getTime() - lab.clock.now().getTime());
  // Every five seconds, give or take a tenth.
  expect([hinted, Math.abs(planned! - 5_000) <= 500, others]).toEqual([700, true, [10_000]]);
});

test('PAY-15: given a hint whose looks find another worker each time, then it is looked for soon five times, and seldom afterwards', async () => {
  const terms = { billPaise: BILL_PAISE, instalments: 3, disbursedOn: DAY, isUnanswered: true } as const;
  const { userId, loanId } = await lab.lend('hinted l', terms);
  await lab.owner.query("update payment_attempts set provider_ref = 'R9' where payment_id = $1", [loanId]);
  const jobs = paymentJobs({ ...lab.deps, providers: { billPayment: {} } } as never);
  const run = (task: string, payload: object) =>
    jobs.find((job) => job.task === task)!.run(payload, { attempt: 1, isLastAttempt: false });
  const lookAfter = async (task: string, payload: object) => {
    await leased(lab.deps as never, { userId, paymentId: loanId }, () => run(task, payload));
    const planned = 'select run_at as at, payload from graphile_worker._private_jobs where key = any ($1)';
    const keys = [`hinted:${loanId}`, `again:${loanId}`];
    const { rows } = await lab.owner.query<{ at: Date; payload: object }>(planned, [keys]);
    await lab.owner.query('delete from graphile_worker._private_jobs where key = any ($1)', [keys]);
    return { waitMs: rows[0]!.at.getTime() - lab.clock.now().getTime(), payload: rows[0]!.payload };
  };
  let look = await lookAfter('payments.hint', { reference: 'R9' });
  const waits = [look.waitMs];
  while (waits.length < 7) {
    look = await lookAfter('payments.enquire', look.payload);
    waits.push(look.waitMs);
  }
  expect(waits).toEqual([700, 700, 700, 700, 700, 10_000, 10_000]);
});

test('LEND-X9: given silence about a settled payment, when hinted, then the hint stays open', async () => {
  const { loanId } = await lab.lend('settled l', { billPaise: BILL_PAISE, instalments: 3, disbursedOn: DAY });
  await lab.owner.query("update payment_attempts set provider_ref = 'R2' where payment_id = $1", [loanId]);
  await lab.owner.query(
    `insert into webhook_inbox (provider, event_id, type, trust, subject_ref, received_at, body_hash)
     values ('setu_billpay', 'event 1', 'payment', 'hint', 'R2', $1, sha256('1'))`,
    [lab.clock.now()],
  );
  let isSilent = true;
  const getPayment = async () => {
    if (isSilent)
      throw new ProviderServerError({
        provider: 'setu_billpay',
        op: 'getPayment',
        message: '',
        isWrite: false,
      });
    return { state: 'success', payRef: 'R2', amount: BILL_PAISE, paymentKey: 'LAB' };
  };
  const deps = { ...lab.deps, providers: { billPayment: { getPayment } }, log: { warn: () => {} } };
  const hint = paymentJobs(deps as never).find(({ task }) => task === 'payments.hint')!;
  const turn = () => hint.run({ reference: 'R2' }, { attempt: 1, isLastAttempt: false });
  const outcome = async () =>
    (await lab.owner.query("select outcome from webhook_inbox where subject_ref = 'R2'")).rows;
  await expect(turn()).rejects.toMatchObject({ name: 'HintUnanswered' });
  expect(await outcome()).toEqual([{ outcome: null }]);
  isSilent = false;
  await turn();
  expect(await outcome()).toEqual([{ outcome: 'enquired' }]);
});

test.each([
  ['says that it is under way', { state: 'processing', payRef: 'R3' }],
  ['does not show it in its closed list', null],
  ['says that it was adjusted', { state: 'adjusted', payRef: 'R3' }],
])(
  'LEND-X9: given an outcome that staff record while the rail is asked, when the rail %s, then it counts',
  async (what, state) => {
    const terms = { billPaise: BILL_PAISE, instalments: 3, disbursedOn: DAY, isUnanswered: true } as const;
    const { userId, loanId } = await lab.lend(`${what.replaceAll(' ', '-')} l`, terms);
    lab.set(noonOf(addDays(DAY, 4)));
    const recorded = async () => {
      await lab.worker.forUser(userId, (tx) =>
        tx.call("select payment_failed($1, $2, $3, 'not_executed', true)", [userId, loanId, lab.clock.now()]),
      );
      return state;
    };
    const request = JSON.stringify({ payableUntil: noonOf(DAY).toISOString(), convFee: 0 });
    const deps = {
      ...lab.deps,
      providers: { billPayment: { findByKey: recorded } },
      vault: { open: () => request },
      log: { warn() {} },
    };
    await enquire(deps as never, { userId, paymentId: loanId });
    const { rows } = await lab.owner.query(
      `select p.bill_status, p.next_enquiry_at, array(
         select b.kind from reconciliation_breaks b where b.payment_id = p.id) as kinds
       from payments p where p.id = $1`,
      [loanId],
    );
    const kinds = state?.state === 'adjusted' ? ['adjusted'] : [];
    expect(rows).toEqual([{ bill_status: 'failed', next_enquiry_at: null, kinds }]);
  },
);
