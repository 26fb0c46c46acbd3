import { addDays, istDate } from '@mohlat/money';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amongLaid, lay, layLike } from '#test/laying.ts';
import { EMI3, idOf, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

let lab: Lab;
/** Two loans of one person, with rows of the same kinds; the first is taken back. */
let one: LabLoan;
let other: LabLoan;
beforeAll(async () => {
  lab = await openLab();
  other = await lab.lend('anna other', EMI3);
  one = await lab.lend('anna one', EMI3);
});
afterAll(() => lab.close());

/** The loan is taken back to the opening of this day. */
const ON = addDays(EMI3.disbursedOn, 40);
const NOW = noonOf(addDays(ON, 5));
const TODAY = istDate(NOW.getTime());
const OTHER = idOf('some other row');

/** Lays two rows of each kind for a loan, the first of which is taken back; ids are names with that of the loan. */
async function layLoan(
  client: pg.PoolClient,
  { userId, loanId }: LabLoan,
  rewound: number,
  version: number,
): Promise<void> {
  const of = (name: string) => ({ user_id: userId, id: idOf(`${name} ${loanId}`), loan_id: loanId });
  const first = (
    await client.query<{ id: string }>('select id from instalments where loan_id = $1 and number = 1', [
      loanId,
    ])
  ).rows[0]!;
  await client.query('update instalments set id = $2 where id = $1', [first.id, of('instalment 1').id]);
  for (const [index, isActive] of [true, false].entries())
    await layLike(client, 'instalments', ['id', of('instalment 1').id], {
      id: of(`replaced ${index}`).id,
      version: version + index,
      is_active: isActive,
    });
  for (const nth of [1, 2]) {
    await lay(client, 'repayments', {
      ...of(`repayment ${nth}`),
      amount_paise: 900,
      status: 'succeeded',
      channel: 'checkout',
      created_at: NOW,
      journal_id: OTHER,
    });
    await lay(client, 'allocations', {
      ...of(`share ${nth}`),
      repayment_id: of(`repayment ${nth}`).id,
      component: 'fee',
      amount_paise: 5,
      written_by: OTHER,
    });
    await lay(client, 'waivers', {
      ...of(`waiver ${nth}`),
      origin: 'tiny',
      component: 'all',
      granted_paise: 9,
      applied_paise: 9,
      granted_at: NOW,
      effective_on: ON,
      journal_id: OTHER,
    });
    await lay(client, 'waiver_shares', {
      ...of(`let off ${nth}`),
      waiver_id: of(`waiver ${nth}`).id,
      number: 1,
      component: 'fee',
      amount_paise: 9,
    });
    await lay(client, 'write_offs', {
      ...of(`write-off ${nth}`),
      approval_id: OTHER,
      decided_at: NOW,
      effective_on: ON,
      is_applied: true,
      journal_id: OTHER,
    });
  }
  for (const [index, reversed] of [null, null, null, ON].entries())
    await lay(client, 'charges', {
      ...of(`charge ${index}`),
      kind: 'penal',
      number: 1,
      late_days: index,
      levied_on: ON,
      overdue_on: ON,
      amount_paise: 90,
      reversed_on: reversed,
    });
  for (const days of [-1, 0, 1]) {
    const on = addDays(ON, days);
    await lay(client, 'hardships', {
      ...of(`hardship ${days}`),
      reason: 'illness',
      created_at: NOW,
      from_on: EMI3.disbursedOn,
      until_on: ON,
      ended_on: on,
    });
    await lay(client, 'dpd_log', { user_id: userId, loan_id: loanId, business_on: on, dpd: 1, class: 'STD' });
  }
  await client.query('update loans set rewound_count = $2, schedule_version = 7 where id = $1', [
    loanId,
    rewound,
  ]);
}

const id = (name: string, { loanId } = one) => idOf(`${name} ${loanId}`);
type Row = Readonly<Record<string, unknown>>;
type Lists = Readonly<Record<string, readonly Row[]>>;

const TYPES = {
  loans: 'loan_taken_back',
  repayments: 'repayment_taken_back',
  instalments: 'instalment_put_back',
  shares: 'share_put_back',
  charges: 'charge_put_back',
  waivers: 'waiver_taken_back',
  writeOffs: 'write_off_taken_back',
};

/** The rows of a loan that is taken back, by the names of the lists. */
const lists = (): Lists => ({
  loans: [
    {
      loan_id: one.loanId,
      on: ON,
      status: 'npa',
      closed_on: ON,
      written_off_on: ON,
      closed_through_on: ON,
      is_open: false,
      no_new_penal_through_on: ON,
    },
  ],
  repayments: [{ repayment_id: id('repayment 1') }],
  instalments: [
    {
      id: id('instalment 1'),
      is_active: true,
      is_demanded: true,
      released_by: OTHER,
      paid_principal_paise: 1,
      paid_fee_paise: 2,
      paid_interest_paise: 3,
    },
  ],
  shares: [{ id: id('share 1'), is_active: false, released_by: OTHER, is_earmark: true }],
  charges: [
    { id: id('charge 1'), paid_paise: 10, waived_paise: 20, is_reversed: true },
    { id: id('charge 2'), paid_paise: 30, waived_paise: 40, is_reversed: false },
  ],
  waivers: [{ waiver_id: id('waiver 1'), is_over: true }],
  writeOffs: [{ write_off_id: id('write-off 1'), is_over: true }],
});

async function takeBack(
  client: pg.PoolClient,
  said: Lists,
  version: number,
  journals: readonly string[] = [],
): Promise<unknown> {
  await client.query("select set_config('app.user_id', $1, true)", [one.userId]);
  const rows = Object.entries(TYPES).map(([list, type], index) => [
    `array(select jsonb_populate_record(null::${type}, x) from jsonb_array_elements($${index + 6}) x)`,
    JSON.stringify((said[list] ?? []).map((row) => ({ loan_id: one.loanId, ...row }))),
  ]);
  const { rows: answers } = await client.query<{ version: unknown }>(
    `select take_back($1, $2, $3, $4, $5, ${rows.map(([list]) => list).join(', ')}) as version`,
    [one.userId, version, 11, NOW, journals, ...rows.map(([, values]) => values)],
  );
  return answers[0]!.version;
}

const TABLES =
  'repayments allocations charges waivers waiver_shares write_offs hardships dpd_log instalments loans loan_days credit_accounts journals'.split(
    ' ',
  );

/** Every row of the person by its table and name. */
async function everything(client: pg.PoolClient): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  for (const table of TABLES) {
    const found = await client.query<{ name: string; row: Row }>(
      `select concat_ws(' ', $2::text, coalesce(to_jsonb(t) ->> 'id', to_jsonb(t) ->> 'loan_id'), to_jsonb(t) ->> 'business_on') as name,
         to_jsonb(t) as row from ${table} t where user_id = $1`,
      [one.userId, table],
    );
    for (const { name, row } of found.rows) rows.set(name, row);
  }
  return rows;
}

