import type { ErrorCode } from '@mohlat/contract';
import { addDays, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { owedOn, withAgent } from '#features/payments/index.ts';
import { composeMail, composeSms } from '#features/notifications/texts/compose.ts';
import { EMI3, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { logContactIn, nameAgentIn } from './contacts.service.ts';

/** A loan of 15 January 2027, nothing of which was ever paid: it does not perform from the close of 16 May on. */
let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

const AGENT = { name: 'Ravi Kumar', phone: '9876543210' };

async function lateOn(name: string, day: string): Promise<LabLoan> {
  const loan = await lab.lend(`${name} l`, EMI3);
  const on = businessDate(day);
  lab.set(noonOf(on));
  await lab.catchUp(loan, addDays(on, -1));
  return loan;
}

const named = (loan: LabLoan, agent = AGENT) =>
  refusalOf(lab.worker.forUser(loan.userId, (tx) => nameAgentIn(lab.deps, tx, loan, agent, lab.clock.now())));

const logged = (loan: LabLoan, at: string, channel: 'call' | 'visit' = 'call', note = 'They pay on Friday') =>
  refusalOf(
    lab.worker.forUser(loan.userId, (tx) => logContactIn(tx, loan, { at, channel, note }, lab.clock.now())),
  );

/** The code with which a piece of work is refused; undefined where it is done. */
async function refusalOf(work: Promise<unknown>): Promise<ErrorCode | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return (error as { code: ErrorCode }).code;
  }
}

async function contactsOf({ loanId }: LabLoan) {
  const { rows } = await lab.owner.query<{ kind: string; channels: string[]; note: string | null }>(
    `select split_part(step, '_', 1) as kind, channels, note from contacts where loan_id = $1 and step ~ '^(agent|call|visit)_'
     order by at`,
    [loanId],
  );
  return rows;
}

const shown = ({ userId, loanId }: LabLoan) =>
  lab.worker.forUser(userId, (tx) => withAgent(tx, userId, { id: loanId, loanStatus: 'npa' }, {} as never));

test('LEND-23: given an NPA loan, when staff name its agent, then its person has name and number before the first contact', async () => {
  const loan = await lateOn('npa', '2027-05-20');
  expect(await logged(loan, '2027-05-20T05:00:00Z')).toBe('agent_not_named');
  expect(await named(loan)).toBeUndefined();
  expect(await shown(loan)).toEqual({ recoveryAgent: AGENT });
  const { rows } = await lab.owner.query(
    `select description, texts->'hi'->>'description' as hindi from notifications
     where user_id = $1 and title = 'Your recovery agent is named'`,
    [loan.userId],
  );
  expect(rows).toHaveLength(1);
  for (const text of [rows[0].description, rows[0].hindi])
    expect(text).toMatch(/Ravi Kumar, 9876543210, .*8:00 .*(?:19|7):00/);
  // Earlier than the name was sent.
  expect(await logged(loan, '2027-05-20T05:00:00Z')).toBe('agent_not_named');
  lab.set(noonOf(businessDate('2027-05-21')));
  expect(await logged(loan, '2027-05-21T05:00:00Z', 'visit')).toBeUndefined();
  expect(await contactsOf(loan)).toEqual([
    { kind: 'agent', channels: ['app'], note: null },
    { kind: 'visit', channels: ['visit'], note: 'They pay on Friday' },
  ]);
  expect(await named(loan, { name: 'Meena Iyer', phone: '9876500000' })).toBeUndefined();
  expect(await shown(loan)).toMatchObject({ recoveryAgent: { name: 'Meena Iyer' } });
});

