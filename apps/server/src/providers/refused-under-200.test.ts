import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failureOf } from '#test/sandbox.ts';
import { type CallRecord, createProviders, type Providers, sandboxProvidersConfig } from './index.ts';

/** A provider that answers each question with HTTP 200 and the same body. */
let body: object = {};
let providers: Providers;
const calls: CallRecord[] = [];
const rail = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
});

beforeAll(async () => {
  await new Promise<void>((done) => rail.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(rail.address() as AddressInfo).port}`;
  providers = createProviders(sandboxProvidersConfig(url, 1), {
    now: () => new Date('2026-11-20T06:30:00Z'),
    onCall: (record) => void calls.push(record),
  });
});
afterAll(async () => {
  await providers.close();
  await new Promise((done) => rail.close(done));
});

const ctx = { requestId: 'refused', actor: 'job' } as const;
const message = { key: 'sms-1', to: '+919876543210', template: 'login_code', language: 'en' } as const;
const sms = () => providers.sms.send({ ...message, text: 'A code', vars: {} }, ctx);
const person = { name: 'Asha Rao', pan: 'ABCDE1234A', dateOfBirth: '1990-01-01', mobile: '9876543210' };
const pull = () =>
  providers.creditBureau.pull({ key: 'pull-1', consentId: 'consent-1', address: 'Pune', ...person }, ctx);

async function judged(answer: object, ask: () => Promise<unknown>) {
  body = answer;
  calls.length = 0;
  const { name, outcome, providerCode } = await failureOf(ask());
  return { name, outcome, providerCode, recorded: calls.map((call) => call.outcome) };
}

test.each(['418', 418, '207', '401', '301'])(
  'given an SMS refused with code %j of our account, then it is not the message that is refused',
  async (code) => {
    expect(await judged({ type: 'error', code, message: 'No' }, sms)).toEqual({
      name: 'ProviderAuthError',
      outcome: 'not_done',
      providerCode: String(code),
      recorded: ['failed'],
    });
  },
);

test('given an SMS that is refused itself, then it is refused, and recorded so', async () => {
  const refused = { name: 'ProviderRejected', outcome: 'rejected', recorded: ['refused'] };
  expect(await judged({ type: 'error', message: 'Template is not approved' }, sms)).toMatchObject(refused);
  expect(await judged({ type: 'error', code: '202', message: 'Number' }, sms)).toMatchObject(refused);
});

test.each([
  ['error_false_consent', 'ProviderRejected', 'refused'],
  ['error_module_credits_exhausted', 'ProviderAuthError', 'failed'],
  ['error_provider_error', 'ProviderServerError', 'failed'],
])('given a report that fails with %s, then it is a %s, recorded as %s', async (key, name, recorded) => {
  const failure = { decentroTxnId: 'TXN1', status: 'FAILURE', responseKey: key };
  expect(await judged(failure, pull)).toMatchObject({ name, providerCode: key, recorded: [recorded] });
});
