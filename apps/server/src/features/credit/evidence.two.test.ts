import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, crediting } from '#test/crediting.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { promote } from '#test/recordings.ts';

let server: TestServer;
let first: Person;
let second: Person;
const { applicant, look, sendEvidence, judge, untilEvidence } = crediting(() => server);

beforeAll(async () => {
  server = await startTestServer();
  await server.control('POST', '/act', { what: 'auditor_policy', policy: 'wait' });
  first = await promote(server, await applicant('0781'));
  second = await promote(server, await applicant('0781'));
});
afterAll(() => server.stop());

/** The address of a document's open review, as staff use it. */
async function openReviewOf(evidenceId: string): Promise<string> {
  const { rows } = await server.sql.query<{ id: string }>(
    "select id from reviews where subject_id = $1 and status = 'open'",
    [evidenceId],
  );
  expect(rows).toHaveLength(1);
  return `/admin/kyc/reviews/${rows[0]!.id}`;
}

const approve = (staff: Person, path: string, verifiedIncomePaise: number) =>
  staff.call('POST', path, { decision: 'approve', verifiedIncomePaise });

test('LEND-P2: an income above the bound counts once a second person has read the document, and the lower reading does', async () => {
  const person = await applicant('0781');
  const { id } = (await sendEvidence(person, { monthlyIncomePaise: '30000000' })).body;
  const path = await openReviewOf(id);
  expect((await approve(first, path, 25_000_000)).status).toBe(200);
  expect((await look(person)).evidence).toMatchObject({ status: 'pending', verifiedIncomePaise: null });
  expect((await sendEvidence(person)).body.code).toBe('evidence_pending');

  const again = await openReviewOf(id);
  expect(again).not.toBe(path);
  expect(codeOf(await approve(first, again, 25_000_000))).toBe('second_person_required');
  const { facts } = await second.ok<{ facts: { code: string; value: string }[] }>('GET', again);
  expect(facts).toContainEqual({ code: 'first_read_income', value: '₹2,50,000' });
  expect((await approve(second, again, 24_000_000)).status).toBe(200);
  expect((await look(person)).evidence).toMatchObject({
    status: 'verified',
    verifiedIncomePaise: 24_000_000,
  });
});

test('LEND-P2: the second of two may reject, and one person decides up to the bound', async () => {
  const person = await applicant('0781');
  const { id } = (await sendEvidence(person, { monthlyIncomePaise: '30000000' })).body;
  await approve(first, await openReviewOf(id), 15_000_001);
  const rejected = await second.call('POST', await openReviewOf(id), {
    decision: 'reject',
    reason: 'The slip shows a year.',
  });
  expect(rejected.status).toBe(200);
  expect((await look(person)).evidence).toMatchObject({
    status: 'rejected',
    reason: 'The slip shows a year.',
    verifiedIncomePaise: null,
  });
  const next = (await sendEvidence(person, { monthlyIncomePaise: '30000000' })).body.id;
  await approve(first, await openReviewOf(next), 15_000_000);
  expect((await look(person)).evidence).toMatchObject({
    status: 'verified',
    verifiedIncomePaise: 15_000_000,
  });
});

test('LEND-P2: what the desk has read above the bound is read by one of staff, not by the desk again', async () => {
  const person = await applicant('0781');
  const { id } = (await sendEvidence(person, { monthlyIncomePaise: '30000000' })).body;
  const begun = await openReviewOf(id);
  await judge(id, { status: 'approved', readIncomePaise: 20_000_000 });
  const path = await until(async () => {
    const { rows } = await server.sql.query<{ id: string; at: Date | null }>(
      "select id, next_look_at as at from reviews where subject_id = $1 and status = 'open'",
      [id],
    );
    const row = rows[0];
    return row && `/admin/kyc/reviews/${row.id}` !== begun ? row : undefined;
  });
  expect(path.at).toBeNull();
  expect((await approve(second, `/admin/kyc/reviews/${path.id}`, 20_000_000)).status).toBe(200);
  await untilEvidence(person, 'verified');
});
