import { businessDate, HOUR_MS, MINUTE_MS } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settleBreaks } from '#features/reconciliation/reconciliation.cleared.ts';
import { enquireRepayment } from '#features/repayments/repayments.enquiry.ts';
import { readLender } from '#features/settings/index.ts';
import { ProviderContractDrift, ProviderRejected, ProviderTimeout } from '#providers/index.ts';
import { idOf, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { readReturnWindow } from './mandates.config.ts';
import { lookAtMandate, type MandateDeps } from './mandates.look.ts';
import { lookAtPresentation } from './mandates.present.ts';

/** Mandates and debits about which the rail answers, and says nothing that helps, each time it is asked. */
let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

const BEGUN = noonOf(businessDate('2027-02-15'));
const hoursLater = (hours: number) => new Date(BEGUN.getTime() + hours * HOUR_MS);
const at = { provider: 'razorpay', message: 'no' } as const;
const REJECTED = new ProviderRejected({ ...at, op: 'paymentsOf' });
const DRIFT = new ProviderContractDrift({ ...at, op: 'getMandate', field: 'recurring_details.status' });
const SILENT = new ProviderTimeout({ ...at, op: 'getMandate' });

async function aMandate(name: string): Promise<LabLoan & { readonly mandateId: string }> {
  const terms = { billPaise: 1_500_000, instalments: 3, disbursedOn: businessDate('2027-01-15') };
  const loan = await lab.lend(`${name} l`, terms);
  lab.set(BEGUN);
  const { rows } = await lab.owner.query<{ id: string }>(
    `insert into mandates (user_id, id, loan_id, kind, status, maximum_paise, until_on, token_ref, customer_ref, created_at, confirmed_at)
     values ($1, new_id(), $2, 'upi', 'active', 600000, '2027-08-01', $4, 'customer', $3, $3) returning id`,
    [loan.userId, loan.loanId, BEGUN, `token_${name}`],
  );
  return { ...loan, mandateId: rows[0]!.id };
}

const depsWith = (providers: object) => {
  const deps = { ...lab.deps, lender: readLender({}, true), returnWindow: readReturnWindow({}), providers };
  return deps as unknown as MandateDeps;
};

async function differences({ loanId }: LabLoan): Promise<string[]> {
  const { rows } = await lab.owner.query<{ said: string }>(
    `select kind || ' ' || reference || coalesce(' ' || resolution, '') as said from reconciliation_breaks
     where payment_id = $1 order by opened_at, id`,
    [loanId],
  );
  return rows.map(({ said }) => said);
}

const answered = (answer: Error | object): Promise<object> =>
  answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);

/** Looks so many hours on, and answers the minutes until the next look. */
async function look(
  ids: Awaited<ReturnType<typeof aMandate>>,
  hours: number,
  answer: Error | object,
  toCancel: Error | object = {},
) {
  lab.set(hoursLater(hours));
  const mandates = { getMandate: () => answered(answer), cancel: () => answered(toCancel) };
  await lookAtMandate(depsWith({ mandates }), ids);
  const { rows } = await lab.owner.query<{ at: Date | null }>(
    'select next_look_at as at from mandates where id = $1',
    [ids.mandateId],
  );
  return ((rows[0]!.at?.getTime() ?? 0) - lab.clock.now().getTime()) / MINUTE_MS;
}

test('LEND-21: given a mandate of an unknown status for a day, then staff see it, and it is asked about each hour', async () => {
  const mandate = await aMandate('unknown');
  expect(await look(mandate, 0, DRIFT)).toBe(10);
  expect(await look(mandate, 23.9, DRIFT)).toBe(10);
  expect(await differences(mandate)).toEqual([]);
  for (const hours of [24, 25]) expect(await look(mandate, hours, DRIFT)).toBe(60);
  expect(await differences(mandate)).toEqual(['pending_one_day token_unknown']);
  await look(mandate, 26, { state: 'confirmed', tokenRef: 'token_unknown' });
  expect(await differences(mandate)).toEqual(['pending_one_day token_unknown settled']);
});

test('LEND-20: given an order being approved, when its token is not listed yet, then it is looked for as before', async () => {
  const mandate = await aMandate('approved');
  await lab.owner.query("update mandates set status = 'setting_up', confirmed_at = null where id = $1", [
    mandate.mandateId,
  ]);
  expect(await look(mandate, 0.1, DRIFT)).toBe(5 / 60);
  expect(await look(mandate, 0.2, DRIFT)).toBe(10);
});

test('LEND-21: given clear answers between, or silence alone, then a mandate is no difference', async () => {
  const mandate = await aMandate('between');
  await look(mandate, 0, DRIFT);
  await look(mandate, 12, { state: 'confirmed', tokenRef: 'token_between' });
  await look(mandate, 25, DRIFT);
  for (const hours of [30, 60]) expect(await look(mandate, hours, SILENT)).toBe(1);
  expect(await differences(mandate)).toEqual([]);
});

