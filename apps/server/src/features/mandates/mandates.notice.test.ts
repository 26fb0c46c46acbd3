import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';
import { BILL, DAY } from '#test/rail-lab.ts';
import { composeMail, composeSms } from '#features/notifications/texts/compose.ts';
import { readLender } from '#features/settings/index.ts';
import { ProviderUnreachable } from '#providers/index.ts';
import { readReturnWindow } from './mandates.config.ts';
import type { MandateDeps } from './mandates.look.ts';
import { lookAtPresentation } from './mandates.present.ts';

/** Debits and the notices they are made under. The first instalment is due on Monday 15 February 2027. */
let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

const NOTICE_AT = new Date('2027-02-13T04:30:00Z');
const DEBIT_AT = new Date('2027-02-15T04:30:00Z');
const rail = { orders: 0, presented: [] as string[], isAway: false };
const order = async () => ({ orderRef: `order_${(rail.orders += 1)}` });
const PROVIDERS = {
  collection: { createOrder: order, paymentsOf: async () => [] },
  mandates: {
    notify: order,
    getNotice: async () => ({ state: 'delivered', deliveredAt: NOTICE_AT }),
    present: async ({ orderRef }: { orderRef: string }) => {
      if (rail.isAway)
        throw new ProviderUnreachable({ provider: 'razorpay', op: 'present', message: 'away' });
      rail.presented.push(orderRef);
    },
  },
};

/** A loan under a mandate, and the planned debit of its first instalment. */
async function aPlanned(name: string, kind: 'upi' | 'enach'): Promise<LabLoan> {
  const loan = await lab.lend(name, { billPaise: BILL, instalments: 3, disbursedOn: DAY });
  lab.set(NOTICE_AT);
  await lab.owner.query(
    `with made as (
       insert into mandates (user_id, id, loan_id, kind, status, maximum_paise, until_on, token_ref, customer_ref, created_at)
       values ($1, new_id(), $2, $3, 'active', 600000, '2027-08-01', $4, 'customer', $5) returning *)
     insert into presentations (user_id, id, mandate_id, loan_id, number, attempt, amount_paise, state, present_at, created_at)
     select user_id, new_id(), id, loan_id, 1, 1, 520000, 'planned', $6, $5 from made`,
    [loan.userId, loan.loanId, kind, name, NOTICE_AT, DEBIT_AT],
  );
  return loan;
}

/** The product looks at the newest try of a loan. */
async function look({ userId, loanId }: LabLoan, at: Date): Promise<void> {
  lab.set(at);
  const { rows } = await lab.owner.query<{ id: string }>(
    `update presentations set next_look_at = $2 where id = (
       select id from presentations where loan_id = $1 order by attempt desc limit 1) returning id`,
    [loanId, at],
  );
  const deps = {
    ...lab.deps,
    lender: readLender({}, true),
    returnWindow: readReturnWindow({}),
    providers: PROVIDERS,
    // No mobile is kept sealed here.
    vault: {},
  };
  await lookAtPresentation(deps as unknown as MandateDeps, { userId, presentationId: rows[0]!.id });
}

async function tries({ loanId }: LabLoan): Promise<string[]> {
  const { rows } = await lab.owner.query<{ said: string }>(
    `select attempt || ' ' || state || coalesce(' ' || reason, '') || ' for ' || ist_date(present_at) as said
     from presentations where loan_id = $1 order by attempt`,
    [loanId],
  );
  return rows.map((one) => one.said);
}

async function lines({ userId }: LabLoan): Promise<string[]> {
  const { rows } = await lab.owner.query<{ said: string }>(
    `select title || '. ' || description as said from notifications where user_id = $1 order by at, id`,
    [userId],
  );
  return rows.map((one) => one.said);
}

test.each(['upi', 'enach'] as const)(
  'LEND-20: given a %s debit that was announced, when no worker ran on its day, then it gets a notice of another day',
  async (kind) => {
    const loan = await aPlanned(`away${kind}`, kind);
    await look(loan, NOTICE_AT);
    expect(await tries(loan)).toEqual(['1 announced for 2027-02-15']);
    rail.presented = [];
    const past = new Date('2027-02-15T20:30:00Z');
    await look(loan, past);
    expect(await tries(loan)).toEqual(['1 failed day_missed for 2027-02-15', '2 planned for 2027-02-17']);
    await look(loan, new Date('2027-02-15T20:31:00Z'));
    expect(await tries(loan)).toEqual(['1 failed day_missed for 2027-02-15', '2 announced for 2027-02-17']);
    expect(rail.presented).toEqual([]);
    const [, failed, again] = await lines(loan);
    expect(failed).toBe(
      '₹5,200 could not be collected. It could not be done on the day we had named, so your bank was not asked. ' +
        'We try once more on 17 February 2027, and tell you before. You can also pay now.',
    );
    expect(again).toContain('₹5,200 will be collected on 17 February 2027');
  },
);

