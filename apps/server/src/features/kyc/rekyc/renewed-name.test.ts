import type { Kyc, Me } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { idOf } from '#test/racing.ts';
import { carry, comeDue, decidePanReview, panReviewsOf } from '#test/renewing.ts';
import { somebody } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await act('auditor_policy', { policy: 'wait' });
});
afterAll(() => server.stop());

interface Verdict {
  readonly status: string;
  readonly nameOnPan: string | null;
  readonly reason: { readonly code: string } | null;
}

const act = (what: string, more: object = {}) => server.control('POST', '/act', { what, ...more });
const kycOf = (person: Person) => person.ok<Kyc>('GET', '/kyc');
const nameOf = async (person: Person) => (await person.ok<Me>('GET', '/me')).profile.fullName;
const verifyPan = (person: Person) => person.ok<Verdict>('POST', '/kyc/pan', { pan: person.pan });

/** A person whose KYC is due again, and whose documents have another name by now. */
async function renamed(name: string): Promise<Person> {
  const person = await somebody(server).signUp();
  await person.onboard();
  await person.passKyc();
  await comeDue(person);
  await carry(person, name);
  return person;
}

async function titlesOf(person: Person): Promise<string[]> {
  const { items } = await person.ok<{ items: { title: string }[] }>('GET', '/notifications');
  return items.map(({ title }) => title);
}

async function hindiOf(person: Person, title: string): Promise<string | undefined> {
  const { rows } = await server.sql.query<{ hindi: string }>(
    "select texts->'hi'->>'description' as hindi from notifications where user_id = $1 and title = $2",
    [await idOf(person), title],
  );
  return rows[0]?.hindi;
}

const LOOKED_AT = { status: 'pending', nameOnPan: null, reason: { code: 'pan_name_review' } };

test.each([
  ['nearly the old one', 'Asha Raos', 'Asha Raos'],
  ['another one', 'Meera Krishnamurthy', 'Asha Rao'],
])(
  'LEND-24: given a renewal where the name on the PAN is %s, when a person approves it, then the profile has it and the KYC is renewed',
  async (_, name, onDocument) => {
    const person = await renamed(name);
    expect(await verifyPan(person)).toMatchObject(LOOKED_AT);
    // The proven name stands meanwhile, and a second try asks nobody anew.
    expect((await kycOf(person)).pan).toMatchObject({ status: 'verified', isDueAgain: true });
    expect(await verifyPan(person)).toMatchObject(LOOKED_AT);
    expect(await panReviewsOf(person)).toHaveLength(1);
    expect(await nameOf(person)).toBe('Asha Rao');

    await decidePanReview(person, 'approve');
    const issued = name.toUpperCase();
    expect(await nameOf(person)).toBe(issued);
    expect((await kycOf(person)).pan).toMatchObject({ nameOnPan: issued, isDueAgain: false });
    expect(await titlesOf(person)).toContain('Your name is changed');
    expect(await hindiOf(person, 'Your name is changed')).toContain(issued);
    const { rows } = await server.sql.query(
      "select details from audit_log where subject_id = $1 and action = 'kyc.name_renewed'",
      [await idOf(person)],
    );
    expect(rows).toHaveLength(1);
    // The other document may have either name.
    await carry(person, onDocument);
    const document = await person.shareAadhaar<Verdict>('approve_consent', { pan: person.pan });
    expect(document.status).toBe('verified');
    expect((await kycOf(person)).isReKycOpen).toBe(false);
  },
);

test.each(['Asha Rao', 'Meera Krishnamurthy'])(
  'LEND-24: given a name that a person approved, and a document of %s, when the KYC is due once more, then nobody looks again',
  async (onDocument) => {
    const person = await renamed('Meera Krishnamurthy');
    await verifyPan(person);
    await decidePanReview(person, 'approve');
    await carry(person, onDocument);
    await person.shareAadhaar<Verdict>('approve_consent', { pan: person.pan });
    const { rows } = await server.sql.query<{ name: string }>(
      'select aadhaar_name as name from kyc_records where user_id = $1',
      [await idOf(person)],
    );
    expect(rows[0]!.name.toUpperCase()).toBe(onDocument.toUpperCase());

    await comeDue(person);
    await carry(person, 'Meera Krishnamurthy');
    expect(await verifyPan(person)).toMatchObject({ status: 'verified', reason: null });
    expect(await panReviewsOf(person)).toHaveLength(1);
  },
);

test('LEND-24: given a renewal whose name a person rejects, then what was proven stands, and it may be tried again', async () => {
  const person = await renamed('Meera Krishnamurthy');
  await verifyPan(person);
  await decidePanReview(person, 'reject');
  expect(await nameOf(person)).toBe('Asha Rao');
  expect((await kycOf(person)).pan).toMatchObject({
    status: 'verified',
    nameOnPan: 'ASHA RAO',
    isDueAgain: true,
  });
  expect(await titlesOf(person)).toContain('Your PAN was not accepted');
  expect(await verifyPan(person)).toMatchObject(LOOKED_AT);
});