test('LEND-23: given an agent who is named, when they are named again on the day, then they are told of once', async () => {
  const loan = await lateOn('named twice', '2027-05-20');
  for (let times = 0; times < 3; times += 1) expect(await named(loan)).toBeUndefined();
  expect(await contactsOf(loan)).toHaveLength(1);
  const other = { name: 'Meena Iyer', phone: '9876500000' };
  expect(await named(loan, other)).toBeUndefined();
  expect(await contactsOf(loan)).toHaveLength(2);
  lab.set(noonOf(businessDate('2027-05-21')));
  expect(await named(loan, other)).toBeUndefined();
  expect(await contactsOf(loan)).toHaveLength(3);
});

test('LEND-23: given a call that is written down, when it is written down again, then it counts once', async () => {
  const loan = await lateOn('logged twice', '2027-02-24');
  const at = '2027-02-24T05:00:00.000Z';
  for (let times = 0; times < 3; times += 1) expect(await logged(loan, at)).toBeUndefined();
  expect(await contactsOf(loan)).toHaveLength(1);
  expect(await logged(loan, at, 'visit')).toBeUndefined();
  expect(await contactsOf(loan)).toHaveLength(2);
});

test('LEND-23: given a call that is written down, when one of the same minute has another note, then both are kept', async () => {
  const loan = await lateOn('apart', '2027-02-24');
  for (const note of ['They pay on Friday', 'They pay on Monday'])
    expect(await logged(loan, '2027-02-24T05:00:00.000Z', 'call', note)).toBeUndefined();
  const written = (await contactsOf(loan)).map(({ note }) => note);
  expect(new Set(written)).toEqual(new Set(['They pay on Friday', 'They pay on Monday']));
});

test('LEND-23: given an agent of whom no message arrived, when they are named again on the day, then their person is told again', async () => {
  const loan = await lateOn('undelivered', '2027-05-20');
  const deliver = (status: string) =>
    lab.owner.query(
      `insert into deliveries (user_id, id, channel, template, status, tries, queued_at, settled_at, about_id)
       select user_id, new_id(), 'email', 'recovery.agent_named', $2, 1, named_at, $3, id from recovery_agents
       where loan_id = $1 order by named_at desc, id desc limit 1`,
      [loan.loanId, status, status === 'queued' ? null : lab.clock.now()],
    );
  expect(await named(loan)).toBeUndefined();
  await deliver('bounced');
  await deliver('queued');
  expect(await named(loan)).toBeUndefined();
  expect(await contactsOf(loan)).toHaveLength(1);
  await lab.owner.query(`update deliveries set status = 'failed', settled_at = $1 where status = 'queued'`, [
    lab.clock.now(),
  ]);
  expect(await named(loan)).toBeUndefined();
  expect(await contactsOf(loan)).toHaveLength(2);
});

test('LEND-23: given an agent whose notice did not leave, then no contact is written down before another one of them does', async () => {
  const loan = await lateOn('unheard', '2027-05-20');
  expect(await named(loan)).toBeUndefined();
  // As the queue leaves them, for a person with an address and a number.
  const send = (status: string, at: string) =>
    lab.owner.query(
      `insert into deliveries (user_id, id, channel, template, status, tries, queued_at, settled_at, about_id)
       select user_id, new_id(), 'email', 'recovery.agent_named', $2, 1, named_at, $3, id from recovery_agents where loan_id = $1`,
      [loan.loanId, status, at],
    );
  await send('dropped', '2027-05-20T13:30:00Z');
  await send('bounced', '2027-05-20T07:00:00Z');
  lab.set(noonOf(businessDate('2027-05-21')));
  expect(await logged(loan, '2027-05-21T05:00:00Z')).toBe('agent_not_named');
  await send('sent', '2027-05-21T04:00:00Z');
  expect(await logged(loan, '2027-05-21T03:59:59Z')).toBe('agent_not_named');
  expect(await logged(loan, '2027-05-21T04:00:00Z')).toBeUndefined();
});

