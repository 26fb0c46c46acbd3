import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amongLaid, lay, layLike, layMoney } from '#test/laying.ts';
import { idOf, type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';
import { BILL, DAY } from '#test/rail-lab.ts';
import { inWorld, ofName, rowId, type WorldPayment } from '#test/rail-world.ts';

let lab: Lab;
let like: LabLoan;
beforeAll(async () => {
  lab = await openLab();
  like = await lab.lend('like', { billPaise: BILL, instalments: 3, disbursedOn: DAY });
  lab.set(new Date('2027-01-21T06:30:00Z'));
});
afterAll(() => lab.close());

interface Sent {
  /** The instant it was sent at first, in India, and how often again. */
  readonly at?: string;
  readonly again?: number;
  readonly bill?: string;
  readonly moving?: number;
  readonly booked?: 'loan_booked' | 'exit' | 'reversed';
  readonly isListed?: boolean;
}

/** The answer of a payment on the day of the list; nothing where it fits, or belongs to another day. */
const SENT: Readonly<Record<string, readonly [sent: Sent, answer?: string]>> = {
  bare: [{}, 'submitted'],
  'their bare': [{}, 'submitted'],
  fits: [{ bill: 'paid', booked: 'loan_booked', isListed: true }],
  'moves yet': [
    { bill: 'paid', moving: 5, booked: 'loan_booked', isListed: true },
    'paid, moving 5, booked, listed',
  ],
  'is not booked': [{ bill: 'paid', isListed: true }, 'paid, listed'],
  'is not listed': [{ bill: 'paid', booked: 'loan_booked' }, 'paid, booked'],
  'is not paid': [{ booked: 'loan_booked', isListed: true }, 'submitted, booked, listed'],
  'was booked otherwise': [{ booked: 'exit' }, 'submitted'],
  'was taken back': [{ booked: 'reversed' }, 'submitted'],
  // The day in India; sent again it may stand in the next day's list, however often that was.
  'the first instant': [{ at: '2027-01-15T00:00:00' }, 'submitted'],
  'the last instant': [{ at: '2027-01-15T23:59:59.999' }, 'submitted'],
  'the day before': [{ at: '2027-01-14T23:59:59.999' }],
  'the day after': [{ at: '2027-01-16T00:00:00' }],
  'again on the day': [{ at: '2027-01-14T00:00:00', again: 1 }, 'submitted'],
  'again at its end': [{ at: '2027-01-14T23:59:59.999', again: 2 }, 'submitted'],
  'again the day after': [{ at: '2027-01-15T12:00:00', again: 1 }],
  'again two days before': [{ at: '2027-01-13T12:00:00', again: 2 }],
};

async function laySent(client: pg.PoolClient): Promise<void> {
  const now = lab.clock.now();
  for (const [name, [one]] of Object.entries(SENT)) {
    const { at = '2027-01-15T12:00:00', again = 0, moving, booked } = one;
    const { loanId: id } = ofName(name);
    const fields = { started_at: `${at}+05:30`, resent_count: again };
    await client.query(
      'update payment_attempts set started_at = $2, resent_count = $3 where payment_id = $1',
      [id, fields.started_at, fields.resent_count],
    );
    const of = { ...ofName(name), sourceId: id, at: now };
    if (moving !== undefined)
      await layMoney(client, { ...of, kind: 'bill_sent', account: 'BILL_IN_TRANSIT', paise: moving });
    if (booked === undefined) continue;
    const kind = booked === 'reversed' ? 'loan_booked' : booked;
    await layMoney(client, { ...of, kind, account: 'PRINCIPAL_NOT_DUE', paise: 9 });
    if (booked !== 'reversed') continue;
    await client.query(
      `insert into journals (user_id, source_kind, source_id, loan_id, effective_on, posting_on, posted_at, reversal_of)
       select user_id, 'reversal', id, loan_id, effective_on, posting_on, posted_at, id from journals where source_id = $1`,
      [id],
    );
  }
}

interface Answer {
  readonly userId: string;
  readonly paymentId: string;
  readonly said: string;
}

const worldOf = ({ bill = 'submitted', isListed }: Sent): WorldPayment => ({
  bill: bill as WorldPayment['bill'],
  rows: isListed ? [{}] : [],
});
const payments = Object.fromEntries(Object.entries(SENT).map(([name, [one]]) => [name, worldOf(one)]));

async function sent(client: pg.PoolClient) {
  await laySent(client);
  const { rows } = await client.query<Answer>(
    `select user_id as "userId", payment_id as "paymentId", concat_ws(', ', bill_status, 'moving ' || nullif(moving_paise, 0),
       case when is_booked then 'booked' end, case when is_listed then 'listed' end) as said
     from rail_sent($1) where payment_id <> $2`,
    [DAY, like.loanId],
  );
  return rows;
}

test('LEND-21: given payments of any day, then those of a list’s day are told that do not fit it', async () => {
  const rows = await inWorld(lab, like, payments, sent);
  const said = (name: string) => rows.find(({ paymentId }) => paymentId === ofName(name).loanId)?.said;
  expect(Object.keys(SENT).map((name) => [name, said(name)])).toEqual(
    Object.entries(SENT).map(([name, [, answer]]) => [name, answer]),
  );
  const places = rows.map(({ userId, paymentId }) => `${userId} ${paymentId}`);
  expect(places).toEqual(places.toSorted());
});

const at = (day: number) => new Date(`2027-01-${day}T06:30:00Z`);
/** The sums that the rail owed of payments, and when; the first of each person's stays owed. */
const OWED = [
  ['their one', 'RAIL_OWES', 700, at(16)],
  ['their one', 'RAIL_OWES', -200, at(12)],
  ['one', 'RAIL_OWES', 300, at(14)],
  ['one', 'DISPUTED', 50, at(10)],
  ['two', 'RAIL_OWES', -4, at(13)],
  ['back', 'RAIL_OWES', 400, at(14)],
  ['back', 'RAIL_OWES', -400, at(15)],
] as const;

async function owed(client: pg.PoolClient) {
  for (const [index, [name, account, paise, posted]] of OWED.entries())
    await layMoney(client, {
      ...ofName(name),
      kind: 'float',
      sourceId: idOf(`${index}`),
      account,
      paise,
      at: posted,
    });
  // Money of no payment.
  const [one, other] = [ofName('one').userId, ofName('their one').userId].toSorted();
  for (const userId of [idOf('nobody'), one!])
    await layMoney(client, {
      userId,
      loanId: null,
      kind: 'float',
      sourceId: idOf('of no payment'),
      account: 'RAIL_OWES',
      paise: 1,
      at: at(10),
    });
  const people = async (after: string, limit: number) =>
    (await client.query<{ id: string }>('select rail_owed_people($1, $2) as id', [after, limit])).rows.map(
      ({ id }) => id,
    );
  const none = '00000000-0000-0000-0000-000000000000';
  const owing = async (users: readonly (string | undefined)[]) =>
    (
      await client.query(
        'select user_id as "userId", payment_id as "loanId", owed_paise::integer as paise, since from rail_owed($1)',
        [users],
      )
    ).rows;
  return {
    people: [await people(none, 9), await people(none, 1), await people(one!, 9), await people(other!, 9)],
    owed: [await owing([one, other]), await owing([ofName('their one').userId])],
  };
}

test('LEND-21: given money that the rail owes, then it is told by person and payment, since it was first owed', async () => {
  const found = await amongLaid(lab, owed);
  const [one, other] = [ofName('one').userId, ofName('their one').userId].toSorted();
  expect(found.people).toEqual([[one, other], [one], [other], []]);
  const theirs = { ...ofName('their one'), paise: 500, since: at(12) };
  const all = [
    { ...ofName('one'), paise: 300, since: at(14) },
    { ...ofName('two'), paise: -4, since: at(13) },
    theirs,
  ];
  const placeOf = (row: LabLoan) => `${row.userId} ${row.loanId}`;
  expect(found.owed).toEqual([all.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)), [theirs]]);
});