/** The fields that changed, of each row in which some did. */
function changed(before: ReadonlyMap<string, Row>, after: ReadonlyMap<string, Row>): Record<string, Row> {
  return Object.fromEntries(
    [...after].flatMap(([name, row]) => {
      const fields = Object.entries(row).filter(
        ([field, value]) => field !== 'updated_at' && value !== before.get(name)?.[field],
      );
      return before.has(name) && fields.length > 0 ? [[name, Object.fromEntries(fields)]] : [];
    }),
  );
}

const versionOf = async (client: pg.PoolClient) =>
  (
    await client.query<{ version: number }>(
      'select book_version as version from credit_accounts where user_id = $1',
      [one.userId],
    )
  ).rows[0]!.version;

async function among<T>(work: (client: pg.PoolClient, version: number) => Promise<T>): Promise<T> {
  return amongLaid(lab, async (client) => {
    await layLoan(client, other, 8, 9);
    await layLoan(client, one, 4, 2);
    return work(client, await versionOf(client));
  });
}

test('LEND-W6: given a loan that is taken back, when take_back writes it, then its rows stand as they did at the opening of the day, and no others change', async () => {
  const said = await among(async (client, version) => {
    const { rows } = await client.query<{ id: string }>(
      "select id from journals where loan_id = $1 and source_kind = 'loan_booked'",
      [one.loanId],
    );
    const before = await everything(client);
    const answer = await takeBack(client, lists(), version, [rows[0]!.id]);
    const after = await everything(client);
    const mirrors = [...after]
      .filter(([name]) => !before.has(name))
      .map(([, row]) => row['reversal_of'] === rows[0]!.id);
    return { changes: changed(before, after), mirrors, isKnown: String(answer) === String(version) };
  });
  expect(said.isKnown).toBe(true);
  expect(said.mirrors).toEqual([true]);
  expect(said.changes).toEqual({
    [`repayments ${id('repayment 1')}`]: { status: 'initiated', journal_id: null },
    [`allocations ${id('share 1')}`]: { is_active: false, released_by: OTHER, is_earmark: true },
    [`charges ${id('charge 1')}`]: { paid_paise: 10, waived_paise: 20, reversed_on: TODAY, reversed_in: 5 },
    [`charges ${id('charge 2')}`]: { paid_paise: 30, waived_paise: 40 },
    [`waivers ${id('waiver 1')}`]: { applied_paise: 0, journal_id: null },
    [`waiver_shares ${id('let off 1')}`]: { is_active: false },
    [`write_offs ${id('write-off 1')}`]: { is_applied: false, journal_id: null },
    [`hardships ${id('hardship 0')}`]: { ended_on: null },
    [`hardships ${id('hardship 1')}`]: { ended_on: null },
    [`dpd_log ${one.loanId} ${ON}`]: { is_active: false },
    [`dpd_log ${one.loanId} ${addDays(ON, 1)}`]: { is_active: false },
    [`instalments ${id('instalment 1')}`]: {
      is_demanded: true,
      released_by: OTHER,
      paid_principal_paise: 1,
      paid_fee_paise: 2,
      paid_interest_paise: 3,
    },
    [`loans ${one.loanId}`]: {
      status: 'npa',
      closed_on: ON,
      written_off_on: ON,
      no_new_penal_through_on: ON,
      rewound_count: 5,
      schedule_version: 2,
    },
    [`loan_days ${one.loanId}`]: expect.objectContaining({ closed_through_on: ON, is_open: false }),
    credit_accounts: { used_paise: 2 * EMI3.billPaise + 11 },
  });
});