test('LEND-23: given an SMS with the name of an agent, when its report comes later, then it still counts from its sending', async () => {
  const loan = await lateOn('reported', '2027-05-20');
  expect(await named(loan)).toBeUndefined();
  await lab.owner.query(
    `insert into deliveries (user_id, id, channel, template, status, tries, queued_at, sending_at, settled_at, about_id)
     select user_id, new_id(), 'sms', 'recovery.agent_named', 'delivered', 1, named_at, '2027-05-21T04:00:00Z', '2027-05-21T04:40:00Z', id
     from recovery_agents where loan_id = $1`,
    [loan.loanId],
  );
  lab.set(noonOf(businessDate('2027-05-21')));
  expect(await logged(loan, '2027-05-21T03:59:59Z')).toBe('agent_not_named');
  expect(await logged(loan, '2027-05-21T04:00:00Z')).toBeUndefined();
});

test('LEND-23: given a loan that performs, then no agent is named, and its person is called within the rules', async () => {
  const loan = await lateOn('late', '2027-02-24');
  expect(await named(loan)).toBe('agent_too_early');
  expect(await logged(loan, '2027-02-24T02:29:59Z')).toBe('contact_hours');
  expect(await logged(loan, '2027-02-23T13:30:00Z')).toBe('contact_hours');
  expect(await logged(loan, '2027-02-24T07:00:01Z')).toBe('contact_day');
  expect(await logged(loan, '2027-02-16T05:00:00Z')).toBe('contact_day');
  expect(await logged(loan, '2027-02-24T02:30:00Z')).toBeUndefined();
});

test('LEND-23: given two contacts on a day or seven in seven days, then another one is refused', async () => {
  const loan = await lateOn('often', '2027-02-28');
  const days = ['22', '23', '24'].flatMap((day) => [`2027-02-${day}T05:00:00Z`, `2027-02-${day}T06:00:00Z`]);
  for (const at of days) expect([at, await logged(loan, at)]).toEqual([at, undefined]);
  expect(await logged(loan, '2027-02-24T06:30:00Z')).toBe('contact_most');
  expect(await logged(loan, '2027-02-25T05:00:00Z')).toBeUndefined();
  expect(await logged(loan, '2027-02-26T05:00:00Z')).toBe('contact_most');
});

const RESTS = {
  hardship: `insert into hardships (user_id, id, loan_id, reason, created_at, from_on, until_on)
    values ($1, new_id(), $2, 'illness', '2027-05-20', '2027-05-20', '2027-06-20')`,
  freeze: `insert into loan_freezes (user_id, loan_id, seq, is_frozen, from_on, at, word, rail_row_id)
    values ($1, $2, 1, true, '2027-05-19', '2027-05-19', 'refund_required', new_id())`,
  'repayment of unknown outcome': `insert into repayments (user_id, id, loan_id, amount_paise, intent, status, channel, created_at)
    values ($1, new_id(), $2, 10000, 'emi', 'unknown', 'checkout', '2027-05-20')`,
};

/** Writes a row whose own rows are not of this test. */
async function lay({ userId, loanId }: LabLoan, insert: string): Promise<void> {
  const client = await lab.owner.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(insert, [userId, loanId]);
    await client.query('reset session_replication_role');
  } finally {
    client.release();
  }
}

test.each(Object.entries(RESTS))('LEND-23: given a %s, then contact rests', async (what, insert) => {
  const loan = await lateOn(`rests ${what}`, '2027-05-20');
  await lay(loan, insert);
  expect(await named(loan)).toBe('contact_rests');
  expect(await contactsOf(loan)).toEqual([]);
});

const dispute = (status: string, opened: string, ended: string | null) =>
  `insert into chargebacks (user_id, repayment_id, loan_id, dispute_ref, amount_paise, phase, status, opened_at, ended_at)
   values ($1, new_id(), $2, 'disp_' || new_id(), 100, 'chargeback', '${status}', '${opened}', ${ended === null ? 'null' : `'${ended}'`})`;
const NOON_OF_23 = '2027-02-23T06:30:00Z';

