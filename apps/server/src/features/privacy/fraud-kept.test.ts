import type { AnswerOf, assessCredit, Problem, UserDetail } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { close, idOf, retain } from '#test/erasing.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { advance, signInAgain, somebody } from '#test/steps.ts';

let server: TestServer;
let risk: Person;
let second: Person;
let support: Person;
const hired = async (role: 'risk' | 'support') =>
  promote(server, await somebody(server).signUp(), { roles: [role] });
/** Their sessions end as time goes by. */
const hireAll = async () => {
  [risk, second, support] = [await hired('risk'), await hired('risk'), await hired('support')];
};
beforeAll(async () => {
  server = await startTestServer();
  await hireAll();
});
afterAll(() => server.stop());

const FRAUD = { reason: 'Forged papers', isFraud: true };
const block = (by: Person, id: string, about: object = FRAUD) =>
  by.call<{ state: string; approvalId: string | null } & Problem>('POST', `/admin/users/${id}/block`, about);

/** A person who was let in before, with everything that proves them, on a new account. */
async function beginAnew(before: Person, shares: 'both' | 'document' = 'both'): Promise<Person> {
  const person = somebody(server);
  const { aadhaar, pan } = before;
  Object.assign(person, shares === 'both' ? { aadhaar, pan } : { aadhaar });
  await person.signUp();
  await person.onboard();
  return person.passKyc();
}

async function proven(): Promise<Person> {
  const person = somebody(server);
  await person.signUp();
  await person.onboard();
  return person.passKyc();
}

async function decisionOn(person: Person): Promise<string[]> {
  const { status, reasons } = await person.ok<AnswerOf<typeof assessCredit>>('POST', '/credit/assessment', {
    consent: true,
  });
  return status === 'approved' ? [status] : [status, ...reasons.map(({ code }) => code)];
}

/** Time goes by, and what is over is erased. */
async function pass(duration: string): Promise<void> {
  await advance(server, duration);
  await retain(server);
  await retain(server);
  await hireAll();
}
const rowsOf = async (table: string, id: string) => {
  const { rowCount } = await server.sql.query(`select 1 from ${table} where user_id = $1`, [id]);
  return rowCount;
};
const referralRefusalOf = async (person: Person) => {
  // Under the role of the sweep, which asks it.
  const client = await server.sql.connect();
  try {
    await client.query('set role mohlat_worker');
    const { rows } = await client.query<{ why: string | null }>('select referral_refusal($1) as why', [
      await idOf(person),
    ]);
    return rows[0]!.why;
  } finally {
    client.release(true);
  }
};

describe('LEND-24, LEND-D11: a refused applicant who was blocked for fraud', () => {
  test.each(['both', 'document'] as const)(
    'given their data is erased after a year, when they begin anew (with %s), then they are declined and are no new friend',
    async (shares) => {
      const before = await proven();
      const id = await idOf(before);
      await server.sql.query("update credit_accounts set state = 'declined' where user_id = $1", [id]);
      expect((await block(risk, id)).status).toBe(200);
      await pass('P400D');
      expect([await rowsOf('kyc_records', id), await rowsOf('profiles', id)]).toEqual([0, 0]);
      const again = await beginAnew(before, shares);
      expect(await decisionOn(again)).toEqual(['declined', 'D11']);
      expect(await referralRefusalOf(again)).toBe('known_person');
    },
  );

  test('given two people lift the block, when they begin anew, then they are not declined for it', async () => {
    const before = await proven();
    const id = await idOf(before);
    await server.sql.query("update credit_accounts set state = 'declined' where user_id = $1", [id]);
    await block(risk, id);
    await pass('P400D');
    const { approvalId } = await risk.ok<{ approvalId: string }>('POST', `/admin/users/${id}/unblock`, {
      reason: 'The papers were right',
    });
    await second.ok('POST', `/admin/approvals/${approvalId}`, { decision: 'approve' });
    expect(await decisionOn(await beginAnew(before))).toEqual(['approved']);
  });
});

