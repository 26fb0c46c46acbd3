import type pg from 'pg';
import { lay, layMoney } from './laying.ts';
import { idOf, type LabLoan } from './lending-lab.ts';

/** Loans of one person, as the lab lends them: the second and the last end as cancelled, the third and fourth were refused. */
export interface FullLoans {
  readonly full: LabLoan;
  readonly exited: LabLoan;
  readonly failed: LabLoan;
  readonly back: LabLoan;
  readonly bare: LabLoan;
}

/** An instant of the story: a day of March 2027, and its hour. */
export const at = (day: number, hour = 6) => `2027-03-${String(day).padStart(2, '0')}T0${hour}:00:00.000Z`;
const of = ({ userId, loanId }: LabLoan) => ({ user_id: userId, loan_id: loanId });

/** A repayment, and what it covers. Its id is of its name. */
async function layReceipt(
  client: pg.PoolClient,
  loan: LabLoan,
  name: string,
  fields: Readonly<Record<string, unknown>>,
  shares: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const money = {
    amount_paise: 1_000,
    status: 'succeeded',
    channel: 'checkout',
    created_at: at(1),
    value_on: at(1),
  };
  const id = idOf(`repayment ${name}`);
  await lay(client, 'repayments', { ...of(loan), id, ...money, received_at: at(1), ...fields });
  for (const share of shares)
    await lay(client, 'allocations', { ...of(loan), repayment_id: id, written_by: id, ...share });
}

/** Money that is too much, in parts; what went back of it; and its like of another loan. */
async function layExcess(client: pg.PoolClient, { full, exited }: FullLoans): Promise<void> {
  const excess = (amount_paise: number) => ({ component: 'excess', amount_paise });
  const fee = { component: 'fee', number: 1, amount_paise: 7 };
  await layReceipt(client, full, 'a', {}, [excess(300), excess(40), { ...excess(9), is_active: false }, fee]);
  await layReceipt(client, full, 'b', { channel: 'reward' }, [excess(500)]);
  await layReceipt(client, exited, 'c', {}, [excess(60)]);
  const refund = { created_at: at(2), amount_paise: 100, status: 'processed' };
  const ofA = { ...refund, repayment_id: idOf('repayment a') };
  await lay(client, 'refunds', { ...of(full), ...ofA });
  await lay(client, 'refunds', { ...of(full), ...ofA, amount_paise: 20 });
  await lay(client, 'refunds', { ...of(full), ...ofA, amount_paise: 3, status: 'failed' });
  await lay(client, 'refunds', {
    ...of(exited),
    ...refund,
    repayment_id: idOf('repayment c'),
    amount_paise: 11,
  });
}

/** Money ahead of its time that made the coming instalments smaller, twice; and its like that did not. */
async function layPartPrepayments(client: pg.PoolClient, { full, exited }: FullLoans): Promise<void> {
  await client.query('update loans set schedule_version = 2 where id = $1', [full.loanId]);
  await client.query(
    'update instalments set is_active = false, released_by = $2 where loan_id = $1 and number > 1',
    [full.loanId, idOf('repayment first')],
  );
  const part = { intent: 'part_prepay', received_at: at(3), value_on: '2027-03-03' };
  const shares = [
    { component: 'principal', amount_paise: 700 },
    { component: 'principal', amount_paise: 70 },
    { component: 'interest', amount_paise: 5 },
    { component: 'principal', amount_paise: 1, is_active: false },
    { component: 'principal', amount_paise: 2, number: 1 },
  ];
  // The later one stands first in the table.
  await layReceipt(client, full, 'second', { ...part, received_at: at(3, 7) }, [
    { component: 'principal', amount_paise: 90 },
  ]);
  await layReceipt(client, full, 'first', part, shares);
  await layReceipt(client, full, 'failed', { ...part, status: 'failed' }, []);
  await layReceipt(client, full, 'of another intent', { ...part, intent: 'emi' }, []);
  await layReceipt(client, full, 'third', { ...part, received_at: at(3, 8) }, [
    { component: 'interest', amount_paise: 6 },
  ]);
  await layReceipt(client, exited, 'of the first schedule', part, shares);
  const row = (version: number, number: number, by: string, fields: object) => ({
    ...of(full),
    version,
    number,
    start_on: '2027-03-01',
    due_on: `2027-0${number + 3}-05`,
    principal_paise: 1_000 * version + 10 * number,
    fee_paise: 4,
    interest_paise: 3,
    written_by: idOf(`repayment ${by}`),
    ...fields,
  });
  const gone = { is_active: false, released_by: idOf('repayment second') };
  for (const one of [
    row(3, 3, 'first', gone),
    row(3, 2, 'first', gone),
    row(2, 2, 'first', gone),
    row(7, 2, 'third', gone),
    row(8, 2, 'nobody', { is_active: false, released_by: idOf('repayment third') }),
    // Rows of another loan, under the same repayment; and of one whose schedule is the first.
    { ...row(9, 1, 'first', { is_active: false, released_by: idOf('repayment first') }), ...of(exited) },
    { ...row(9, 2, 'of the first schedule', gone), ...of(exited) },
    {
      ...row(9, 3, 'first', { is_active: false, released_by: idOf('repayment of the first schedule') }),
      ...of(exited),
    },
    // Replaced by nobody's money: it is not what came of it.
    row(4, 1, 'first', { is_active: false }),
    row(5, 3, 'second', {}),
    row(5, 2, 'second', {
      is_demanded: true,
      paid_principal_paise: 1,
      paid_fee_paise: 2,
      paid_interest_paise: 3,
    }),
    row(6, 2, 'failed', { is_active: false, released_by: idOf('repayment failed') }),
    row(6, 3, 'of another intent', { is_active: false, released_by: idOf('repayment of another intent') }),
  ])
    await lay(client, 'instalments', one);
}

