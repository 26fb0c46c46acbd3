import type { AnswerOf, getMandateOffer, Mandate, MandateKind, StartedMandate } from '@mohlat/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { type Loan, repaying } from '#test/repaying.ts';
import { untilSoon } from '#test/soon.ts';
import { advance, balances, collected, moveTo, signInAgain, somebody, untilPassing } from '#test/steps.ts';
import { drained, until } from '#test/waiting.ts';

let server: TestServer;
const { aLoan, begin, confirm, untilRepayment } = repaying(() => server);
beforeAll(async () => {
  server = await startTestServer({ startsAt: '2027-01-14T06:30:00Z' });
});
afterAll(() => server.stop());
afterEach(async () => {
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  await expectDebitsAgree();
});

/** Every rupee a mandate took stands once in its clearing account, under the payment it was taken with. */
async function expectDebitsAgree(): Promise<void> {
  const { rows } = await server.sql.query<{ ref: string; paise: string }>(
    `select r.provider_payment_ref as ref, sum(p.amount_paise)::text as paise
     from repayments r join postings p on p.user_id = r.user_id and p.journal_id = r.journal_id and p.account = 'A121'
     group by 1`,
  );
  const { rows: orders } = await server.sql.query<{ ref: string }>(
    'select order_ref as ref from presentations where order_ref is not null',
  );
  const ours = new Set(orders.map((one) => one.ref));
  const taken = (await collected(server)).filter((one) => ours.has(one.orderId));
  expect(new Map(rows.map((row) => [row.ref, Number(row.paise)]))).toEqual(
    new Map(taken.map((one) => [one.paymentId, one.amountPaise])),
  );
}

async function startFor({ person, id }: Loan, kind: MandateKind = 'upi') {
  return person.call<StartedMandate>('POST', '/mandates', { paymentId: id, kind });
}

const offerFor = ({ person, id }: Loan) =>
  person.call<AnswerOf<typeof getMandateOffer>>('GET', `/payments/${id}/mandate-offer`);

const approveOrder = (orderId: string, approver: string) =>
  server.control('POST', '/act', { what: 'pay_order', orderId, with: approver });

async function mandateOf({ person, id }: Loan): Promise<Mandate> {
  const { items } = await person.ok<{ items: Mandate[] }>('GET', `/mandates?paymentId=${id}`);
  return items[0]!;
}

function untilMandate(loan: Loan, status: Mandate['status']): Promise<Mandate> {
  return untilSoon(server, async () => {
    const mandate = await mandateOf(loan);
    return mandate.status === status ? mandate : undefined;
  });
}

/** Lets the product look at a loan's mandate once more: a claim puts the next look a minute ahead, the look nearer. */
async function lookAgainAt({ id }: Loan): Promise<void> {
  const sql = 'select next_look_at as at from mandates where loan_id = $1';
  const lookAt = async () => (await server.sql.query<{ at: Date }>(sql, [id])).rows[0]!.at.getTime();
  const before = await lookAt();
  await advance(server, 'PT10S');
  await until(async () => {
    const next = await lookAt();
    return next !== before && next < before + 60_000 ? true : undefined;
  });
}

const at = (day: string, time = '07:31:00Z') => `2027-${day}T${time}`;

interface Try {
  number: number;
  attempt: number;
  state: string;
  reason: string | null;
  present_at: Date;
  noticed_at: Date | null;
  presented_at: Date | null;
}

async function triesOf({ id }: Loan): Promise<Try[]> {
  const { rows } = await server.sql.query<Try>(
    `select number, attempt, state, reason, present_at, noticed_at, presented_at from presentations
     where loan_id = $1 order by number, attempt`,
    [id],
  );
  return rows;
}

const labelOf = (one: Try) =>
  `${one.number}.${one.attempt} ${one.state}${one.reason ? ` ${one.reason}` : ''}`;

/** Waits for the tries of a loan to stand so; `1.2 paid` is the second try of the first instalment. */
async function untilTries(name: string, expected: readonly string[]): Promise<Try[]> {
  let tries: Try[] = [];
  const standSo = async () => {
    tries = await triesOf(loanOf(name));
    return JSON.stringify(tries.map(labelOf)) === JSON.stringify(expected) || undefined;
  };
  await untilSoon(server, standSo).catch(() => undefined);
  expect({ name, tries: tries.map(labelOf) }).toEqual({ name, tries: expected });
  return tries;
}

