import { randomUUID } from 'node:crypto';
import type { AdminPayment, Mandate, Problem, StartedMandate } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxProvidersConfig } from '#providers/index.ts';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, type Reply, until } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { drained, journalKinds, moveTo, signInAgain, somebody } from '#test/steps.ts';

/** Debits of Thursday 11 March 2027 that their banks never answer; three working days end on Tuesday the 16th. */
const SILENT = 'silent@razorpay';
const NAMES = ['taken', 'not_taken', 'late'] as const;
type Name = (typeof NAMES)[number];

let server: TestServer;
let maker: Person;
let checker: Person;
const loans = new Map<Name, { readonly person: Person; readonly id: string }>();
const loanOf = (name: Name) => loans.get(name)!;

beforeAll(async () => {
  server = await startTestServer({ startsAt: '2027-02-10T06:30:00Z' });
  [maker, checker] = [await somebody(server).signUp(), await somebody(server).signUp()];
  const cards = new Map<Name, { person: Person; card: string }>();
  for (const name of NAMES) {
    const person = await somebody(server).ready();
    cards.set(name, { person, card: (await person.addCard()).id });
  }
  await moveTo(server, '2027-02-11T06:00:00Z');
  for (const name of NAMES) {
    const { person, card } = cards.get(name)!;
    await signInAgain(person);
    await person.getLimit();
    const { id } = await person.pay(card, 900_000, 3);
    await person.untilBill(id, 'paid');
    const { checkout } = await person.ok<StartedMandate>('POST', '/mandates', { paymentId: id, kind: 'upi' });
    await server.control('POST', '/act', { what: 'pay_order', orderId: checkout.orderId, with: SILENT });
    loans.set(name, { person, id });
    await until(async () => {
      const { items } = await person.ok<{ items: Mandate[] }>('GET', `/mandates?paymentId=${id}`);
      return items[0]?.status === 'active' || undefined;
    });
  }
  for (const at of ['09T04:31', '09T04:45', '11T03:31', '17T06:00']) {
    await moveTo(server, `2027-03-${at}:00Z`);
    await drained();
  }
  for (const name of NAMES) {
    await until(async () => ((await stateOf(name)) === 'review' ? true : undefined));
    await signInAgain(loanOf(name).person);
  }
  for (const staff of [maker, checker])
    await promote(server, await signInAgain(staff), { roles: ['finance'] });
});
afterAll(() => server.stop());

async function debitOf(name: Name) {
  const { rows } = await server.sql.query<{
    id: string;
    state: string;
    reason: string | null;
    order: string;
  }>('select id, state, reason, order_ref as "order" from presentations where loan_id = $1 and number = 1', [
    loanOf(name).id,
  ]);
  return rows[0]!;
}
const stateOf = async (name: Name) => (await debitOf(name)).state;