async function layCharges(client: pg.PoolClient, { full, exited }: FullLoans): Promise<void> {
  const charge = (name: string, levied_on: string, fields: object) => ({
    ...of(full),
    id: idOf(`charge ${name}`),
    kind: 'penal',
    number: 1,
    levied_on,
    overdue_on: '2027-03-04',
    late_days: 1,
    amount_paise: 100,
    ...fields,
  });
  await lay(client, 'charges', charge('late', '2027-03-06', { paid_paise: 30, waived_paise: 20 }));
  await lay(client, 'charges', charge('soon', '2027-03-05', { kind: 'bounce', late_days: 0 }));
  await lay(client, 'charges', charge('back', '2027-03-05', { number: 2, reversed_on: '2027-03-07' }));
  await lay(client, 'charges', { ...charge('other', '2027-03-05', {}), ...of(exited) });
  const waiver = (name: string, granted_at: string) => ({
    ...of(full),
    id: idOf(`waiver ${name}`),
    origin: 'tiny',
    component: 'all',
    granted_paise: 50,
    applied_paise: 50,
    granted_at,
    effective_on: granted_at.slice(0, 10),
  });
  const share = (name: string, fields: object) => ({
    ...of(full),
    waiver_id: idOf(`waiver ${name}`),
    component: 'fee',
    number: 1,
    amount_paise: 10,
    ...fields,
  });
  await lay(client, 'waivers', waiver('later', at(9)));
  await lay(client, 'waivers', waiver('sooner', at(8)));
  await lay(client, 'waiver_shares', share('later', { number: 1 }));
  await lay(client, 'waiver_shares', share('sooner', { number: 3, component: 'interest' }));
  await lay(client, 'waiver_shares', share('sooner', { number: 2, amount_paise: 11 }));
  await lay(client, 'waiver_shares', share('sooner', { amount_paise: 1, is_active: false }));
  await lay(
    client,
    'waiver_shares',
    share('sooner', { number: null, component: 'penal', charge_id: idOf('charge late') }),
  );
  await lay(client, 'waiver_shares', { ...share('sooner', {}), ...of(exited) });
}

async function layAgreements(client: pg.PoolClient, { full, exited }: FullLoans): Promise<void> {
  const agreed = { pay_by: '2027-04-01', approval_id: idOf('approval'), owed_paise: 9_000, charged_paise: 8 };
  const one = { ...of(full), ...agreed };
  await lay(client, 'settlements', {
    ...one,
    id: idOf('later'),
    agreed_paise: 6_000,
    agreed_at: at(12),
    approval_id: idOf('later'),
  });
  await lay(client, 'settlements', {
    ...one,
    id: idOf('sooner'),
    agreed_paise: 7_000,
    agreed_at: at(11),
    approval_id: idOf('sooner'),
  });
  const other = { ...of(exited), id: idOf('other'), approval_id: idOf('other'), agreed_paise: 1 };
  await lay(client, 'settlements', { ...one, ...other, agreed_at: at(13) });
  const covered = { component: 'fee', number: 1, amount_paise: 21 };
  const excess = { component: 'excess', amount_paise: 8 };
  const receipt = (day: number, hour = 6) => ({ received_at: at(day, hour), value_on: at(day).slice(0, 10) });
  await layReceipt(client, full, 'in time', receipt(12), [
    covered,
    { ...covered, amount_paise: 5 },
    { ...covered, is_active: false },
    excess,
  ]);
  await layReceipt(client, full, 'too much', receipt(14), [excess]);
  await layReceipt(client, exited, 'of another', receipt(14), [covered]);
  await layReceipt(client, full, 'before', receipt(12, 5), [covered]);
  await layReceipt(client, full, 'refused', { ...receipt(12), status: 'failed' }, []);
}