const scheduleOf = async ({ person, id }: Loan) => (await person.payment(id)).schedule;
/** A mail follows what it tells of by a job of its own: it is waited for. */
const mails = ({ person }: Loan, words: string, within = '') =>
  until(async () => {
    const all = await person.inbox();
    const said = all.filter(({ subject, text }) => subject.includes(words) && text.includes(within));
    return said.length > 0 ? said : undefined;
  });

describe('setting autopay up', () => {
  test('a repeat answers the same order, and the ceiling is the largest instalment and ₹500', async () => {
    const loan = await aLoan(900_000, 3);
    const offered = await offerFor(loan);
    const first = await startFor(loan);
    const again = await startFor(loan);
    expect(first.status).toBe(202);
    expect(again.body.checkout).toEqual(first.body.checkout);
    const largest = Math.max(...(await scheduleOf(loan)).map((row) => row.amountPaise));
    const { maximumPaise, until } = first.body.mandate;
    expect(first.body.mandate).toMatchObject({ status: 'setting_up', maximumPaise: largest + 50_000 });
    expect(offered.body).toEqual({
      maximumPaise,
      until,
      debits: (await scheduleOf(loan)).map((row) => ({
        instalment: row.number,
        amountPaise: row.amountPaise,
        on: row.dueDate,
      })),
      bounceChargePaise: 10_000,
      upi: { maximumDebitPaise: 1_500_000, isPossible: true },
    });
    await approveOrder(first.body.checkout.orderId, 'ok@razorpay');
    await untilMandate(loan, 'active');
    expect(await startFor(loan)).toMatchObject({ status: 409, body: { code: 'mandate_exists' } });
  });

  test('is judged by the token: a failed first payment does not matter', async () => {
    const loan = await aLoan(900_000, 3);
    await approveOrder((await startFor(loan)).body.checkout.orderId, 'dummyfail@razorpay');
    expect(await untilMandate(loan, 'active')).toMatchObject({ kind: 'upi' });
  });

  test('refused by the person it is no mandate, and may be approved at the second try', async () => {
    const loan = await aLoan(900_000, 3);
    const { orderId } = (await startFor(loan)).body.checkout;
    await approveOrder(orderId, 'reject@razorpay');
    await lookAgainAt(loan);
    expect(await mandateOf(loan)).toMatchObject({ status: 'setting_up' });
    await approveOrder(orderId, 'ok@razorpay');
    await untilMandate(loan, 'active');
  });

  test('is refused above the limit of UPI, without a verified account, and when nothing is owed', async () => {
    const large = await aLoan(2_000_000);
    expect((await offerFor(large)).body.upi).toEqual({ maximumDebitPaise: 1_500_000, isPossible: false });
    expect(await startFor(large)).toMatchObject({ status: 409, body: { code: 'mandate_above_upi_limit' } });
    expect(await startFor(large, 'enach')).toMatchObject({
      status: 409,
      body: { code: 'mandate_needs_account' },
    });
    const small = await aLoan(300_000);
    const paid = await begin(small, small.owed);
    await confirm(small.person, paid.id, paid);
    await untilRepayment(small.person, paid.id, 'succeeded');
    expect(await startFor(small)).toMatchObject({ status: 409, body: { code: 'payment_not_payable' } });
    expect(await offerFor(small)).toMatchObject({ status: 409, body: { code: 'payment_not_payable' } });
  });

  test('a second account is debited as asked, also where it ends in the same four digits', async () => {
    const loan = await aLoan(900_000, 3, await somebody(server).ready());
    const accounts = [await loan.person.linkAccount(), await loan.person.linkAccount('60200123454021')];
    const orders: string[] = [];
    for (const account of [accounts[0], accounts[1], accounts[1]]) {
      const body = { paymentId: loan.id, kind: 'enach', bankAccountId: account?.id };
      orders.push((await loan.person.ok<StartedMandate>('POST', '/mandates', body)).checkout.orderId);
    }
    expect(orders[1]).not.toBe(orders[0]);
    expect(orders[2]).toBe(orders[1]);
  });

  test('another kind takes the place of an unapproved one; approved after all, it is cancelled', async () => {
    const loan = await aLoan(900_000, 3, await somebody(server).ready());
    const account = await loan.person.linkAccount();
    const upi = (await startFor(loan)).body;
    const enach = (await startFor(loan, 'enach')).body;
    expect(enach.mandate).toMatchObject({ maskedAccountNumber: 'XXXX4021', bankAccountId: account.id });
    await approveOrder(upi.checkout.orderId, 'ok@razorpay');
    await approveOrder(enach.checkout.orderId, 'ok@razorpay');
    await untilMandate(loan, 'active');
    await server.control('POST', '/clock', { advance: 'PT15M' });
    await server.control('POST', '/clock', { advance: 'PT15M' });
    await until(async () => {
      const { mandates } = await server.control<{ mandates: { orderId: string; status: string }[] }>(
        'GET',
        '/truth',
      );
      return (
        mandates.find((one) => one.orderId === upi.checkout.orderId)?.status === 'cancelled' || undefined
      );
    });
  });
});