/** The rail's id for the payment of a debit. */
async function railRefOf(name: Name): Promise<string> {
  const { keyId, keySecret } = sandboxProvidersConfig(server.sandboxUrl, 0).razorpay;
  const { order } = await debitOf(name);
  const response = await fetch(`${server.sandboxUrl}/razorpay/v1/orders/${order}/payments`, {
    headers: { authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}` },
  });
  const { items } = (await response.json()) as { items: { id: string }[] };
  return items[0]!.id;
}

const said = (reply: Reply<unknown>) => [reply.status, (reply.body as Problem).code];
const seenBy = (by: Person, name: Name) => by.ok<AdminPayment>('GET', `/admin/payments/${loanOf(name).id}`);
async function record(name: Name, body: object, key: string = randomUUID()) {
  const all = { debitId: (await debitOf(name)).id, evidence: 'Letter of the bank of 17 March', ...body };
  return maker.call<{ approvalId: string }>(
    'POST',
    `/admin/payments/${loanOf(name).id}/debit-outcome`,
    { reason: 'The bank never answered the rail', ...all },
    { 'idempotency-key': key },
  );
}
/** No payment is told of, until the faults are taken away. */
const takeRailAway = () =>
  server.control('POST', '/faults', {
    provider: 'razorpay',
    op: 'payment_get',
    times: 'always',
    fault: { http: 503 },
  });
const decide = (by: Person, id: string) => by.call('POST', `/admin/approvals/${id}`, { decision: 'approve' });

test('LEND-20: after the window staff see the debit without an answer, and may record what became of it', async () => {
  const seen = await seenBy(maker, 'taken');
  expect(seen.actions).toContain('record_debit');
  expect(seen.debitsInReview).toEqual([
    {
      id: (await debitOf('taken')).id,
      number: 1,
      amountPaise: expect.any(Number),
      presentedDate: '2027-03-11',
      answerByDate: '2027-03-16',
      orderRef: (await debitOf('taken')).order,
    },
  ]);
});

test('LEND-L4: given a debit whose bank let its time pass, when its owner reads it, then the next late charge is named', async () => {
  const { person, id } = loanOf('late');
  const { items } = await person.ok<{ items: Mandate[] }>('GET', `/mandates?paymentId=${id}`);
  // The charge of the fourth day fell into the window: the next is that of the thirty-fourth.
  const nextCharge = { on: '2027-04-14', amountPaise: 10_000 };
  expect(items[0]?.nextDebit).toMatchObject({ state: 'review', nextCharge });
});

test('LEND-24: a mistyped name of the payment, or that of another debit, is refused before staff decide', async () => {
  const paths = (reply: Reply<unknown>) => ((reply.body as Problem).errors ?? []).map(({ path }) => path);
  const right = await railRefOf('taken');
  const mistyped = `${right.slice(0, -1)}${right.endsWith('A') ? 'B' : 'A'}`;
  for (const paymentRef of [mistyped, 'pay_LetterTaken001', await railRefOf('late')]) {
    const refused = await record('taken', { outcome: 'debited', paymentRef });
    expect([refused.status, paths(refused)]).toEqual([422, ['paymentRef']]);
  }
  expect(await stateOf('taken')).toBe('review');
});

test('LEND-24: a payment is not named while the rail that would know it is away', async () => {
  const paymentRef = await railRefOf('taken');
  await takeRailAway();
  expect(said(await record('taken', { outcome: 'debited', paymentRef }))).toEqual([503, 'busy']);
  await server.control('DELETE', '/faults');
  expect((await seenBy(maker, 'taken')).actions).toContain('record_debit');
});

test('LEND-20, LEND-24: two people say that it was debited: it counts on its day, and no lateness is left', async () => {
  const key = randomUUID();
  const body = { outcome: 'debited', paymentRef: await railRefOf('taken') };
  const { status, body: proposed } = await record('taken', body, key);
  expect(status).toBe(202);
  await takeRailAway();
  expect((await record('taken', body, key)).body).toEqual(proposed);
  await server.control('DELETE', '/faults');
  expect(said(await record('taken', body))).toEqual([409, 'approval_open']);
  const facts = await checker.ok<{ facts: object[]; isCurrent: boolean }>(
    'GET',
    `/admin/approvals/${proposed.approvalId}`,
  );
  expect(facts.isCurrent).toBe(true);
  expect(facts.facts).toContainEqual({ code: 'outcome', value: 'debited' });
  expect(said(await decide(maker, proposed.approvalId))).toEqual([403, 'second_person_required']);
  expect(await stateOf('taken')).toBe('review');
  expect((await decide(checker, proposed.approvalId)).status).toBe(200);
  expect(await debitOf('taken')).toMatchObject({ state: 'paid' });
  const { rows } = await server.sql.query<{ value_on: string; late: number; state: string }>(
    `select r.value_on::text, c.state,
       (select count(*)::integer from dpd_log g where g.loan_id = $1 and g.is_active and g.dpd > 0) as late
     from repayments r join credit_accounts c on c.user_id = r.user_id where r.loan_id = $1`,
    [loanOf('taken').id],
  );
  expect(rows).toEqual([{ value_on: '2027-03-11', state: 'active', late: 0 }]);
  const after = await seenBy(maker, 'taken');
  expect(after.debitsInReview).toEqual([]);
  expect(after.actions).not.toContain('record_debit');
  const mails = await until(async () => {
    const all = await loanOf('taken').person.inbox();
    const about = all.filter(({ subject }) => subject.includes('was collected'));
    return about.length > 0 ? about : undefined;
  });
  expect(mails).toHaveLength(1);
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

test('LEND-20, LEND-24: two people say that it was not: nothing is credited or presented again, and its person is told', async () => {
  const { body } = await record('not_taken', { outcome: 'not_debited' });
  expect((await decide(checker, body.approvalId)).status).toBe(200);
  expect(await debitOf('not_taken')).toMatchObject({ state: 'failed', reason: 'not_debited' });
  expect(await journalKinds(server, loanOf('not_taken').id)).not.toContain('repayment');
  const { rows } = await server.sql.query<{ count: number }>(
    'select count(*)::integer as count from presentations where loan_id = $1',
    [loanOf('not_taken').id],
  );
  expect(rows).toEqual([{ count: 1 }]);
  await until(async () => {
    const all = await loanOf('not_taken').person.inbox();
    return all.some(({ subject }) => subject.includes('could not be collected')) || undefined;
  });
  expect(said(await record('not_taken', { outcome: 'not_debited' }))).toEqual([409, 'debit_outcome_known']);
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

test('LEND-24: what is wrong with it is refused: no reference, no evidence, money that is credited already, one’s own', async () => {
  const paths = (reply: Reply<unknown>) => ((reply.body as Problem).errors ?? []).map(({ path }) => path);
  expect(paths(await record('late', { outcome: 'debited' }))).toEqual(['paymentRef']);
  expect(paths(await record('late', { outcome: 'not_debited', evidence: 'seen' }))).toEqual(['evidence']);
  const taken = { outcome: 'debited', paymentRef: await railRefOf('taken') };
  expect(paths(await record('late', taken))).toEqual(['paymentRef']);
  const other = { outcome: 'not_debited', debitId: (await debitOf('taken')).id };
  expect(said(await record('late', other))).toEqual([409, 'debit_outcome_known']);
  const { person, id } = loanOf('late');
  await promote(server, person, { roles: ['finance'] });
  const body = {
    debitId: (await debitOf('late')).id,
    outcome: 'not_debited',
    evidence: 'My own account says so',
  };
  const own = await person.call(
    'POST',
    `/admin/payments/${id}/debit-outcome`,
    { ...body, reason: 'Mine' },
    { 'idempotency-key': randomUUID() },
  );
  expect(said(own)).toEqual([403, 'own_account']);
});

test('LEND-20: the bank’s own answer before the second person’s makes the proposal stale, and is what counts', async () => {
  const { body } = await record('late', { outcome: 'not_debited' });
  await server.sql.query(
    "update presentations set state = 'paid', ended_at = now(), next_look_at = null where id = $1",
    [(await debitOf('late')).id],
  );
  expect(said(await decide(checker, body.approvalId))).toEqual([409, 'approval_stale']);
});