test.each([
  [
    'a repayment of unknown outcome since',
    RESTS['repayment of unknown outcome'].replace('2027-05-20', NOON_OF_23),
    [undefined, 'contact_rests'],
  ],
  ['a dispute since', dispute('open', NOON_OF_23, null), [undefined, 'contact_rests']],
  [
    'a hardship since',
    RESTS.hardship.replace('2027-05-20', NOON_OF_23).replace('2027-05-20', '2027-02-23'),
    [undefined, 'contact_rests'],
  ],
  [
    'a freeze since',
    RESTS.freeze.replace('2027-05-19', '2027-02-23').replace('2027-05-19', NOON_OF_23),
    [undefined, 'contact_rests'],
  ],
  [
    'a freeze until',
    `insert into loan_freezes (user_id, loan_id, seq, is_frozen, from_on, at, word, rail_row_id, decided_by)
     select $1::uuid, $2::uuid, 1, true, '2027-02-22'::date, '2027-02-22'::timestamptz, 'refund_required', new_id(), null::uuid
     union all select $1, $2, 2, false, '2027-02-23', '${NOON_OF_23}', 'withdrawn', null, new_id()`,
    ['contact_rests', undefined],
  ],
  ['a dispute until', dispute('won', '2027-02-01', NOON_OF_23), ['contact_rests', undefined]],
] as const)(
  'LEND-23: given %s noon, then a call is judged by its own hour',
  async (what, insert, expected) => {
    const loan = await lateOn(what.replaceAll(' ', '-'), '2027-02-25');
    await lay(loan, insert);
    const [before, after] = ['2027-02-23T05:00:00Z', '2027-02-23T08:00:00Z'];
    expect([await logged(loan, before), await logged(loan, after)]).toEqual(expected);
  },
);

test('LEND-23: given a loan that does not perform since the call, then the call is written down without an agent', async () => {
  const loan = await lateOn('npa since', '2027-05-20');
  expect(await logged(loan, '2027-05-16T05:00:00Z')).toBeUndefined();
  expect(await logged(loan, '2027-05-17T05:00:00Z')).toBe('agent_not_named');
});

test('LEND-23: given a loan that did not perform until noon, then a call of the morning wants its agent', async () => {
  const loan = await lateOn('cured', '2027-05-20');
  const at = '2027-05-20T04:30:00Z';
  expect(await logged(loan, at)).toBe('agent_not_named');
  const outstandingPaise = await lab.worker.forUser(loan.userId, (tx) =>
    owedOn(tx, loan.userId, businessDate('2027-05-20')),
  );
  await lab.credit(loan, 'cured', outstandingPaise, lab.clock.now());
  expect(await logged(loan, at)).toBe('agent_not_named');
});

test('LEND-23: given a loan that is repaid, then a call is written down for seven days more, and no agent is named', async () => {
  const loan = await lateOn('repaid', '2027-02-24');
  const { outstandingPaise } = await lab.worker.forUser(loan.userId, async (tx) => ({
    outstandingPaise: await owedOn(tx, loan.userId, businessDate('2027-02-24')),
  }));
  await lab.credit(loan, 'repaid', outstandingPaise, lab.clock.now());
  expect(await named(loan)).toBe('payment_not_payable');
  expect(await logged(loan, '2027-02-23T05:00:00Z')).toBeUndefined();
  lab.set(noonOf(businessDate('2027-03-04')));
  expect(await logged(loan, '2027-03-03T05:00:00Z')).toBe('payment_not_payable');
});

test.each(['en', 'hi'] as const)('the notice of an agent names them and their number (%s)', (language) => {
  const vars = { agent: AGENT.name, phone: AGENT.phone, bank: 'HDFC Bank', last4: '4021' };
  const message = { template: 'recovery.agent_named', to: 'x', vars } as const;
  const { text } = composeMail({ ...message, channel: 'email' }, language);
  for (const said of [text, composeSms({ ...message, channel: 'sms' }, language)])
    expect(said).toMatch(/Ravi Kumar[\s\S]*9876543210/);
});
