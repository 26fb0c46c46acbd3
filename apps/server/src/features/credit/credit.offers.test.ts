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