/** The same of a person with an address, whose debit was announced. */
async function anAnnounced(name: string): Promise<LabLoan> {
  const loan = await aPlanned(name, 'enach');
  await lab.owner.query('update auth.users set email = $2, email_confirmed_at = $3 where id = $1', [
    loan.userId,
    `${name}@example.in`,
    NOTICE_AT,
  ]);
  await look(loan, NOTICE_AT);
  rail.presented = [];
  return loan;
}

/** Becomes of the messages about the newest try of a loan. */
async function become({ loanId }: LabLoan, status: string, at: string): Promise<void> {
  const { rowCount } = await lab.owner.query(
    `update deliveries set status = $2, settled_at = $3 where about_id = (
       select id from presentations where loan_id = $1 order by attempt desc limit 1)`,
    [loanId, status, status === 'queued' ? null : at],
  );
  expect(rowCount).toBe(1);
}

const ON_TIME = '2027-02-13T04:31:00Z';
const AGAIN = ['1 failed notice_failed for 2027-02-15', '2 planned for 2027-02-16'];

test.each([
  ['sent', ON_TIME, ['1 presented for 2027-02-15']],
  ['delivered', ON_TIME, ['1 presented for 2027-02-15']],
  // Less than a day before.
  ['sent', '2027-02-14T06:00:00Z', ['1 announced for 2027-02-15']],
  ['sent', '2027-02-14T20:00:00Z', AGAIN],
  ['queued', ON_TIME, AGAIN],
  ['failed', ON_TIME, AGAIN],
  ['bounced', ON_TIME, AGAIN],
  ['dropped', ON_TIME, AGAIN],
  ['unknown', ON_TIME, AGAIN],
])(
  'LEND-20: given an eNACH debit whose notice was %s at %s, when its hour comes, then %j',
  async (status, at, expected) => {
    const loan = await anAnnounced(`${status}${at.replaceAll(/\D/g, '')}`);
    await become(loan, status, at);
    await look(loan, DEBIT_AT);
    expect(await tries(loan)).toEqual(expected);
    expect(rail.presented).toHaveLength(expected[0]!.includes('presented') ? 1 : 0);
  },
);

test.each([
  ['sent', '2 presented for 2027-02-15'],
  ['failed', '2 failed notice_failed for 2027-02-15'],
])(
  'LEND-20: given a lower eNACH debit in place of one whose notice was %s, when its hour comes, then %s',
  async (status, expected) => {
    const loan = await anAnnounced(`lower${status}`);
    await become(loan, status, ON_TIME);
    lab.set(new Date('2027-02-15T04:00:00Z'));
    await lab.credit(loan, `lower${status}`, 100_000, lab.clock.now());
    await look(loan, lab.clock.now());
    await look(loan, lab.clock.now());
    expect((await tries(loan)).at(-1)).toBe('2 announced for 2027-02-15');
    await become(loan, 'sent', '2027-02-15T04:01:00Z');
    await look(loan, DEBIT_AT);
    expect((await tries(loan))[1]).toBe(expected);
  },
);

test('LEND-20: given an eNACH debit whose SMS left in time, when its report came late, then the debit is made', async () => {
  const loan = await anAnnounced('reportedlate');
  await become(loan, 'delivered', '2027-02-14T20:00:00Z');
  await lab.owner.query('update deliveries set sending_at = $2 where user_id = $1', [loan.userId, ON_TIME]);
  await look(loan, DEBIT_AT);
  expect(await tries(loan)).toEqual(['1 presented for 2027-02-15']);
});

test('LEND-20: given an eNACH debit that a process of the version before announced, when its hour comes, then it is made', async () => {
  const loan = await anAnnounced('older');
  await lab.owner.query('update deliveries set about_id = null where user_id = $1', [loan.userId]);
  await look(loan, DEBIT_AT);
  expect(await tries(loan)).toEqual(['1 presented for 2027-02-15']);
});

/** A notice of a debit names its lender, amount, day, reference and purpose, and how to stop it. Rule: LEND-20 */
const NAMED = {
  en: ['Sandbox Lender', '₹5,200', '15 February 2027', /AP[0-9A-F]{10}/, 'instalment 1', /cancel autopay/],
  hi: ['Sandbox Lender', '₹5,200', '15 फ़रवरी 2027', /AP[0-9A-F]{10}/, 'किस्त 1', /ऑटोपे रद्द कर/],
} as const;

test.each(['en', 'hi'] as const)(
  'LEND-20: given a debit that is announced, when the app, the mail or the SMS says so (%s), then it names all six',
  async (language) => {
    const loan = await aPlanned(`named${language}`, 'enach');
    await look(loan, NOTICE_AT);
    const { rows } = await lab.owner.query<{ title: string; description: string; reference: string }>(
      `select n.texts -> $2 ->> 'title' as title, n.texts -> $2 ->> 'description' as description,
         'AP' || upper(right(replace(p.id::text, '-', ''), 10)) as reference
       from notifications n join presentations p on p.user_id = n.user_id where n.user_id = $1`,
      [loan.userId, language],
    );
    const { title, description, reference } = rows[0]!;
    const [lender, amount, date] = NAMED[language];
    const vars = { lender, amount, date, reference, instalment: '1', bank: 'HDFC Bank', last4: '4021' };
    const message = { template: 'mandate.debit_due', to: 'x', vars } as const;
    const { subject, text } = composeMail({ ...message, channel: 'email' }, language);
    const sms = composeSms({ ...message, channel: 'sms' }, language);
    for (const said of [`${title}. ${description}`, `${subject}. ${text}`, sms])
      for (const name of NAMED[language]) expect(said).toMatch(name);
  },
);

