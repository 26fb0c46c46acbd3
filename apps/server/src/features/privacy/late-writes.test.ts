import { afterAll, beforeAll, expect, test } from 'vitest';
import { form, freshNumber } from '#features/bank-accounts/bank-accounts.testing.ts';
import { aRequest, aSentence } from '#test/belongings.ts';
import { isDeclared } from '#test/declared.ts';
import { crediting } from '#test/crediting.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { idOf } from '#test/racing.ts';
import { repaying } from '#test/repaying.ts';
import { somebody } from '#test/steps.ts';
import { afterClosing } from './privacy.testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const { aLoan } = repaying(() => server);
const { sendEvidence } = crediting(() => server);

/** A person and a request of theirs that writes a row. */
interface Late {
  readonly person: Person;
  readonly send: () => Promise<{ readonly status: number; readonly body: unknown }>;
}
const visitor = () => somebody(server).signUp();
const onboarded = async () => (await visitor()).onboard();
const verified = async () => (await onboarded()).passKyc();
const sends = async (who: Promise<Person>, ...call: Parameters<Person['call']>): Promise<Late> => {
  const person = await who;
  return { person, send: () => person.call(...call) };
};

const LATE: Readonly<Record<string, readonly [table: string, begin: () => Promise<Late>, needs?: string]>> = {
  'a bank account': [
    'bank_accounts',
    () => sends(onboarded(), 'POST', '/bank-accounts', form(freshNumber())),
  ],
  'a support request': [
    'support_requests',
    async () => {
      const person = await visitor();
      const request = { name: 'Asha Rao', subject: 'My repayment', message: 'It is shown twice.' };
      return sends(Promise.resolve(person), 'POST', '/support/requests', { ...request, email: person.email });
    },
    'POST /support/requests',
  ],
  'a reply to support': [
    'support_replies',
    async () => {
      const person = await visitor();
      const id = await aRequest(person);
      return sends(Promise.resolve(person), 'POST', `/support/requests/${id}/replies`, { message: 'Again.' });
    },
    'POST /support/requests',
  ],
  'a testimonial': [
    'testimonials',
    async () => {
      const { person, id, owed } = await aLoan(300_000);
      await person.repay(id, owed);
      return sends(Promise.resolve(person), 'PUT', `/payments/${id}/testimonial`, aSentence);
    },
  ],
  'a link to a receipt': [
    'receipt_links',
    async () => {
      const { person, id, owed } = await aLoan(300_000);
      await person.repay(id, owed);
      return sends(Promise.resolve(person), 'POST', `/payments/${id}/receipt-links`);
    },
  ],
  'a referral code': ['referral_codes', () => sends(visitor(), 'GET', '/referrals'), 'GET /referrals'],
  'a check of a PAN': [
    'consents',
    async () => {
      const person = await onboarded();
      return { person, send: () => person.call('POST', '/kyc/pan', { pan: person.pan }) };
    },
  ],
  'a session at DigiLocker': [
    'consents',
    () => sends(onboarded(), 'POST', '/kyc/aadhaar', { aadhaar: '999941057058' }),
  ],
  'a phrase for a recording': ['video_challenges', () => sends(verified(), 'GET', '/kyc/video/challenge')],
  'a document of income': [
    'stored_files',
    async () => {
      const person = await verified();
      return { person, send: () => sendEvidence(person) };
    },
  ],
  'an assessment': ['consents', () => sends(verified(), 'POST', '/credit/assessment', { consent: true })],
};

/** Leaves out requests that no feature takes. */
const ASKED = Object.entries(LATE).flatMap(([name, [, , needs]]) =>
  needs === undefined || isDeclared(needs) ? [name] : [],
);

test.each(ASKED)(
  'LEND-24: given %s asked for before the closing, when it comes after it, then it leaves nothing',
  async (name) => {
    const [table, begin] = LATE[name]!;
    const { person, send } = await begin();
    const userId = await idOf(person);
    const count = async () =>
      (await server.sql.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]!.n;
    const before = await count();
    const late = await afterClosing(server, userId, table, send);
    expect(late).toMatchObject({ status: 401, body: { code: 'session_ended' } });
    expect(await count()).toBe(before);
  },
);