test('LEND-21: given a mandate that ends while it is looked at, when the answer says nothing, then staff see no difference', async () => {
  const mandate = await aMandate('ended');
  await look(mandate, 0, DRIFT);
  lab.set(hoursLater(25));
  const getMandate = async () => {
    await lab.owner.query(
      `update mandates set status = 'cancelled', ended_at = $2, next_look_at = null where id = $1`,
      [mandate.mandateId, lab.clock.now()],
    );
    throw DRIFT;
  };
  await lookAtMandate(depsWith({ mandates: { getMandate } }), mandate);
  expect(await differences(mandate)).toEqual([]);
});

test('LEND-20: given a mandate that is being cancelled and never listed, when its last day and a month are over, then it is ended', async () => {
  const mandate = await aMandate('never');
  await lab.owner.query("update mandates set status = 'cancelling', until_on = '2027-03-20' where id = $1", [
    mandate.mandateId,
  ]);
  const stateAt = async (hours: number, answer: Error) => {
    await look(mandate, hours, answer);
    const { rows } = await lab.owner.query<object>(
      'select status, next_look_at is not null as asked from mandates where id = $1',
      [mandate.mandateId],
    );
    return rows[0];
  };
  const stands = { status: 'cancelling', asked: true };
  expect(await stateAt(0, DRIFT)).toEqual(stands);
  // A month is over on the 17th of March, and its last day with the 20th.
  expect(await stateAt(33 * 24, DRIFT)).toEqual(stands);
  expect(await stateAt(34 * 24, SILENT)).toEqual(stands);
  expect(await stateAt(34 * 24, DRIFT)).toEqual({ status: 'cancelled', asked: false });
  expect(await differences(mandate)).toEqual(['pending_one_day token_never']);
});

test('LEND-20: given a mandate past its last day, when the answers about its cancelling say nothing for less than a month, then it is asked about', async () => {
  const mandate = await aMandate('late');
  await lab.owner.query("update mandates set status = 'cancelling', until_on = '2027-02-14' where id = $1", [
    mandate.mandateId,
  ]);
  await look(mandate, 0, DRIFT);
  expect(await look(mandate, 29 * 24, DRIFT)).toBe(60);
});

test('LEND-20: given a mandate that is listed, when its cancelling is refused for a month past its last day, then it is asked about', async () => {
  const mandate = await aMandate('listed');
  await lab.owner.query("update mandates set status = 'cancelling', until_on = '2027-02-14' where id = $1", [
    mandate.mandateId,
  ]);
  const held = { state: 'confirmed', tokenRef: 'token_listed' };
  expect(await look(mandate, 0, held, REJECTED)).toBe(10);
  expect(await look(mandate, 34 * 24, held, REJECTED)).toBe(60);
});

test('LEND-20: given a mandate refused its cancelling, when no list shows it any more, then a month of that ends it', async () => {
  const mandate = await aMandate('vanished');
  await lab.owner.query("update mandates set status = 'cancelling', until_on = '2027-02-14' where id = $1", [
    mandate.mandateId,
  ]);
  const held = { state: 'confirmed', tokenRef: 'token_vanished' };
  for (const day of [0, 34]) await look(mandate, day * 24, held, REJECTED);
  for (const answer of [DRIFT, SILENT, held]) await look(mandate, 35 * 24, answer, REJECTED);
  expect(await look(mandate, 40 * 24, DRIFT)).toBe(60);
  expect(await look(mandate, 69 * 24, SILENT)).toBe(1);
  expect(await look(mandate, 69.9 * 24, DRIFT)).toBe(60);
  await look(mandate, 70 * 24, DRIFT);
  const { rows } = await lab.owner.query('select status from mandates where id = $1', [mandate.mandateId]);
  expect(rows).toEqual([{ status: 'cancelled' }]);
});

test('LEND-20: given a mandate that its person ends and no list shows, when it is given up, then they are told of no end', async () => {
  const mandate = await aMandate('unsaid');
  await lab.owner.query(
    "update mandates set status = 'cancelling', reason = 'by_user', until_on = '2027-02-14' where id = $1",
    [mandate.mandateId],
  );
  for (const hours of [0, 34 * 24]) await look(mandate, hours, DRIFT);
  const { rows } = await lab.owner.query<{ status: string; told: number }>(
    `select status, (select count(*)::int from notifications n where n.user_id = m.user_id) as told
     from mandates m where id = $1`,
    [mandate.mandateId],
  );
  expect(rows).toEqual([{ status: 'cancelled', told: 0 }]);
});

type Repayment = readonly [status: string, reason: string | null];

async function insertRepayment(
  loan: LabLoan,
  id: string,
  orderRef: string,
  channel: 'mandate' | 'checkout',
  [status, reason]: Repayment = ['initiated', null],
): Promise<void> {
  await lab.owner.query(
    `insert into repayments (user_id, id, loan_id, amount_paise, status, failure_reason, channel, order_ref, only_number, created_at)
     values ($1, $2, $3, 520000, $4, $5, $6, $7, $8, $9)`,
    [
      loan.userId,
      id,
      loan.loanId,
      status,
      reason,
      channel,
      orderRef,
      channel === 'mandate' ? 1 : null,
      BEGUN,
    ],
  );
}