/** The approver and kind of each person's mandate; all borrow ₹15,000 in three EMIs on 15 January. */
const APPROVERS: Readonly<Record<string, readonly [approver: string, kind: MandateKind]>> = {
  ok: ['ok@razorpay', 'upi'],
  slow: ['slow@razorpay', 'upi'],
  lost: ['lost@razorpay', 'upi'],
  twice: ['twice@razorpay', 'upi'],
  cancel: ['cancel@razorpay', 'upi'],
  pause: ['pause@razorpay', 'upi'],
  nofunds: ['nofunds@razorpay', 'upi'],
  always: ['nofunds-always@razorpay', 'upi'],
  technical: ['technical@razorpay', 'upi'],
  nonotice: ['nonotice@razorpay', 'upi'],
  byHand: ['ok@razorpay', 'upi'],
  byHalf: ['ok@razorpay', 'upi'],
  ended: ['ok@razorpay', 'upi'],
  enach: ['ok@razorpay', 'enach'],
  bounced: ['nofunds-always@razorpay', 'enach'],
};
const loans = new Map<string, Loan>();
const loanOf = (name: string): Loan => loans.get(name)!;

/** The clock is moved and everybody named signs in again. */
async function goTo(instant: string, ...names: string[]): Promise<void> {
  await moveTo(server, instant);
  await Promise.all(names.map((name) => signInAgain(loanOf(name).person)));
}

