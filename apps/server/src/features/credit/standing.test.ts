import type { AnswerOf, Credit, listReinstatements, Problem } from '@mohlat/contract';
import { addDays, istDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anOffer } from '#test/belongings.ts';
import { aBorrower, aPaidBill } from '#test/borrowing.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { idOf } from '#test/racing.ts';
import { promote } from '#test/recordings.ts';
import { advance, drained, signInAgain, somebody } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const look = (person: Person) => person.ok<Credit>('GET', '/credit');
const titles = async (person: Person) =>
  (await person.ok<{ items: { title: string }[] }>('GET', '/notifications')).items.map((one) => one.title);

/** A borrower with a bill of ₹3,000, which fell due so many days ago. */
async function borrower(daysLate: number, person?: Person): Promise<{ person: Person; id: string }> {
  const who = person ?? (await aBorrower(server));
  const on = addDays(istDate(server.now()), -30 - daysLate);
  return { person: who, id: await aPaidBill(server, who, { billPaise: 300_000, on }) };
}

async function pass(person: Person, days: number): Promise<void> {
  await advance(server, `P${days}D`);
  await signInAgain(person);
}

const untilTitle = (person: Person, title: string, count = 1) =>
  until(async () =>
    (await titles(person)).filter((one) => one === title).length === count ? true : undefined,
  );

async function writtenStates(person: Person): Promise<(string | null)[][]> {
  const { rows } = await server.sql.query<{ to_state: string; reason: string | null }>(
    'select to_state, reason from credit_account_log where user_id = $1 order by at, id',
    [await idOf(person)],
  );
  return rows.map((row) => [row.to_state, row.reason]);
}

const ON_HOLD = 'New payments are on hold';
const AGAIN = 'You can pay bills again';

test('LEND-14: overdue blocks the limit and says so once; repaid, it is free again', async () => {
  const { person, id } = await borrower(0);
  expect(await look(person)).toMatchObject({ state: 'active', stateReason: null });
  await pass(person, 1);
  await untilTitle(person, ON_HOLD);
  expect(await look(person)).toMatchObject({ state: 'blocked_due', stateReason: { code: 'overdue' } });
  await pass(person, 1);
  await drained();
  expect(await titles(person)).toEqual(expect.not.arrayContaining([AGAIN]));

  await person.repay(id, (await person.payment(id)).outstandingPaise);
  expect(await look(person)).toMatchObject({ state: 'active', stateReason: null });
  await pass(person, 1);
  await untilTitle(person, AGAIN);
  await untilTitle(person, ON_HOLD);
  expect(await writtenStates(person)).toEqual([
    ['active', null],
    ['blocked_due', 'overdue'],
    ['active', null],
  ]);
});

test('LEND-14: given a standing not yet written, when an offer is accepted, then it is refused', async () => {
  const { person } = await borrower(1, await somebody(server).ready());
  await untilTitle(person, ON_HOLD);
  const userId = await idOf(person);
  const offer = await anOffer(server, userId);
  // The row is behind the book, as between two looks of the sweep.
  await server.sql.query(
    "update credit_accounts set state = 'active', state_reason = null, days_past_due = 0 where user_id = $1",
    [userId],
  );
  await server.sql.query("update credit_offers set expires_at = expires_at + interval '90 days'");
  const raised = await person.call<Problem>('POST', `/credit/offers/${offer}/accept`);
  expect([raised.status, raised.body.code]).toEqual([409, 'credit_not_active']);
});

test('LEND-14: from the thirty-first day late a limit is suspended, and repaying alone does not lift it', async () => {
  const { person, id } = await borrower(30, await somebody(server).ready());
  await untilTitle(person, ON_HOLD);
  expect(await look(person)).toMatchObject({ state: 'blocked_due' });
  await pass(person, 1);
  await untilTitle(person, ON_HOLD, 2);
  expect(await look(person)).toMatchObject({ state: 'suspended', stateReason: { code: 'arrears' } });
  await person.repay(id, (await person.payment(id)).outstandingPaise);
  await pass(person, 1);
  expect(await look(person)).toMatchObject({ state: 'suspended', stateReason: { code: 'arrears' } });
  await person.ok('POST', '/credit/assessment', { consent: true });
  expect(await look(person)).toMatchObject({ state: 'suspended' });
  const card = await person.addCard('4022');
  const refused = await person.call<Problem>('POST', '/payments/quote', {
    cardId: card.id,
    amountPaise: 100_000,
    plan: { kind: 'single' },
  });
  expect(refused.body.code).toBe('credit_not_active');
  const offer = await anOffer(server, await idOf(person));
  const raised = await person.call<Problem>('POST', `/credit/offers/${offer}/accept`);
  expect([raised.status, raised.body.code]).toEqual([409, 'credit_not_active']);
  expect(await writtenStates(person)).toEqual([
    ['active', null],
    ['blocked_due', 'overdue'],
    ['suspended', 'arrears'],
  ]);
});