test('LEND-W6: given a waiver and a write-off that are granted anew, when their loan is taken back, then they are to be applied again', async () => {
  const said = await among(async (client, version) => {
    await takeBack(
      client,
      {
        waivers: [{ waiver_id: id('waiver 1'), is_over: false }],
        writeOffs: [{ write_off_id: id('write-off 1'), is_over: false }],
      },
      version,
    );
    const { rows } = await client.query(
      'select w.applied_paise as waived, o.is_applied as "writtenOff" from waivers w, write_offs o where w.id = $1 and o.id = $2',
      [id('waiver 1'), id('write-off 1')],
    );
    return rows;
  });
  expect(said).toEqual([{ waived: null, writtenOff: null }]);
});

test('LEND-W6: given that more is known of the borrower than the decision knew, when take_back is asked, then it answers nothing and writes nothing', async () => {
  const said = await among(async (client, version) => {
    const before = await everything(client);
    const answer = await takeBack(client, lists(), version - 1);
    return [answer, changed(before, await everything(client))];
  });
  expect(said).toEqual([null, {}]);
});

/** Rows that are not there as they are said to be. */
const ABSENT: Readonly<Record<string, () => Lists>> = {
  'a repayment that has not succeeded': () => ({ repayments: [{ repayment_id: id('repayment 2') }] }),
  'a charge that was reversed before': () => ({
    charges: [{ ...lists()['charges']![0], id: id('charge 3') }],
  }),
  'a loan that is not there': () => ({ loans: [{ ...lists()['loans']![0], loan_id: OTHER }] }),
  ...Object.fromEntries(
    Object.keys(TYPES)
      .filter((list) => list !== 'loans')
      .flatMap((list) => [
        [
          `${list} of another loan`,
          () => ({ [list]: lists()[list]!.map((row) => ({ ...row, loan_id: other.loanId })) }),
        ],
      ]),
  ),
};

test.each(Object.entries(ABSENT))(
  'LEND-W6: given %s, when it is taken back, then nothing is written',
  async (_, said) => {
    const written = among(async (client, version) => {
      await client.query("update repayments set status = 'failed' where id = $1", [id('repayment 2')]);
      await takeBack(client, said(), version);
    });
    await expect(written).rejects.toThrow(/^book: 0 of \d rows of/);
  },
);
