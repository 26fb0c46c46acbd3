import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amongLaid, lay, layMoney } from '#test/laying.ts';
import { EMI3, idOf, type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';

let lab: Lab;
let one: LabLoan;
let twice: LabLoan;
let other: LabLoan;
beforeAll(async () => {
  lab = await openLab();
  one = await lab.lend('a one', EMI3);
  // Taken back twice: what is booked of it has names of its own.
  twice = await lab.lend('a twice', EMI3);
  other = await lab.lend('b other', EMI3);
  // Nothing is said of it.
  await lab.lend('a rest', EMI3);
  lab.set(NOW);
});

afterAll(() => lab.close());

const NOW = new Date('2027-03-01T06:30:00Z');
const DAY = '2027-02-20';
const LATER = '2027-02-21';

const of = ({ userId, loanId }: LabLoan) => ({ user_id: userId, loan_id: loanId });
const charge = (loan: LabLoan, name: string) => idOf(`charge ${name} ${loan.loanId}`);

/** Calls a function with rows of a type. */
async function book(
  client: pg.PoolClient,
  what: string,
  type: string,
  rows: readonly object[],
  isDated = true,
) {
  const list = `array(select jsonb_populate_record(null::${type}, x) from jsonb_array_elements($1) x)`;
  const values: unknown[] = [JSON.stringify(rows)];
  if (isDated) values.push(NOW);
  await client.query(`select ${what}(${list}${isDated ? ', $2' : ''})`, values);
}

const nameOf = async (client: pg.PoolClient, sql: string, values: readonly unknown[]) =>
  (await client.query<{ id: string }>(`select ${sql} as id`, [...values])).rows[0]!.id;

/** The journal of a source as the books name it after a loan was taken back so often; and others that are nearly its own. */
async function layJournal(client: pg.PoolClient, loan: LabLoan, kind: string, source: string): Promise<void> {
  const count = loan === twice ? 2 : 0;
  const sourceId = await nameOf(client, 'step_name($1, $2)', [source, count]);
  const money = { ...loan, account: 'WAIVED', paise: 1, at: NOW };
  for (const [what, id] of [
    ['float', sourceId],
    [kind, sourceId],
    [kind, idOf(`nearly ${sourceId}`)],
  ] as const)
    await layMoney(client, { ...money, kind: what, sourceId: id });
}

async function layLoans(client: pg.PoolClient): Promise<void> {
  await client.query('update loans set rewound_count = 2 where id = $1', [twice.loanId]);
  for (const loan of [one, twice, other])
    for (const [index, name] of ['first', 'second'].entries())
      await lay(client, 'charges', {
        ...of(loan),
        id: charge(loan, name),
        kind: 'penal',
        number: index + 1,
        levied_on: DAY,
        overdue_on: DAY,
        late_days: 1,
        amount_paise: 900,
        waived_paise: 100,
      });
  // An instalment that was replaced is covered by nothing.
  await client.query(
    `insert into instalments select (jsonb_populate_record(i, $2)).* from instalments i where i.loan_id = $1 and i.number = 1`,
    [one.loanId, JSON.stringify({ id: idOf('replaced'), version: 9, is_active: false })],
  );
}

async function stateOf(client: pg.PoolClient) {
  const read = async (sql: string) =>
    (await client.query<{ said: string }>(sql)).rows.map(({ said }) => said);
  const loans = `case loan_id when '${one.loanId}' then 'one' when '${twice.loanId}' then 'twice' when '${other.loanId}' then 'other' else 'rest' end`;
  return {
    waivers: await read(`select concat_ws(' ', ${loans}, effective_on, granted_paise, applied_paise,
      (select case when j.source_kind = 'waiver' and j.source_id = step_name(w.id, (select rewound_count from loans l where l.id = w.loan_id))
      then 'booked' else 'otherwise' end from journals j where j.id = w.journal_id)) as said from waivers w order by 1`),
    shares:
      await read(`select concat_ws(' ', ${loans}, number, case when charge_id is not null then 'charge' end, component, amount_paise,
      (select effective_on from waivers w where w.id = s.waiver_id)) as said from waiver_shares s order by 1`),
    charges: await read(
      `select concat_ws(' ', ${loans}, number, waived_paise) as said from charges where waived_paise <> 100 order by 1`,
    ),
    paid: await read(`select concat_ws(' ', ${loans}, number, is_active, paid_interest_paise, paid_fee_paise, paid_principal_paise) as said
      from instalments where paid_interest_paise + paid_fee_paise + paid_principal_paise > 0 order by 1`),
    used: await read(`select concat_ws(' ', case user_id when '${one.userId}' then 'a' else 'b' end, used_paise, updated_at = '${NOW.toISOString()}')
      as said from credit_accounts order by 1`),
    loans: await read(
      `select concat_ws(' ', ${loans.replace('loan_id', 'id')}, status, written_off_on) as said from loans order by 1`,
    ),
    open: await read(`select ${loans} as said from loan_days where is_open order by 1`),
    losses:
      await read(`select concat_ws(' ', ${loans}, is_applied, principal_paise, fee_paise, interest_paise, charges_paise,
      (select case when j.source_kind = 'write_off' and j.source_id = step_name(w.id, (select rewound_count from loans l where l.id = w.loan_id))
      then 'booked' else 'otherwise' end from journals j where j.id = w.journal_id)) as said from write_offs w order by 1`),
  };
}

const part = (loan: LabLoan, on: string, number: number | null, component: string, amount_paise: number) => ({
  ...of(loan),
  on,
  number,
  component,
  amount_paise,
  charge_id: number === null ? charge(loan, 'first') : null,
});

test('LEND-9: given what is too little to ask for, when it is let off, then each part is covered, by loan and day', async () => {
  const state = await amongLaid(lab, async (client) => {
    await layLoans(client);
    for (const [loan, on] of [
      [one, DAY],
      [one, LATER],
      [twice, DAY],
      [other, DAY],
    ] as const) {
      const day = await nameOf(client, "loan_day_id($1, 'tiny', $2::date)", [loan.loanId, on]);
      const waiver = await nameOf(client, 'step_name($1, $2)', [day, loan === twice ? 2 : 0]);
      await layJournal(client, loan, 'waiver', waiver);
    }
    await book(client, 'book_waived', 'balance_waived', [
      part(one, DAY, 1, 'interest', 5),
      part(one, DAY, 1, 'fee', 3),
      part(one, DAY, 1, 'principal', 7),
      part(one, DAY, 2, 'fee', 1),
      part(one, DAY, null, 'penal', 2),
      part(one, LATER, null, 'penal', 4),
      part(twice, DAY, 1, 'principal', 11),
      part(other, DAY, 3, 'principal', 13),
    ]);
    return await stateOf(client);
  });
  expect(state).toMatchObject({
    waivers: [
      `one ${DAY} 18 18 booked`,
      `one ${LATER} 4 4 booked`,
      `other ${DAY} 13 13 booked`,
      `twice ${DAY} 11 11 booked`,
    ],
    shares: [
      `one 1 fee 3 ${DAY}`,
      `one 1 interest 5 ${DAY}`,
      `one 1 principal 7 ${DAY}`,
      `one 2 fee 1 ${DAY}`,
      `one charge penal 2 ${DAY}`,
      `one charge penal 4 ${LATER}`,
      `other 3 principal 13 ${DAY}`,
      `twice 1 principal 11 ${DAY}`,
    ],
    charges: ['one 1 106'],
    paid: ['one 1 t 5 3 7', 'one 2 t 0 1 0', 'other 3 t 0 0 13', 'twice 1 t 0 0 11'],
    used: ['a 4499982 t', 'b 1499987 t'],
  });
});

/** A waiver of staff that came to nothing yet. */
const waiver = (loan: LabLoan, name: string, fields: object = {}) => ({
  ...of(loan),
  id: idOf(`waiver ${name}`),
  origin: 'staff',
  component: 'fee',
  granted_paise: 50,
  granted_at: NOW,
  granted_by: idOf('staff'),
  approval_id: idOf(`approval ${name}`),
  reason: 'A reason',
  effective_on: DAY,
  ...fields,
});
const applied = (loan: LabLoan, name: string, amount_paise: number) => ({
  ...of(loan),
  waiver_id: idOf(`waiver ${name}`),
  amount_paise,
});

async function layWaivers(client: pg.PoolClient): Promise<void> {
  await layLoans(client);
  for (const [loan, name] of [
    [one, 'one'],
    [twice, 'twice'],
    [other, 'nothing'],
    [one, 'unbooked'],
    [one, 'beside'],
  ] as const)
    await lay(client, 'waivers', waiver(loan, name));
  await lay(client, 'waivers', waiver(one, 'applied', { applied_paise: 0 }));
  await layJournal(client, one, 'waiver', idOf('waiver one'));
  await layJournal(client, twice, 'waiver', idOf('waiver twice'));
  await layJournal(client, one, 'waiver', idOf('waiver booked for nothing'));
}

test('LEND-24: given waivers of staff, when they are applied, then each has what it came to, with its journal', async () => {
  const state = await amongLaid(lab, async (client) => {
    await layWaivers(client);
    await book(
      client,
      'book_waivers',
      'waiver_applied',
      [applied(one, 'one', 1), applied(twice, 'twice', 8), applied(other, 'nothing', 0)],
      false,
    );
    return await stateOf(client);
  });
  expect(state.waivers).toEqual([
    `one ${DAY} 50`,
    `one ${DAY} 50`,
    `one ${DAY} 50 0`,
    `one ${DAY} 50 1 booked`,
    `other ${DAY} 50 0`,
    `twice ${DAY} 50 8 booked`,
  ]);
});

test.each([
  ['applied before', () => applied(one, 'applied', 0)],
  ['not booked', () => applied(one, 'unbooked', 9)],
  ['of another loan', () => applied(twice, 'beside', 0)],
  ['booked, and comes to nothing', () => applied(one, 'one', 0)],
])('LEND-24: given a waiver that is %s, when it is applied, then it is refused', async (_, of_) => {
  const tried = amongLaid(lab, async (client) => {
    await layWaivers(client);
    await book(client, 'book_waivers', 'waiver_applied', [of_()], false);
  });
  await expect(tried).rejects.toMatchObject({ code: '23514' });
});

const SHARE = { number: 1, charge_id: null, component: 'fee', amount_paise: 1 };

test.each([
  ['instalment', { number: 9 }],
  ['charge', { number: null, charge_id: idOf('no charge'), component: 'penal' }],
])('LEND-14: given a share of no %s, when it is let off, then it is refused', async (_, fields) => {
  const tried = amongLaid(lab, async (client) => {
    await layLoans(client);
    const share = { ...of(one), waiver_id: idOf('waiver'), ...SHARE, ...fields };
    await book(client, 'book_shares_waived', 'share_waived', [share]);
  });
  await expect(tried).rejects.toMatchObject({ code: '23514' });
});

const loss = (loan: LabLoan, principal_paise: number) => ({
  ...of(loan),
  write_off_id: idOf(`loss ${loan.loanId}`),
  on: DAY,
  principal_paise,
  fee_paise: 2,
  interest_paise: 3,
  charges_paise: 4,
});

test('LEND-D5: given decisions to write loans off, when they are applied, then each leaves the books with its own journal', async () => {
  const state = await amongLaid(lab, async (client) => {
    await layLoans(client);
    for (const loan of [one, twice, other]) {
      const id = idOf(`loss ${loan.loanId}`);
      const decided = { approval_id: id, decided_at: NOW, effective_on: DAY };
      await lay(client, 'write_offs', { ...of(loan), id, ...decided });
      await layJournal(client, loan, 'write_off', id);
    }
    const beside = { approval_id: idOf('beside'), decided_at: NOW, effective_on: DAY };
    await lay(client, 'write_offs', { ...of(one), id: idOf('beside'), ...beside });
    await client.query("update loans set status = 'npa' where id = $1", [twice.loanId]);
    await book(client, 'book_write_offs', 'loan_written_off', [loss(one, 100), loss(twice, 20)]);
    return await stateOf(client);
  });
  expect(state).toMatchObject({
    losses: ['one', 'one t 100 2 3 4 booked', 'other', 'twice t 20 2 3 4 booked'],
    loans: [`one written_off ${DAY}`, 'other active', 'rest active', `twice written_off ${DAY}`],
    open: ['other', 'rest'],
    used: ['a 4499880 t', 'b 1500000 f'],
  });
});

test.each([
  ['that has ended', { status: 'closed', journal: () => one }],
  ['whose journal is of another life of a loan', { status: 'active', journal: () => twice }],
])(
  'LEND-D5: given a loan %s, when a decision to write it off is applied, then it is refused',
  async (_, given) => {
    const tried = amongLaid(lab, async (client) => {
      await layLoans(client);
      const id = idOf(`loss ${one.loanId}`);
      await lay(client, 'write_offs', {
        ...of(one),
        id,
        approval_id: id,
        decided_at: NOW,
        effective_on: DAY,
      });
      await layJournal(client, given.journal(), 'write_off', id);
      await client.query('update loans set status = $2 where id = $1', [one.loanId, given.status]);
      await book(client, 'book_write_offs', 'loan_written_off', [loss(one, 100)]);
    });
    await expect(tried).rejects.toMatchObject({ code: '23514' });
  },
);

test('LEND-9: given what is too little to ask for, when its journal is not booked, then it is not let off', async () => {
  const tried = amongLaid(lab, async (client) => {
    await layLoans(client);
    await book(client, 'book_waived', 'balance_waived', [part(one, DAY, 1, 'fee', 3)]);
  });
  await expect(tried).rejects.toMatchObject({ code: '23514' });
});