const WRITTEN = ['told', 'opened', 'reviewed', 'frozen', 'their frozen', 'open before', 'quiet'] as const;

/** Writes the consequences of a reading as they are said: nothing is decided here. */
async function written(client: pg.PoolClient) {
  const now = lab.clock.now();
  const of = (name: string) => ({
    userId: ofName(name).userId,
    paymentId: ofName(name).loanId,
    rowId: rowId(name, 0),
  });
  const open = {
    kind: 'amount',
    owner: 'finance',
    businessOn: DAY,
    oursPaise: 5,
    theirsPaise: 6,
    railStatus: 'success',
  };
  for (const name of ['told', 'frozen', 'their frozen', 'quiet']) {
    const { userId: user_id, loanId: id } = ofName(name);
    await layLike(client, 'loans', ['id', like.loanId], { user_id, id });
    await layLike(client, 'loan_days', ['loan_id', like.loanId], { user_id, loan_id: id });
  }
  const rows = [
    { ...of('told'), isNewSuccess: true },
    { ...of('opened'), ...open, reference: 'R1', reviewReason: 'late_success' },
    { ...of('reviewed'), ...open, reference: 'R2', reviewReason: 'amount' },
    { ...of('frozen'), freezesAs: 'refund_required' },
    { ...of('their frozen'), freezesAs: 'refund_processed' },
    { ...of('quiet'), isNewSuccess: false },
  ];
  const frozen = await client.query(
    'select user_id as "userId", payment_id as "loanId" from rail_write($1, $2)',
    [JSON.stringify(rows), now],
  );
  const again = await client.query('select payment_id from rail_write($1, $2)', [JSON.stringify(rows), now]);
  const { userId: user_id, loanId: payment_id } = ofName('open before');
  const laid = { user_id, kind: 'missing', detail: {}, opened_at: now };
  await lay(client, 'reconciliation_breaks', { ...laid, payment_id });
  const resolved = { payment_id: ofName('quiet').loanId, reference: 'resolved', resolved_at: now };
  await lay(client, 'reconciliation_breaks', { ...laid, ...resolved });
  const { kind: _, ...difference } = open;
  const missing = ['opened', 'open before', 'quiet'].map((name) => ({
    ...of(name),
    ...difference,
    kind: 'missing',
    reference: name,
  }));
  const counts = [];
  for (let turn = 0; turn < 2; turn += 1) {
    const { rows: counted } = await client.query('select rail_open_once($1, $2, $3) as count', [
      DAY,
      JSON.stringify(missing),
      now,
    ]);
    counts.push((counted[0] as { count: number }).count);
  }
  const breaks = await client.query(
    `select payment_id as id, kind, owner, reference, ours_paise::integer as ours, theirs_paise::integer as theirs, detail
     from reconciliation_breaks order by kind, reference nulls first`,
  );
  const reviews = await client.query('select id, review_reason as why from payments where needs_review');
  const jobs = await client.query("select payload ->> 'paymentId' as id from graphile_worker._private_jobs");
  const freezes = await client.query(
    'select loan_id as id, word, rail_row_id from loan_freezes order by word desc',
  );
  return {
    frozen: frozen.rows,
    again: again.rows,
    counts,
    breaks: breaks.rows,
    reviews: reviews.rows,
    jobs: jobs.rows,
    freezes: freezes.rows,
  };
}

