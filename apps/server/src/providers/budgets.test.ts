import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalServer, startTestServer } from '#test/harness.ts';
import { Person } from '#test/person.ts';
import { budgetsFromEnv } from './budgets.ts';

const PRICES = { setu_data: { dayPaise: 100, prices: { verifyPan: 60 } } };
const read = (value: unknown) => budgetsFromEnv({ PROVIDER_BUDGETS: JSON.stringify(value) });

test('given budgets, when they are read, an unknown provider, call or amount is refused', () => {
  expect(budgetsFromEnv({})).toEqual({});
  expect(read(PRICES)).toEqual(PRICES);
  expect(read({ setu_data: { dayPaise: 0, prices: {} } })).toBeUndefined();
  expect(read({ setu_data: { dayPaise: 100, prices: { verifyPam: 1 } } })).toBeUndefined();
  expect(read({ setu_billpay: { dayPaise: 100, prices: { submit: 1 } } })).toBeUndefined();
  expect(budgetsFromEnv({ PROVIDER_BUDGETS: '{' })).toBeUndefined();
});

let server: LocalServer;
beforeAll(async () => {
  server = await startTestServer({ env: { PROVIDER_BUDGETS: JSON.stringify(PRICES) } });
});
afterAll(() => server.stop());

const verify = (person: Person) => person.call<{ code?: string }>('POST', '/kyc/pan', { pan: person.pan });

test('given a spent budget, when a person proves a PAN, they are asked to come later and lose nothing', async () => {
  const [first, second] = [new Person(server), new Person(server)];
  for (const person of [first, second]) await (await person.signUp()).onboard();
  expect((await verify(first)).status).toBe(200);
  const refused = await verify(second);
  expect([refused.status, refused.body.code]).toEqual([503, 'provider_unavailable']);
  await server.control('POST', '/clock', { advance: 'P1D' });
  await second.renew();
  expect((await verify(second)).status).toBe(200);
});