/** The state of the newest try of a loan, and when it is looked at next. */
async function waitsFor({ loanId }: LabLoan): Promise<string> {
  const { rows } = await lab.owner.query<{ state: string; at: Date }>(
    'select state, next_look_at as at from presentations where loan_id = $1 order by attempt desc limit 1',
    [loanId],
  );
  return `${rows[0]!.state} ${rows[0]!.at.toISOString()}`;
}

test('LEND-20: given a UPI debit that is late, or whose request was lost, when UPI has a peak hour, then it waits for its end', async () => {
  const loan = await aPlanned('peak', 'upi');
  await look(loan, NOTICE_AT);
  rail.presented = [];
  await look(loan, new Date('2027-02-15T05:00:00Z'));
  expect(await waitsFor(loan)).toBe('announced 2027-02-15T07:30:00.000Z');
  rail.isAway = true;
  // Half past four: the request is lost, and is due to be made again after five.
  await look(loan, new Date('2027-02-15T11:00:00Z'));
  expect((await waitsFor(loan)).split(' ')[0]).toBe('presenting');
  rail.isAway = false;
  await look(loan, new Date('2027-02-15T11:31:00Z'));
  expect(await waitsFor(loan)).toBe('presenting 2027-02-15T16:00:00.000Z');
  expect(rail.presented).toEqual([]);
  await look(loan, new Date('2027-02-15T16:00:00Z'));
  expect((await waitsFor(loan)).split(' ')[0]).toBe('presented');
  expect(rail.presented).toHaveLength(1);
});

const pauseDebits = () =>
  lab.owner.query(
    `insert into capability_pauses (id, capability, started_at, started_by, reason)
     values (new_id(), 'debits', $1, new_id(), 'The bank debits twice')`,
    [lab.clock.now()],
  );
const goOn = () =>
  lab.owner.query(
    "update capability_pauses set ended_at = $1, ended_by = new_id(), end_reason = 'Mended' where ended_at is null",
    [lab.clock.now()],
  );

test('LEND-18: given debits that staff paused, then no bank is asked, once more neither, and they go on afterwards', async () => {
  const loan = await aPlanned('paused', 'upi');
  await look(loan, NOTICE_AT);
  rail.presented = [];
  await pauseDebits();
  await look(loan, new Date('2027-02-15T08:00:00Z'));
  expect(await waitsFor(loan)).toBe('announced 2027-02-15T08:05:00.000Z');
  await goOn();
  rail.isAway = true;
  await look(loan, new Date('2027-02-15T08:10:00Z'));
  expect((await waitsFor(loan)).split(' ')[0]).toBe('presenting');
  rail.isAway = false;
  await pauseDebits();
  await look(loan, new Date('2027-02-15T08:45:00Z'));
  expect(await waitsFor(loan)).toBe('presenting 2027-02-15T08:50:00.000Z');
  expect(rail.presented).toEqual([]);
  await goOn();
  await look(loan, new Date('2027-02-15T08:50:00Z'));
  expect((await waitsFor(loan)).split(' ')[0]).toBe('presented');
});

test('LEND-18, LEND-20: given a paused eNACH debit, when its notice comes back meanwhile, then no bank is asked under it', async () => {
  const loan = await anAnnounced('pausedback');
  await become(loan, 'sent', ON_TIME);
  await pauseDebits();
  await look(loan, DEBIT_AT);
  expect((await waitsFor(loan)).split(' ')[0]).toBe('announced');
  await become(loan, 'bounced', ON_TIME);
  await goOn();
  await look(loan, new Date('2027-02-15T08:10:00Z'));
  expect(await tries(loan)).toEqual(AGAIN);
  expect(rail.presented).toEqual([]);
});

test.each(['upi', 'enach'] as const)(
  'LEND-20: given %s debits that were paused for two weeks, when they go on, then what is due is collected',
  async (kind) => {
    const loan = await aPlanned(`weeks${kind}`, kind);
    rail.presented = [];
    await pauseDebits();
    const noonOf = (day: number) => new Date(`2027-02-${day}T08:00:00Z`);
    // A day that passed, its new notice, and a day on which the bank would have been asked.
    for (let day = 14; day <= 28; day += 1) {
      await look(loan, noonOf(day));
      await look(loan, noonOf(day));
    }
    expect(rail.presented).toEqual([]);
    expect((await tries(loan)).at(-1)).toBe('8 announced for 2027-03-01');
    await goOn();
    await look(loan, new Date('2027-03-01T10:00:00Z'));
    expect((await tries(loan)).at(-1)).toBe('8 presented for 2027-03-01');
    expect(rail.presented).toHaveLength(1);
  },
);
