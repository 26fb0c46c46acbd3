import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amongLaid, layMoney } from '#test/laying.ts';
import { EMI3, idOf, type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';

let lab: Lab;
/** Two payments of one person that were sent and not answered; the steps are those of the first. */
let one: LabLoan;
let other: LabLoan;
const PAISE = EMI3.billPaise;
const OTHER_PAISE = 700_000;
beforeAll(async () => {
  lab = await openLab();
  // A step that forgets which payment it is about finds this one first: its ids and those of its rows are smaller.
  other = await lab.lend('anna other', { ...EMI3, billPaise: OTHER_PAISE, isUnanswered: true });
  one = await lab.lend('anna first', { ...EMI3, isUnanswered: true });
});
afterAll(() => lab.close());

const NOW = new Date('2027-03-01T06:30:00Z');
const DAY = '2027-02-27';

/** Everything that a step may write about a payment. */
async function standOf(client: pg.PoolClient, { userId, loanId }: LabLoan) {
  const { rows } = await client.query<{ stand: Record<string, unknown> }>(
    `select json_build_object(
       'status', p.bill_status, 'paidAt', p.paid_at = $3, 'reference', p.rail_reference, 'why', p.failure_reason,
       'next', extract(epoch from p.next_enquiry_at - $3), 'looks', p.enquiry_count, 'review', p.review_reason, 'reviewed', p.needs_review,
       'reserved', (select r.state from reservations r where r.user_id = $1 and r.payment_id = $2),
       'used', (select c.last_used_at = $3 from cards c where c.user_id = $1 and c.id = p.card_id),
       'attempts', (select json_agg(concat_ws(' ', a.last4, a.state, a.provider_txn, a.failure_code, (a.finished_at = $3)::text) order by a.our_reference)
         from payment_attempts a where a.user_id = $1 and a.payment_id = $2),
       'log', (select json_agg(concat_ws(' ', l.seq, l.from_status, l.to_status, l.event, (l.at = $3)::text) order by l.seq)
         from bill_status_log l where l.user_id = $1 and l.payment_id = $2),
       'journals', (select json_agg(x.said order by x.said) from (
         select concat_ws(' ', j.source_kind, (j.source_id = $2)::text, j.effective_on, max(s.amount_paise)) as said
         from journals j join postings s on s.user_id = j.user_id and s.journal_id = j.id
         where j.user_id = $1 and j.loan_id = $2 and j.source_kind not in ('reserve', 'submit') group by j.user_id, j.id) x),
       'loan', (select concat_ws(' ', l.status, l.disbursed_on, l.booked_on, l.no_new_penal_through_on, d.closed_through_on)
         from loans l join loan_days d on d.user_id = l.user_id and d.loan_id = l.id where l.user_id = $1 and l.id = $2),
       'instalments', (select json_agg(concat_ws(' ', i.version, i.number, i.start_on, i.due_on, i.principal_paise) order by i.number)
         from instalments i where i.user_id = $1 and i.loan_id = $2),
       'breaks', (select json_agg(b.kind) from reconciliation_breaks b where b.user_id = $1 and b.payment_id = $2)) as stand
     from payments p where p.user_id = $1 and p.id = $2`,
    [userId, loanId, NOW],
  );
  return rows[0]!.stand;
}

async function creditOf(client: pg.PoolClient): Promise<readonly number[]> {
  const { rows } = await client.query<{ reserved: string; used: string }>(
    'select reserved_paise as reserved, used_paise as used from credit_accounts where user_id = $1',
    [one.userId],
  );
  return [Number(rows[0]!.reserved), Number(rows[0]!.used)];
}

async function step(
  client: pg.PoolClient,
  text: string,
  of: LabLoan,
  ...values: unknown[]
): Promise<boolean> {
  await client.query("select set_config('app.user_id', $1, true)", [of.userId]);
  const { rows } = await client.query<{ done: boolean }>(`select ${text} as done`, [
    of.userId,
    of.loanId,
    NOW,
    ...values,
  ]);
  return rows[0]!.done;
}

/** Lays what led to a step, takes it, and takes it again; answers how the payment stands. The other one stands as before. */
async function taken(
  text: string,
  values: readonly unknown[],
  before: string,
  after?: (client: pg.PoolClient) => Promise<unknown>,
) {
  return amongLaid(lab, async (client) => {
    for (const statement of before.split(';')) if (statement.trim() !== '') await client.query(statement);
    const stood = await standOf(client, other);
    const isDone = await step(client, text, one, ...values);
    const stand = await standOf(client, one);
    const credit = await creditOf(client);
    expect(await standOf(client, other)).toEqual(stood);
    const isDoneAgain = await step(client, text, one, ...values);
    expect(await standOf(client, one)).toEqual(stand);
    expect(await creditOf(client)).toEqual(credit);
    return { isDone, isDoneAgain, stand, credit, more: await after?.(client) };
  });
}

/** An earlier attempt of each payment that failed. */
const FAILED_ONCE = `insert into payment_attempts select (jsonb_populate_record(a,
    jsonb_build_object('id', new_id(), 'our_reference', 'A' || a.our_reference, 'state', 'failed', 'failure_code', 'before'))).* from payment_attempts a`;
const WAITS = `update payments set enquiry_count = 3, next_enquiry_at = accepted_at`;
const RESERVED = PAISE + OTHER_PAISE;
const AS_ACCEPTED = `update payments set bill_status = 'accepted'; delete from payment_attempts; delete from journals where source_kind = 'submit';
  update cards set last4 = case when id = '$card' then '4021' else '9999' end; ${WAITS}`;
const LOG = ['1 none accepted accepted false', '2 accepted submitted submitted false'];

test('LEND-18: given an accepted payment, when the worker takes it, then payment_submit writes its attempt and waits longer than the call', async () => {
  const before = AS_ACCEPTED.replace('$card', idOf(`card ${one.loanId}`));
  const sent = { id: idOf('sent'), ourReference: 'REFERENCE', billerId: 'LAB' };
  const { isDone, isDoneAgain, stand, more } = await taken(
    'payment_submit($1, $2, $3, $4, $5, $5, $5)',
    [JSON.stringify(sent), Buffer.alloc(1)],
    before,
    async (client) =>
      (
        await client.query(
          `select j.source_id as id, j.effective_on::text as on, max(p.amount_paise) as paise from journals j
           join postings p on p.user_id = j.user_id and p.journal_id = j.id where j.source_kind = 'submit' group by 1, 2`,
        )
      ).rows,
  );
  expect([isDone, isDoneAgain]).toEqual([true, false]);
  expect(stand).toMatchObject({ status: 'submitted', next: 45, looks: 0, attempts: ['4021 sending'] });
  expect(stand.log).toEqual([...LOG, '3 accepted submitted submitted true']);
  expect(more).toEqual([{ id: sent.id, on: '2027-03-01', paise: PAISE }]);
});

test('LEND-X1: given a payment without a clear answer, when payment_unknown says so, then its open attempts are unknown and all stays reserved', async () => {
  const { isDone, isDoneAgain, stand, credit } = await taken(
    "payment_unknown($1, $2, $3, 'asked')",
    [],
    FAILED_ONCE,
  );
  expect([isDone, isDoneAgain]).toEqual([true, false]);
  expect(stand).toMatchObject({
    status: 'unknown',
    attempts: ['4021 failed before', '4021 unknown'],
    log: [...LOG, '3 submitted unknown asked true'],
    reserved: 'held',
  });
  expect(credit).toEqual([RESERVED, 0]);
});

const FACTS = {
  paidAt: NOW.toISOString(),
  disbursedOn: DAY,
  closedThroughOn: '2027-02-28',
  noNewPenalThroughOn: '2027-03-05',
  railReference: 'THEIRS',
  instalments: [
    {
      number: 1,
      startOn: '2027-02-26',
      dueOn: '2027-03-27',
      principalPaise: 1,
      feePaise: 0,
      interestPaise: 0,
    },
    {
      number: 2,
      startOn: '2027-03-26',
      dueOn: '2027-04-27',
      principalPaise: 2,
      feePaise: 0,
      interestPaise: 0,
    },
  ],
  postings: [
    { account: 'A200', amountPaise: PAISE },
    { account: 'A230', amountPaise: -PAISE },
  ],
};
const PAID = 'payment_paid($1, $2, $3, $4)';

test('LEND-T5: given a payment of which the biller has the money, when payment_paid books it, then the loan stands on the success day of the rail', async () => {
  const { isDone, isDoneAgain, stand, credit } = await taken(
    PAID,
    [JSON.stringify({ ...FACTS, railFeePaise: 1 })],
    `${FAILED_ONCE}; ${WAITS}`,
  );
  expect([isDone, isDoneAgain]).toEqual([true, false]);
  expect(stand).toMatchObject({
    status: 'paid',
    paidAt: true,
    reference: 'THEIRS',
    next: null,
    reserved: 'consumed',
    used: true,
    attempts: ['4021 failed before', '4021 succeeded THEIRS true'],
    log: [...LOG, '3 submitted paid paid true'],
    journals: [`float true ${DAY} 1`, `loan_booked true ${DAY} ${PAISE}`],
    loan: `active ${DAY} 2027-03-01 2027-03-05 2027-02-28`,
    instalments: ['1 1 2027-02-26 2027-03-27 1', '1 2 2027-03-26 2027-04-27 2'],
  });
  expect(credit).toEqual([OTHER_PAISE, PAISE]);
});

test('LEND-18: given a process of the version before, when payment_paid books without its days, then a period begins where the one before ends', async () => {
  const { closedThroughOn: _, instalments, ...facts } = FACTS;
  const older = { ...facts, instalments: instalments.map(({ startOn: _start, ...row }) => row).toReversed() };
  for (const fee of [{}, { railFeePaise: 0 }]) {
    const { stand } = await taken(
      PAID,
      [JSON.stringify({ ...older, ...fee })],
      "update payments set bill_status = 'unknown'",
    );
    expect(stand).toMatchObject({
      loan: `active ${DAY} 2027-03-01 2027-03-05 2027-02-26`,
      instalments: [`1 1 ${DAY} 2027-03-27 1`, '1 2 2027-03-27 2027-04-27 2'],
      journals: [`loan_booked true ${DAY} ${PAISE}`],
    });
  }
});

const FREED = `release true 2027-03-01 ${PAISE}`;
const FAILURES: readonly (readonly [
  string,
  owes: boolean,
  before: string,
  attempts: readonly string[] | null,
  journals: readonly string[],
])[] = [
  [
    'that was refused',
    false,
    FAILED_ONCE,
    ['4021 failed before', '4021 failed refused true'],
    [FREED, `submit_failed false 2027-03-01 ${PAISE}`],
  ],
  [
    'that the rail will refund',
    true,
    '',
    ['4021 failed refused true'],
    [FREED, `submit_failed false 2027-03-01 ${PAISE}`],
  ],
  [
    'that was never sent',
    false,
    "delete from payment_attempts; update payments set bill_status = 'accepted'",
    null,
    [FREED],
  ],
  [
    'whose attempt had failed',
    false,
    "update payment_attempts set state = 'failed', failure_code = 'before'",
    ['4021 failed before'],
    [FREED],
  ],
];

test.each(FAILURES)(
  'LEND-18: given a payment %s, when payment_failed says so, then nothing is owed and the limit is free again',
  async (_, owes, before, attempts, journals) => {
    const { isDone, isDoneAgain, stand, credit } = await taken(
      "payment_failed($1, $2, $3, 'refused', $4)",
      [owes],
      `${before}; ${WAITS}`,
    );
    expect([isDone, isDoneAgain]).toEqual([true, false]);
    expect(stand).toMatchObject({
      status: 'failed',
      why: 'refused',
      next: null,
      attempts,
      reserved: 'released',
    });
    expect(stand.journals).toEqual(journals);
    expect(credit).toEqual([OTHER_PAISE, 0]);
  },
);

test('LEND-X9: given a contradiction, when payment_review marks it, then it stands on the list once, and no money moves', async () => {
  const { isDone, isDoneAgain, stand } = await taken("payment_review($1, $2, $3, 'amount', '{}')", [], '');
  expect([isDone, isDoneAgain]).toEqual([true, false]);
  expect(stand).toMatchObject({ status: 'submitted', reviewed: true, review: 'amount', breaks: ['amount'] });
});

test('LEND-X5: given failed payments, when the rail shows money out, then late_success_begin asks for those that are not booked yet', async () => {
  const said = await amongLaid(lab, async (client) => {
    const begun = async () =>
      (await client.query('select * from late_success_begin($1, $2)', [one.userId, one.loanId])).rows;
    const orphan = { ...one, account: 'RAIL_OWES', paise: 1, at: NOW };
    const answers = [await begun()];
    await client.query("update payments set bill_status = 'failed' where user_id = $1", [one.userId]);
    await layMoney(client, { ...orphan, kind: 'submit', sourceId: one.loanId });
    answers.push(await begun());
    await layMoney(client, { ...orphan, kind: 'rail_orphan', sourceId: other.loanId });
    answers.push(await begun());
    await layMoney(client, { ...orphan, kind: 'rail_orphan', sourceId: one.loanId });
    answers.push(await begun());
    return answers;
  });
  const asked = [{ bill_paise: PAISE, promised_paise: expect.anything() }];
  expect(said).toEqual([[], asked, asked, []]);
});

test('LEND-18: given a payment of which no step was written, when it moves, then that step is the first', async () => {
  const { stand } = await taken("payment_unknown($1, $2, $3, 'asked')", [], 'delete from bill_status_log');
  expect(stand.log).toEqual(['1 submitted unknown asked true']);
});

test('LEND-18: given a payment that is not there, when it is to move, then nothing is written', async () => {
  const nowhere = { userId: one.userId, loanId: idOf('nowhere') };
  const done = await amongLaid(lab, (client) =>
    step(client, "payment_unknown($1, $2, $3, 'asked')", nowhere),
  );
  expect(done).toBe(false);
});