async function layRest(
  client: pg.PoolClient,
  { full, exited, failed, back, bare }: FullLoans,
): Promise<void> {
  const attempt = { ...of(full), state: 'failed', started_at: '2027-01-16T00:00:00Z', id: idOf('resent') };
  await client.query(
    `insert into payment_attempts select (jsonb_populate_record(a, $2)).* from payment_attempts a where a.payment_id = $1`,
    [full.loanId, JSON.stringify({ ...attempt, our_reference: 'THE SECOND TRY' })],
  );
  await client.query(
    "update loans set status = 'exited', closed_on = '2027-03-20', booked_on = '2027-01-16' where id = $1",
    [exited.loanId],
  );
  await client.query("update loans set status = 'exited' where id = $1", [bare.loanId]);
  await client.query('update loan_days set is_open = false where loan_id = $1', [exited.loanId]);
  const cost = { component: 'interest', amount_paise: 80 };
  const more = [
    { ...cost, amount_paise: 4 },
    { ...cost, is_active: false },
    { ...cost, number: 1 },
  ];
  await layReceipt(client, exited, 'exit', { intent: 'exit' }, [
    cost,
    ...more,
    { component: 'principal', amount_paise: 2 },
  ]);
  await layReceipt(client, full, 'held', {}, [{ ...cost, amount_paise: 1 }]);
  for (const [name, amount_due_paise] of [
    ['its', 777],
    ['other', 888],
  ] as const)
    await lay(client, 'bill_fetches', {
      user_id: full.userId,
      id: idOf(`bill ${name}`),
      card_id: idOf('card'),
      amount_due_paise,
      biller_id: 'LAB',
      exactness: 'any',
      fetched_at: at(1),
      payable_until: at(1),
      provider_ref: name,
    });
  await client.query('update payments set bill_fetch_id = $2 where id = $1', [full.loanId, idOf('bill its')]);
  const late = { kind: 'rail_orphan', account: 'DISPUTED', paise: 1, at: new Date(at(10)) };
  for (const loan of [failed, back, full])
    await layMoney(client, { ...loan, ...late, sourceId: loan.loanId });
  await layMoney(client, { ...failed, ...late, sourceId: failed.loanId, kind: 'loss', at: new Date(at(15)) });
  await layMoney(client, { ...back, ...late, sourceId: idOf('back'), kind: 'rail_orphan_back' });
  for (const [seq, is_frozen] of [
    [2, false],
    [1, true],
  ] as const)
    await lay(client, 'loan_freezes', {
      ...of(full),
      seq,
      is_frozen,
      from_on: `2027-03-0${seq}`,
      at: at(seq),
      ...(is_frozen
        ? { word: 'refund_required', rail_row_id: idOf('row') }
        : { word: 'withdrawn', decided_by: idOf('staff') }),
    });
  await lay(client, 'loan_freezes', {
    ...of(exited),
    seq: 1,
    is_frozen: false,
    from_on: '2027-03-09',
    at: at(1),
    word: 'unwound',
  });
  const log = { user_id: full.userId, payment_id: full.loanId, from_status: 'a', to_status: 'b', at: at(1) };
  await lay(client, 'bill_status_log', { ...log, seq: 9, event: 'ninth' });
  await lay(client, 'bill_status_log', { ...log, seq: 8, event: 'eighth' });
}

/** Lays all that can happen to a loan, each with its like that is not to be told: of another loan, undone, or before its time. */
export async function layFullLoan(client: pg.PoolClient, loans: FullLoans): Promise<void> {
  for (const layOut of [layExcess, layPartPrepayments, layCharges, layAgreements, layRest])
    await layOut(client, loans);
}