describe('a quarter under autopay, by how it was approved', () => {
  beforeAll(async () => {
    const people = await Promise.all(
      Object.entries(APPROVERS).map(async ([name, [approver, kind]]) => {
        const person = await somebody(server).ready();
        const card = (await person.addCard()).id;
        if (kind === 'enach') await person.linkAccount();
        return { name, approver, kind, person, card };
      }),
    );
    await moveTo(server, at('01-15', '06:00:00Z'));
    await Promise.all(
      people.map(async ({ name, approver, kind, person, card }) => {
        await signInAgain(person);
        await person.getLimit();
        const { id } = await person.pay(card, 1_500_000, 3);
        const { outstandingPaise } = await person.untilBill(id, 'paid');
        const loan = { person, id, owed: outstandingPaise };
        loans.set(name, loan);
        await approveOrder((await startFor(loan, kind)).body.checkout.orderId, approver);
      }),
    );
    await moveTo(server, at('01-15', '06:02:00Z'));
  });

  test('January: it stands once its token says so, and not before', async () => {
    for (const [name, loan] of loans) await untilMandate(loan, name === 'slow' ? 'pending' : 'active');
    expect(await mandateOf(loanOf('ok'))).toMatchObject({
      nextDebit: { instalment: 1, on: '2027-02-15', state: 'due', amountPaise: 520_000 },
    });
    await goTo(at('01-15', '09:00:00Z'), 'pause');
    await untilMandate(loanOf('pause'), 'paused');
    expect(await mails(loanOf('pause'), 'Autopay is paused', 'Until you resume it there')).toHaveLength(1);
    await goTo(at('01-17', '08:00:00Z'), 'slow');
    await untilMandate(loanOf('slow'), 'active');
  });

  test('13 February: every debit is announced two days ahead, and may be avoided', async () => {
    await goTo(at('02-13'), 'ok', 'byHand', 'byHalf', 'ended');
    for (const name of loans.keys()) if (name !== 'pause') await untilTries(name, ['1.1 announced']);
    const said = await mails(loanOf('ok'), 'on 15 February 2027', 'under the autopay you approved');
    expect(said.map(({ subject }) => subject)).toEqual([expect.stringContaining('will be collected on')]);
    expect(await mandateOf(loanOf('ok'))).toMatchObject({ nextDebit: { state: 'announced' } });
    for (const [name, amount] of [
      ['byHand', 520_000],
      ['byHalf', 120_000],
    ] as const) {
      const paid = await begin(loanOf(name), amount);
      await confirm(loanOf(name).person, paid.id, paid);
    }
    const { person } = loanOf('ended');
    const { id } = await mandateOf(loanOf('ended'));
    expect(await person.call('DELETE', `/mandates/${id}`)).toMatchObject({
      status: 202,
      body: { status: 'cancelling', nextDebit: null },
    });
    await goTo(at('02-13', '07:45:00Z'), 'ended');
    const [first, second] = await untilTries('nonotice', ['1.1 failed notice_failed', '1.2 announced']);
    expect([first!.presented_at, second!.noticed_at]).toEqual([null, null]);
    await goTo(at('02-13', '08:00:00Z'), 'ended');
    await untilMandate(loanOf('ended'), 'cancelled');
    const { items } = await person.ok<{ items: { title: string }[] }>('GET', '/notifications');
    expect(items.filter(({ title }) => title === 'Autopay has ended')).toHaveLength(1);
    expect((await person.call('DELETE', `/mandates/${id}`)).body).toMatchObject({ status: 'cancelled' });
  });

  test('15 February: the due date', async () => {
    await goTo(at('02-15'), 'ok', 'cancel');
    for (const name of ['ok', 'slow', 'twice', 'cancel']) await untilTries(name, ['1.1 paid']);
    await untilTries('byHand', ['1.1 skipped covered']);
    await untilTries('byHalf', ['1.1 skipped changed', '1.2 paid']);
    await untilTries('ended', ['1.1 skipped mandate_ended']);
    await untilTries('technical', ['1.1 failed gateway_technical_error', '1.2 planned']);
    for (const name of ['nofunds', 'always'])
      await untilTries(name, ['1.1 failed insufficient_funds', '1.2 planned']);
    for (const name of ['enach', 'bounced']) await untilTries(name, ['1.1 presented']);
    const [debit] = await triesOf(loanOf('ok'));
    expect(debit!.presented_at!.getTime() - debit!.noticed_at!.getTime()).toBeGreaterThanOrEqual(86_400_000);
    expect((await scheduleOf(loanOf('ok')))[0]).toMatchObject({ status: 'paid' });
    const told = (await mails(loanOf('ok'), 'was collected')).map((mail) => mail.text);
    expect(told).toEqual([expect.stringMatching(/^Reference: AP[0-9A-F]{10}\r?$/m)]);
    expect(await balances(server, { loanId: loanOf('twice').id })).toMatchObject({ A121: 520_000 });
    await untilMandate(loanOf('cancel'), 'cancelled');
    expect(await mails(loanOf('cancel'), 'Autopay has stopped')).toHaveLength(1);
  });

  test('an answer that was lost is found at the order, and the debit is not asked for again', async () => {
    await goTo(at('02-15', '08:00:00Z'));
    await untilTries('lost', ['1.1 paid']);
    expect(await balances(server, { loanId: loanOf('lost').id })).toMatchObject({ A121: 520_000 });
  });

  test('16 February: the bank answered for eNACH, and returns wait for their third day', async () => {
    await goTo(at('02-16', '11:00:00Z'), 'byHalf', 'bounced');
    expect((await scheduleOf(loanOf('byHalf')))[0]).toMatchObject({ status: 'paid' });
    await untilTries('technical', ['1.1 failed gateway_technical_error', '1.2 announced']);
    await untilTries('enach', ['1.1 paid']);
    const { rows } = await server.sql.query<{ value_on: string }>(
      'select value_on::text from repayments where loan_id = $1',
      [loanOf('enach').id],
    );
    expect(rows).toEqual([{ value_on: '2027-02-15' }]);
    for (const name of ['nofunds', 'always'])
      await untilTries(name, ['1.1 failed insufficient_funds', '1.2 announced']);
    await untilTries('bounced', ['1.1 failed insufficient_funds', '1.2 planned']);
    expect(await mandateOf(loanOf('bounced'))).toMatchObject({
      lastDebit: { instalment: 1, amountPaise: 520_000, on: '2027-02-15', state: 'failed', reason: 'funds' },
      nextDebit: { instalment: 1, on: '2027-02-19', state: 'due' },
    });
    expect((await loanOf('bounced').person.payment(loanOf('bounced').id)).charges).toMatchObject([
      { kind: 'bounce', amountPaise: 10_000, instalment: 1 },
    ]);
    await goTo(at('02-16', '11:20:00Z'));
  });

  test('18 February: want of funds and a technical return are presented once more, on the third day', async () => {
    await goTo(at('02-18'), 'nofunds');
    const [, second] = await untilTries('nofunds', ['1.1 failed insufficient_funds', '1.2 paid']);
    expect(second!.present_at.toISOString()).toBe('2027-02-18T03:30:00.000Z');
    expect((await loanOf('nofunds').person.payment(loanOf('nofunds').id)).charges).toEqual([]);
    await untilTries('technical', ['1.1 failed gateway_technical_error', '1.2 paid']);
  });

  test('LEND-L6: the bounce charge is taken once an instalment, of eNACH alone', async () => {
    const failed = ['1.1 failed insufficient_funds', '1.2 failed insufficient_funds'];
    await untilTries('always', failed);
    await goTo(at('02-19', '08:00:00Z'), 'bounced', 'always');
    await untilTries('bounced', ['1.1 failed insufficient_funds', '1.2 presented']);
    await goTo(at('02-20', '12:00:00Z'), 'bounced');
    await untilTries('bounced', failed);
    const { person, id } = loanOf('bounced');
    expect((await person.payment(id)).charges.filter(({ kind }) => kind === 'bounce')).toHaveLength(1);
    expect(await balances(server, { loanId: id })).toMatchObject({ A221: 10_000, I421: -10_000 });
    await goTo(at('02-22'), 'always');
    await drained();
    for (const name of ['always', 'bounced']) await untilTries(name, failed);
    expect(await mandateOf(loanOf('always'))).toMatchObject({ status: 'active' });
    const charged = (await loanOf('always').person.payment(loanOf('always').id)).charges;
    expect(charged.map((one) => one.kind)).toEqual(['penal']);
  });

  test('March and April: every instalment, and with the last one the loan and its mandate end', async () => {
    await goTo(at('03-13'));
    await untilTries('ok', ['1.1 paid', '2.1 announced']);
    await goTo(at('03-13', '07:45:00Z'));
    await goTo(at('03-15'));
    await untilTries('ok', ['1.1 paid', '2.1 paid']);
    await goTo(at('04-13'));
    await untilTries('ok', ['1.1 paid', '2.1 paid', '3.1 announced']);
    await goTo(at('04-13', '07:45:00Z'));
    await goTo(at('04-15'), 'ok');
    await untilTries('ok', ['1.1 paid', '2.1 paid', '3.1 paid']);
    const ok = loanOf('ok');
    expect((await ok.person.payment(ok.id)).status).toBe('completed');
    const told = `select 1 from notifications where link like '%${ok.id}' and title like 'Repaid in full%'`;
    expect((await server.sql.query(told)).rows).toHaveLength(1);
    await goTo(at('04-15', '09:00:00Z'), 'ok');
    const isCancelled = async () => (await mandateOf(loanOf('ok'))).status === 'cancelled' || undefined;
    await untilPassing(server, 'PT30S', isCancelled);
    expect(await balances(server, { loanId: ok.id, isSettled: false })).toMatchObject({ A121: 1_560_000 });
    await untilTries('cancel', ['1.1 paid']);
    expect(await triesOf(loanOf('pause'))).toEqual([]);
  });
});