test('LEND-14, LEND-24: two people of the staff set a suspended limit free, once nothing is overdue; one cannot', async () => {
  const { person, id } = await borrower(32);
  const userId = await idOf(person);
  await untilTitle(person, ON_HOLD);
  const [first, second] = await Promise.all([aMemberOfStaff(), aMemberOfStaff()]);
  const propose = () =>
    first.call<{ approvalId: string } & Problem>('POST', `/admin/users/${userId}/credit/reinstatement`, {
      reason: 'spoke with them',
    });
  const listed = async (state: string) => {
    const path = `/admin/credit/reinstatements?state=${state}&limit=100`;
    const { items } = await first.ok<AnswerOf<typeof listReinstatements>>('GET', path);
    return items.find(({ account }) => account.id === userId);
  };
  expect((await propose()).body.code).toBe('reinstatement_not_possible');
  expect((await listed('owing'))?.daysPastDue).toBeGreaterThan(30);
  expect(await listed('ready')).toBeUndefined();
  await person.repay(id, (await person.payment(id)).outstandingPaise);
  expect(await listed('waiting')).toMatchObject({ daysPastDue: 0, openApprovalId: null });
  const proposed = await propose();
  expect(proposed.status).toBe(202);
  expect(await listed('waiting')).toBeUndefined();
  expect((await propose()).body.code).toBe('approval_open');
  expect(await listed('ready')).toMatchObject({ daysPastDue: 0, openApprovalId: proposed.body.approvalId });
  expect(await listed('owing')).toBeUndefined();
  const decide = (by: Person) =>
    by.call<Problem>('POST', `/admin/approvals/${proposed.body.approvalId}`, { decision: 'approve' });
  expect((await decide(first)).body.code).toBe('second_person_required');
  expect(await look(person)).toMatchObject({ state: 'suspended' });
  expect((await decide(second)).status).toBe(200);
  expect(await listed('ready')).toBeUndefined();
  expect(await look(person)).toMatchObject({ state: 'active', stateReason: null });
  await untilTitle(person, AGAIN);
  await pass(person, 1);
  expect(await look(person)).toMatchObject({ state: 'active' });
});

async function aMemberOfStaff(): Promise<Person> {
  const person = await somebody(server).signUp();
  await person.onboard();
  return promote(server, person);
}

test('LEND-14: asked again while overdue, the limit is neither lowered nor given free', async () => {
  const { person } = await borrower(2, await somebody(server).ready());
  await untilTitle(person, ON_HOLD);
  const { limitPaise } = await look(person);
  const assessed = await person.ok<{ status: string; reasons: { code: string; next: { when: string } }[] }>(
    'POST',
    '/credit/assessment',
    { consent: true, acceptLimit: false },
  );
  expect(assessed).toMatchObject({
    status: 'declined',
    reasons: [{ code: 'D12', next: { when: 'after_repaying' } }],
  });
  expect(await look(person)).toMatchObject({ state: 'blocked_due', limitPaise });
});

test('LEND-14: an identity that lapsed suspends, and verified again it is free', async () => {
  const { person } = await borrower(-30);
  const userId = await idOf(person);
  await server.sql.query('update kyc_records set lapsed_at = now() where user_id = $1', [userId]);
  await pass(person, 1);
  await untilTitle(person, ON_HOLD);
  expect(await look(person)).toMatchObject({ state: 'suspended', stateReason: { code: 'kyc_lapse' } });
  await server.sql.query('update kyc_records set lapsed_at = null where user_id = $1', [userId]);
  await pass(person, 1);
  await untilTitle(person, AGAIN);
  expect(await look(person)).toMatchObject({ state: 'active' });
});