/** A debit that the bank was asked for on the 15th; its window ends with the 18th. Answers a look at an instant. */
async function aDebit(
  mandate: Awaited<ReturnType<typeof aMandate>>,
  name: string,
  { state = 'presented', repayment }: { readonly state?: string; readonly repayment?: Repayment } = {},
) {
  const ids = { userId: mandate.userId, presentationId: idOf(`debit ${name}`) };
  await lab.owner.query(
    `insert into presentations (user_id, id, mandate_id, loan_id, number, attempt, amount_paise, state, present_at, noticed_at,
       order_ref, asked_at, presented_at, answer_by_on, created_at, next_look_at)
     values ($1, $2, $3, $4, 1, 1, 520000, $7, $5, $5, $6, $5, $5, '2027-02-18', $5, $5)`,
    [mandate.userId, ids.presentationId, mandate.mandateId, mandate.loanId, BEGUN, `order_${name}`, state],
  );
  await insertRepayment(mandate, ids.presentationId, `order_${name}`, 'mandate', repayment);
  return async (instant: string, error: Error) => {
    lab.set(new Date(instant));
    await lookAtPresentation(depsWith({ collection: { paymentsOf: () => Promise.reject(error) } }), ids);
    const { rows } = await lab.owner.query<{ said: string }>(
      "select number || '.' || attempt || ' ' || state as said from presentations where id = $1",
      [ids.presentationId],
    );
    return rows[0]!.said;
  };
}

test.each([
  ['refused', REJECTED, ['pending_one_day order_refused'], '1.1 review'],
  ['silent', SILENT, [], '1.1 presented'],
] as const)(
  'LEND-20: given a debit whose order is %s beyond its window, then a person decides only where the rail answered',
  async (name, error, found, said) => {
    const mandate = await aMandate(name);
    const stateAt = await aDebit(mandate, name);
    expect(await stateAt('2027-02-18T18:00:00Z', error)).toBe('1.1 presented');
    expect(await stateAt('2027-02-18T18:31:00Z', error)).toBe(said);
    expect(await stateAt('2027-02-20T18:31:00Z', error)).toBe(said);
    expect(await differences(mandate)).toEqual(found);
  },
);

test('LEND-21: given a loan whose mandate, debit and order all get no clear answer, then each is a difference of its own', async () => {
  const mandate = await aMandate('three');
  const lookAtDebit = await aDebit(mandate, 'debit');
  const order = { userId: mandate.userId, repaymentId: idOf('order three') };
  await insertRepayment(mandate, order.repaymentId, 'order_paid', 'checkout');
  const lookAtOrder = async (instant: string, answer: Error | object) => {
    lab.set(new Date(instant));
    const providers = { collection: { paymentsOf: () => answered(answer) } };
    await enquireRepayment({ ...lab.deps, providers } as never, order);
    await lab.worker.plain((tx) => settleBreaks(tx, lab.clock.now()));
  };
  for (const hours of [0, 24]) await look(mandate, hours, DRIFT);
  await lookAtOrder('2027-02-17T06:00:00Z', REJECTED);
  expect(await lookAtDebit('2027-02-18T18:31:00Z', REJECTED)).toBe('1.1 review');
  const [silent, paid, debit] = ['token_three', 'order_paid', 'order_debit'].map(
    (one) => `pending_one_day ${one}`,
  );
  expect(await differences(mandate)).toEqual([silent, paid, debit]);

  await look(mandate, 90, { state: 'confirmed', tokenRef: 'token_three' });
  await lookAtDebit('2027-02-19T18:31:00Z', REJECTED);
  await lookAtOrder('2027-02-19T19:00:00Z', REJECTED);
  expect(await differences(mandate)).toEqual([`${silent} settled`, paid, debit]);

  await lab.owner.query(
    `update reconciliation_breaks set resolved_at = opened_at, resolution = 'agreed', resolved_by = new_id(), note = 'seen'
     where reference = 'order_debit'`,
  );
  await lookAtDebit('2027-02-20T18:31:00Z', REJECTED);
  await lookAtOrder('2027-02-20T20:00:00Z', []);
  expect(await differences(mandate)).toEqual([`${silent} settled`, `${paid} settled`, `${debit} agreed`]);
});

test.each([
  ['another amount came', 'review', ['unknown', 'amount_differs']],
  ['another amount came before its window ended', 'presented', ['unknown', 'amount_differs']],
  ['its money stands elsewhere', 'review', ['unknown', 'credited_elsewhere']],
  ['it has ended', 'review', ['failed', 'amount_differs']],
] as const)(
  'LEND-21: given a debit of which %s, when its order is refused, then no second difference is opened',
  async (name, state, repayment) => {
    const mandate = await aMandate(name);
    const lookAtDebit = await aDebit(mandate, name, { state, repayment });
    for (const day of [19, 20])
      expect(await lookAtDebit(`2027-02-${day}T18:31:00Z`, REJECTED)).toBe('1.1 review');
    expect(await differences(mandate)).toEqual([]);
  },
);
