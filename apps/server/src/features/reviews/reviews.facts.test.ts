import type { AnswerOf, getReview, getReviewFacts, Problem } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person, Reply } from '#test/person.ts';
import { handIn, promote } from '#test/recordings.ts';
import { somebody } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.control('POST', '/act', { what: 'auditor_policy', policy: 'wait' });
});
afterAll(() => server.stop());

const said = (reply: Reply<unknown>) => [reply.status, (reply.body as Problem).code];
const staffOf = async (...roles: ('support' | 'risk')[]): Promise<Person> =>
  promote(server, await somebody(server).signUp(), { roles });

async function recorded(): Promise<string> {
  const person = await somebody(server).signUp();
  await person.onboard();
  await person.passKyc();
  await handIn(person);
  const { id } = await person.ok<{ id: string }>('GET', '/me');
  const { rows } = await server.sql.query<{ id: string }>('select id from reviews where user_id = $1', [id]);
  return rows[0]!.id;
}

async function audited(id: string) {
  const { rows } = await server.sql.query<{ action: string; details: object }>(
    'select action, details from audit_log where object_id = $1 order by seq',
    [id],
  );
  return rows;
}

test('LEND-24: given a recording, when support looks, then the birth date is masked and there is no place', async () => {
  const id = await recorded();
  const support = await staffOf('support');
  const { facts, isVeiled } = await support.ok<AnswerOf<typeof getReview>>('GET', `/admin/kyc/reviews/${id}`);
  expect(facts).toContainEqual({ code: 'date_of_birth', value: '1990-••-••' });
  expect([isVeiled, facts.filter(({ code }) => code === 'place')]).toEqual([true, []]);
  expect(said(await support.call('GET', `/admin/kyc/reviews/${id}/facts`))).toEqual([403, 'role_required']);
});

test('LEND-24: given an open recording, when who judges it asks, then all is shown, and written down as shown', async () => {
  const id = await recorded();
  const risk = await staffOf('risk');
  const { facts } = await risk.ok<AnswerOf<typeof getReviewFacts>>('GET', `/admin/kyc/reviews/${id}/facts`);
  expect(facts).toContainEqual({ code: 'date_of_birth', value: '1990-01-01' });
  expect(facts).toContainEqual({ code: 'place', value: '18.5204, 73.8567' });
  const details = { kind: 'video', shown: ['date_of_birth', 'place'] };
  expect(await audited(id)).toMatchObject([{ action: 'review.read', details }]);
  await risk.ok('POST', `/admin/kyc/reviews/${id}`, { decision: 'approve' });
  expect(said(await risk.call('GET', `/admin/kyc/reviews/${id}/facts`))).toEqual([409, 'review_decided']);
  expect((await audited(id)).map(({ action }) => action)).toEqual(['review.read', 'review.decided']);
});
