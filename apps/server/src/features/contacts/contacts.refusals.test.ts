import type { Problem } from '@mohlat/contract';
import { addDays, istDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aBorrower, aPaidBill } from '#test/borrowing.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { moveTo, somebody } from '#test/steps.ts';

/** Noon in India: the hours of contact. */
let noon: Date;
let server: TestServer;
let support: Person;
let late: string;
let npa: string;
beforeAll(async () => {
  server = await startTestServer();
  noon = new Date(`${addDays(istDate(server.now()), 1)}T06:30:00Z`);
  await moveTo(server, noon.toISOString());
  support = await aMember();
  [late, npa] = [await aLoanOf(20), await aLoanOf(200)];
});
afterAll(() => server.stop());

const aMember = async () => promote(server, await somebody(server).signUp(), { roles: ['support'] });

/** A loan of one instalment, nothing of which was ever paid, of a borrower of its own. */
const aLoanOf = async (days: number) =>
  aPaidBill(server, await aBorrower(server), {
    billPaise: 500_000,
    on: addDays(istDate(server.now()), -days),
  });

const hoursFromNoon = (hours: number) => new Date(noon.getTime() + hours * 3_600_000).toISOString();

async function post(path: string, body: object): Promise<[number, string | undefined]> {
  const reply = await support.call<Problem>('POST', `/admin/payments/${path}`, body);
  return [reply.status, reply.body.code];
}

const name = (loan: string, agent = 'Ravi Kumar') =>
  post(`${loan}/recovery-agent`, { name: agent, phone: '9876543210', reason: 'Owed for half a year' });

const log = (loan: string, at = hoursFromNoon(-1)) =>
  post(`${loan}/contacts`, { at, channel: 'call', note: 'They pay on Friday' });

const refusedOf = async (loan: string) => {
  const { rows } = await server.sql.query<{
    details: object;
    subject: string;
    owner: string;
    note: string | null;
  }>(
    `select a.details - 'roles' as details, a.subject_id as subject, p.user_id as owner, a.reason as note from audit_log a
     join payments p on p.id = a.object_id::uuid where a.action = 'payment.contact_refused' and p.id = $1 order by a.seq`,
    [loan],
  );
  return rows;
};

test('LEND-23: given a loan that performs, when staff name an agent or a wrong time, then they are told why not', async () => {
  expect(await name(late)).toEqual([409, 'agent_too_early']);
  expect(await log(late, hoursFromNoon(-10))).toEqual([409, 'contact_hours']);
  expect(await log(late, hoursFromNoon(1))).toEqual([422, 'contact_day']);
  for (const at of [-1, -2]) expect((await log(late, hoursFromNoon(at)))[0]).toBe(200);
  expect(await log(late, hoursFromNoon(-3))).toEqual([409, 'contact_most']);
  // The auditor finds a contact outside the rules; a wrong time was none.
  const rows = await refusedOf(late);
  expect(rows.map(({ details }) => details)).toEqual([
    { channel: 'call', at: hoursFromNoon(-10), refusal: 'contact_hours' },
    { channel: 'call', at: hoursFromNoon(-3), refusal: 'contact_most' },
  ]);
  expect(rows.every(({ subject, owner, note }) => subject === owner && note === null)).toBe(true);
});

test('LEND-23: given an NPA loan, when staff contact its person before an agent is named or a third time, then they are told why not', async () => {
  expect(await log(npa)).toEqual([409, 'agent_not_named']);
  expect(await refusedOf(npa)).toMatchObject([{ details: { refusal: 'agent_not_named' } }]);
  for (const agent of ['Ravi Kumar', 'Meena Iyer']) expect((await name(npa, agent))[0]).toBe(200);
  expect(await name(npa)).toEqual([409, 'contact_most']);
});

test('LEND-23: given a hardship, when staff contact its person, then they are told that contact rests', async () => {
  const [rests, performs] = [await aLoanOf(200), await aLoanOf(20)];
  await server.sql.query(
    `insert into hardships (user_id, id, loan_id, reason, created_at, from_on, until_on)
     select user_id, new_id(), id, 'illness', $2::timestamptz, ist_date($2::timestamptz), ist_date($2::timestamptz) + 30 from payments where id = any($1)`,
    [[rests, performs], hoursFromNoon(-2)],
  );
  expect(await name(rests)).toEqual([409, 'contact_rests']);
  expect(await log(performs)).toEqual([409, 'contact_rests']);
  expect(await refusedOf(performs)).toMatchObject([{ details: { refusal: 'contact_rests' } }]);
});

test('LEND-23: given a bill that never became a loan, when staff contact its person about it, then nothing is owed', async () => {
  const payer = await somebody(server).ready();
  // The network does not say what is due on this card: the payment waits unsent.
  const { id } = await payer.pay((await payer.addCard('0003')).id, 200_000);
  expect(await name(id)).toEqual([409, 'payment_not_payable']);
  expect(await log(id)).toEqual([409, 'payment_not_payable']);
});

test('LEND-23: given the evening, when staff name an agent, then the notice that is a contact is refused', async () => {
  await moveTo(server, hoursFromNoon(7.5));
  support = await aMember();
  expect(await name(npa)).toEqual([409, 'contact_hours']);
});
