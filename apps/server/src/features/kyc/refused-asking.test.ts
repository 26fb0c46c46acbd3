import type { Problem } from '@mohlat/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { clearFaults, fault, somebody } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => clearFaults(server));
afterAll(() => server.stop());

async function attempts(person: Person): Promise<string[]> {
  const { id } = await person.ok<{ id: string }>('GET', '/me');
  const { rows } = await server.sql.query<{ outcome: string }>(
    "select outcome from kyc_attempts where user_id = $1 and outcome like 'Provider%' order by at, id",
    [id],
  );
  return rows.map(({ outcome }) => outcome);
}

const verifyPan = (person: Person) => person.call<Problem>('POST', '/kyc/pan', { pan: person.pan });
const startAadhaar = (person: Person) =>
  person.call<Problem & { sessionId: string }>('POST', '/kyc/aadhaar', { aadhaar: person.aadhaar });

async function complete(person: Person) {
  await verifyPan(person);
  const { sessionId } = (await startAadhaar(person)).body;
  await server.control('POST', '/act', {
    what: 'approve_consent',
    sessionId,
    aadhaarLast4: person.aadhaar.slice(-4),
  });
  return person.call<Problem>('POST', `/kyc/aadhaar/${sessionId}/complete`, {});
}

test.each([
  ['the issuer of the PAN', 'pan', verifyPan],
  ['the comparison of names', 'name_match', verifyPan],
  ['DigiLocker, at the beginning,', 'digilocker_start', startAadhaar],
  ['DigiLocker, for the document,', 'aadhaar', complete],
])(
  'LEND-3: given %s refuses the question, then it counts as unavailable and no verdict',
  async (_who, op, ask) => {
    const person = await somebody(server).signUp();
    await person.onboard();
    await fault(server, 'setu_data', op, { http: 400 }, 'always');
    const reply = await ask(person);
    expect([reply.status, reply.body.code]).toEqual([503, 'provider_unavailable']);
    expect(await attempts(person)).toEqual(['ProviderRejected']);
    await clearFaults(server);
    expect((await ask(person)).status).toBeLessThan(300);
  },
);
