import type { Problem } from '@mohlat/contract';
import { addDays, istDate, istDayBounds } from '@mohlat/money';
import { writtenDay } from '#features/notifications/index.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { codeOf, crediting } from '#test/crediting.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { advance, signInAgain, somebody } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const CAP_PAISE = 6_000_000;
const capBeforeVideo = (capPaise: number) =>
  server.sql.query(
    "update settings set content = content || jsonb_build_object('limitBeforeVideoPaise', $1::bigint)",
    [capPaise],
  );
afterEach(() => capBeforeVideo(CAP_PAISE));

const { applicant, ask, offered, look, answer, idOf } = crediting(() => server);

/** Accepting is refused for good, and raised nothing. */
async function expectClosed(person: Person, offerId: string, limitPaise: number): Promise<void> {
  const refused = await answer(person, offerId, 'accept');
  expect([refused.status, codeOf(refused)]).toEqual([409, 'offer_closed']);
  expect(await look(person)).toMatchObject({ limitPaise, offer: null });
  const { rows } = await server.sql.query<{ status: string; purposes: string[] | null }>(
    `select o.status, (select array_agg(c.purpose) from consents c where c.user_id = o.user_id and c.purpose = 'credit_limit'
       and c.given_at >= o.decided_at) as purposes
     from credit_offers o where o.id = $1`,
    [offerId],
  );
  expect(rows).toEqual([{ status: 'replaced', purposes: null }]);
}

test('LEND-P1: given a cap before the video lowered since, when an offer is accepted, then it is closed', async () => {
  const person = await applicant();
  const offer = await offered(person);
  expect(offer.limitPaise).toBe(2_500_000);
  await capBeforeVideo(2_400_000);
  await expectClosed(person, offer.id, 0);
  await capBeforeVideo(CAP_PAISE);
  expect(codeOf(await answer(person, offer.id, 'accept'))).toBe('offer_closed');
});

test('LEND-P1: given a lower income typed since, when an offer is accepted, then it is closed', async () => {
  const person = await applicant();
  const offer = await offered(person);
  await person.ok('PATCH', '/me/profile', { monthlyIncomePaise: 1_900_000 });
  await expectClosed(person, offer.id, 0);
});

test('LEND-P1: given a cap that still allows it, when an offer is accepted, then the limit rises', async () => {
  const person = await applicant();
  const offer = await offered(person);
  await capBeforeVideo(2_500_000);
  expect((await answer(person, offer.id, 'accept')).body).toMatchObject({ limitPaise: 2_500_000 });
});

test('LEND-P3: given a report that went stale, when an offer is accepted, then it is closed', async () => {
  const person = await applicant();
  const offer = await offered(person);
  await server.sql.query(
    "update credit_offers set expires_at = expires_at + interval '90 days' where id = $1",
    [offer.id],
  );
  await advance(server, 'P91D');
  await signInAgain(person);
  await expectClosed(person, offer.id, 0);
});

/** An offer of two members of staff, above what the policy's arithmetic gives. */
async function offerOfStaff(person: Person, limitPaise: number): Promise<string> {
  const [first, second] = await Promise.all([aMemberOfStaff(), aMemberOfStaff()]);
  const { approvalId } = await first.ok<{ approvalId: string }>(
    'POST',
    `/admin/users/${await idOf(person)}/credit/limit`,
    { limitPaise, reason: 'A long and good record with us.' },
  );
  await second.ok('POST', `/admin/approvals/${approvalId}`, { decision: 'approve' });
  return (await look(person)).offer!.id;
}

/** The day in India on which a report is so many days old that was drawn now. */
const reportDay = (days: number) => addDays(istDate(server.now()), days);

async function pass(person: Person, days: number): Promise<void> {
  await advance(server, `P${days}D`);
  await signInAgain(person);
}

async function aMemberOfStaff(): Promise<Person> {
  const person = await somebody(server).signUp();
  await person.onboard();
  return promote(server, person);
}

test('LEND-P2: given a cap lowered since, when an offer of staff is accepted, then it is closed', async () => {
  const person = await applicant();
  await ask(person, true);
  const offerId = await offerOfStaff(person, 4_000_000);
  await capBeforeVideo(3_900_000);
  await expectClosed(person, offerId, 2_500_000);
});

test('LEND-P2: given the cap it was made under, when an offer of staff is accepted, then the limit rises', async () => {
  const person = await applicant();
  await ask(person, true);
  const offerId = await offerOfStaff(person, 4_000_000);
  expect((await answer(person, offerId, 'accept')).body).toMatchObject({ limitPaise: 4_000_000 });
});

test('LEND-P3: given a report that went stale, when an offer of staff is accepted, then it is closed', async () => {
  const person = await applicant();
  await ask(person, true);
  const offerId = await offerOfStaff(person, 4_000_000);
  await server.sql.query(
    "update credit_offers set expires_at = expires_at + interval '90 days' where id = $1",
    [offerId],
  );
  await advance(server, 'P91D');
  await signInAgain(person);
  await expectClosed(person, offerId, 2_500_000);
});

test('LEND-P1, LEND-P2: given a report of some days, when two people offer a higher limit, then the offer ends with its thirtieth day, and says so', async () => {
  const person = await applicant();
  await ask(person, true);
  const lastDay = reportDay(30);
  await pass(person, 20);
  await offerOfStaff(person, 4_000_000);
  const { offer } = await look(person);
  expect([istDate(offer!.expiresAt), Date.parse(offer!.expiresAt) - istDayBounds(lastDay).endMs]).toEqual([
    lastDay,
    -1,
  ]);
  const { items } = await person.ok<{ items: { description: string }[] }>('GET', '/notifications');
  expect(items.map(({ description }) => description)).toContainEqual(
    expect.stringContaining(writtenDay(lastDay, 'en')),
  );
  await pass(person, 10);
  expect((await answer(person, offer!.id, 'accept')).body).toMatchObject({ limitPaise: 4_000_000 });
});

test('LEND-D14, LEND-P2: given a report that is over thirty days old, then a higher limit is neither proposed nor approved, and a lower one is', async () => {
  const person = await applicant();
  await ask(person, true);
  await pass(person, 30);
  const first = await aMemberOfStaff();
  const propose = async (limitPaise: number) =>
    first.call<{ approvalId: string } & Problem>('POST', `/admin/users/${await idOf(person)}/credit/limit`, {
      limitPaise,
      reason: 'A long and good record with us.',
    });
  const { approvalId } = (await propose(4_000_000)).body;
  await pass(person, 1);
  const second = await aMemberOfStaff();
  const decided = await second.call<Problem>('POST', `/admin/approvals/${approvalId}`, {
    decision: 'approve',
  });
  expect(codeOf(decided)).toBe('approval_stale');
  await second.ok('POST', `/admin/approvals/${approvalId}`, { decision: 'reject', note: 'Too late.' });
  await signInAgain(first);
  await promote(server, first);
  const raised = await propose(4_000_000);
  expect([raised.status, codeOf(raised)]).toEqual([409, 'report_too_old']);
  expect((await propose(1_000_000)).status).toBe(202);
});

test('LEND-P1, LEND-D14: given a report that is used again, when a limit is offered, then the offer ends with its thirtieth day', async () => {
  const person = await applicant();
  await ask(person, false);
  const lastDay = reportDay(30);
  await pass(person, 20);
  expect(istDate((await offered(person)).expiresAt)).toBe(lastDay);
});