describe('LEND-24, LEND-D11: a closed account', () => {
  test('given fraud is found later, when risk marks it, then the person is known for as long as the mark lasts', async () => {
    const before = await proven();
    const id = await idOf(before);
    await signInAgain(before);
    await close(before);
    const marked = await block(risk, id);
    expect([marked.status, marked.body]).toEqual([200, { state: 'closed', approvalId: null }]);
    expect((await block(risk, id)).body.code).toBe('account_is_blocked');
    const shown = await risk.ok<UserDetail>('GET', `/admin/users/${id}`);
    expect(shown).toMatchObject({ state: 'closed', block: { isFraud: true, reason: FRAUD.reason } });
    const { rows } = await server.sql.query(
      `select details - 'roles' as details, reason from audit_log where action = 'user.blocked' and subject_id = $1`,
      [id],
    );
    const details = { before: 'closed', after: 'closed', sessionsEnded: 0, isFraud: true };
    expect(rows).toEqual([{ details, reason: FRAUD.reason }]);
    expect(await decisionOn(await beginAnew(before))).toEqual(['declined', 'D11']);
    await pass('P400D');
    expect([await rowsOf('account_blocks', id), await rowsOf('kyc_records', id)]).toEqual([0, 0]);
    const { rows: marks } = await server.sql.query('select 1 from identity_claims where fraud_of = $1', [id]);
    expect(marks).toHaveLength(2);
  });

  test('given the mark is wrong, when two people take it back, then nothing of it is left', async () => {
    const before = await proven();
    const id = await idOf(before);
    await signInAgain(before);
    await close(before);
    await block(risk, id);
    const { approvalId } = await support.ok<{ approvalId: string }>('POST', `/admin/users/${id}/unblock`, {
      reason: 'Another person',
    });
    const { facts } = await second.ok<{ facts: object[] }>('GET', `/admin/approvals/${approvalId}`);
    expect(facts).toContainEqual({ code: 'account_state', value: 'closed' });
    await second.ok('POST', `/admin/approvals/${approvalId}`, { decision: 'approve' });
    expect(await decisionOn(await beginAnew(before))).toEqual(['approved']);
    const again = await support.call<Problem>('POST', `/admin/users/${id}/unblock`, { reason: 'Once more' });
    expect(again.body.code).toBe('account_is_closed');
  });

  test('given the person has another account by then, then the mark stands on what both share', async () => {
    const before = await proven();
    const id = await idOf(before);
    await signInAgain(before);
    await close(before);
    const after = await beginAnew(before);
    await block(risk, id);
    expect(await decisionOn(after)).toEqual(['declined', 'D11']);
    await server.sql.query('delete from kyc_records where user_id = $1', [id]);
    expect(await decisionOn(after)).toEqual(['declined', 'D11']);
  });

  test('given its data is erased by then, when risk marks it, then the person is known, and why it was marked goes a year later', async () => {
    const before = await proven();
    const id = await idOf(before);
    await signInAgain(before);
    await close(before);
    await pass('P400D');
    expect(await rowsOf('kyc_records', id)).toBe(0);
    expect((await block(risk, id)).body.state).toBe('closed');
    await pass('P300D');
    expect(await rowsOf('account_blocks', id)).toBe(1);
    await pass('P70D');
    expect(await rowsOf('account_blocks', id)).toBe(0);
    expect(await decisionOn(await beginAnew(before))).toEqual(['declined', 'D11']);
  });

  test('given no fraud, or staff who do not judge it, then it is not blocked', async () => {
    const person = await proven();
    const id = await idOf(person);
    await signInAgain(person);
    await close(person);
    expect((await block(risk, id, { reason: 'Phone was stolen' })).body.code).toBe('account_is_closed');
    expect((await block(support, id)).body.code).toBe('role_required');
    expect(await rowsOf('account_blocks', id)).toBe(0);
  });
});

test('LEND-D11: given a PAN that an account blocked for fraud verified without a document, then it is not marked', async () => {
  const stranger = somebody(server);
  await stranger.signUp();
  await stranger.onboard();
  await stranger.ok('POST', '/kyc/pan', { pan: stranger.pan });
  const id = await idOf(stranger);
  await block(risk, id);
  const { rows } = await server.sql.query('select fraud_of from identity_claims where claimed_by = $1', [id]);
  expect(rows).toEqual([{ fraud_of: null }]);
});

test('LEND-D11: given two accounts of one person blocked for fraud, when one block is lifted, then the other’s mark takes its place', async () => {
  const before = await proven();
  const id = await idOf(before);
  await signInAgain(before);
  await close(before);
  await block(risk, id);
  const after = await beginAnew(before);
  const afterId = await idOf(after);
  await block(risk, afterId);
  const { approvalId } = await risk.ok<{ approvalId: string }>('POST', `/admin/users/${id}/unblock`, {
    reason: 'Another person',
  });
  await second.ok('POST', `/admin/approvals/${approvalId}`, { decision: 'approve' });
  const { rows } = await server.sql.query<{ fraud_of: string }>(
    'select fraud_of from identity_claims where claimed_by = $1',
    [afterId],
  );
  expect(rows.map(({ fraud_of }) => fraud_of)).toEqual([afterId, afterId]);
});