test('LEND-21: given what follows from verdicts, when it is written, then each stands, and nothing twice', async () => {
  const world = Object.fromEntries(
    WRITTEN.map((name) => [name, { bill: 'failed', rows: [] } satisfies WorldPayment]),
  );
  const { frozen, again, counts, breaks, reviews, jobs, freezes } = await inWorld(lab, like, world, written);
  const both = ['frozen', 'their frozen'].map(ofName).toSorted((a, b) => (a.userId < b.userId ? -1 : 1));
  expect([frozen, again]).toEqual([both, []]);
  expect(counts).toEqual([2, 0]);
  const id = (name: string) => ofName(name).loanId;
  const money = { owner: 'finance', ours: 5, theirs: 6 };
  const row = (name: string) => ({ detail: { rowId: rowId(name, 0), railStatus: 'success' } });
  expect(breaks).toMatchObject([
    { ...money, id: id('opened'), kind: 'amount', reference: 'R1', ...row('opened') },
    { ...money, id: id('reviewed'), kind: 'amount', reference: 'R2', ...row('reviewed') },
    { id: id('open before'), kind: 'missing', reference: null },
    { ...money, id: id('opened'), kind: 'missing', reference: 'opened', detail: {} },
    { ...money, id: id('quiet'), kind: 'missing', reference: 'quiet' },
    { id: id('quiet'), kind: 'missing', reference: 'resolved' },
  ]);
  expect(breaks).toHaveLength(6);
  expect(reviews).toEqual([{ id: id('reviewed'), why: 'amount' }]);
  expect(jobs).toEqual([{ id: id('told') }]);
  expect(freezes).toEqual([
    { id: id('frozen'), word: 'refund_required', rail_row_id: rowId('frozen', 0) },
    { id: id('their frozen'), word: 'refund_processed', rail_row_id: rowId('their frozen', 0) },
  ]);
});
