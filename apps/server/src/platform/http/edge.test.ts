import { randomUUID } from 'node:crypto';
import type { Problem } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf } from '#test/erasing.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { Person } from '#test/person.ts';

let server: TestServer;
let asha: Person;
beforeAll(async () => {
  server = await startTestServer();
  asha = await new Person(server).ready();
});
afterAll(() => server.stop());

const JSON_TYPE = { 'content-type': 'application/json' };
/** Looks at a shared instalment without an account: a call that is counted by its address. */
const look = (from: string) =>
  fetch(`${server.url}/api/v1/public/repay-links/${randomUUID()}`, { headers: { 'x-forwarded-for': from } });

describe('a forwarded address', () => {
  test('that is none does not stop a payment, and what is noted is an address', async () => {
    const card = await asha.addCard();
    const quote = await asha.quote(card.id, 100_000);
    const reply = await asha.call(
      'POST',
      '/payments',
      { quoteId: quote.quoteId, acceptKeyFacts: true },
      { 'idempotency-key': randomUUID(), 'x-forwarded-for': 'junk, more junk' },
    );
    expect(reply.status).toBe(202);
  });

  test('is kept in no table of counts, and one too long is counted all the same', async () => {
    await look('198.51.100.77');
    await look('1'.repeat(400));
    await fetch(`${server.url}/auth/v1/otp`, {
      method: 'POST',
      headers: { ...JSON_TYPE, 'x-forwarded-for': '198.51.100.77' },
      body: '{}',
    });
    const { rows } = await server.sql.query<{ key: string }>(
      'select key from call_counts union all select key from auth.rate_limits',
    );
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.filter(({ key }) => key.includes('198.51.100.77') || key.length > 100)).toEqual([]);
    expect(server.logText()).not.toContain('calls could not be counted');
  });
});

describe('a body', () => {
  test('given a call that takes none, when one comes with a security code, then it is refused', async () => {
    const card = await asha.addCard('4051');
    const path = `/cards/${card.id}/bill`;
    const refused = await asha.call<Problem>('POST', path, { cvv: '873' });
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ path: 'cvv', message: 'Unknown field' }] },
    });
    const removed = await asha.call<Problem>('DELETE', `/cards/${card.id}`, { cvv: '873' });
    expect(removed.body.errors).toMatchObject([{ path: 'cvv' }]);
    for (const body of ['[]', '"873"', '7']) {
      const odd = await asha.call<Problem>('POST', path, body);
      expect([odd.status, odd.body.code]).toEqual([422, 'validation_failed']);
    }
    for (const body of [undefined, {}, 'null'])
      expect((await asha.call('POST', path, body)).status).toBe(200);
  });

  test('of more than 64 KB is refused', async () => {
    const reply = await asha.call('PATCH', '/me/profile', { address: 'x'.repeat(64 * 1024) });
    expect(reply).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
  });

  test('with thousands of unknown fields is told of twenty', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, 1]));
    const reply = await asha.call<Problem>('PATCH', '/me/profile', unknown);
    expect(reply.status).toBe(422);
    expect(reply.body.errors).toHaveLength(20);
  });

  test('of sign-in that holds very many values is refused without looking at them all', async () => {
    const reply = await fetch(`${server.url}/auth/v1/otp`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({ email: 'a@example.in', more: Array.from({ length: 30_000 }, () => 1) }),
    });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ error_code: 'bad_json' });
  });
});

describe('a value the database cannot hold is refused by name:', () => {
  const onboarding = {
    fullName: 'Asha Rao',
    pan: 'ABCPK1234F',
    dateOfBirth: '1990-01-01',
    address: '12 Lake Road',
    monthlyIncomePaise: 8_500_000,
  };
  test.each([
    ['a NUL', { address: '12 Lake\0Road' }, 'address'],
    ['half a character', { address: '12 Lake \ud800 Road' }, 'address'],
    ['the year 0000', { dateOfBirth: '0000-01-01' }, 'dateOfBirth'],
    ['a year before every living person’s', { dateOfBirth: '1899-12-31' }, 'dateOfBirth'],
  ])('%s in a body', async (_, change, field) => {
    const reply = await asha.call<Problem>('PUT', '/me/onboarding', { ...onboarding, ...change });
    expect(reply).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    expect(reply.body.errors).toMatchObject([{ path: field }]);
  });

  test('given several such fields and one of another kind, then each has an entry', async () => {
    const sent = { ...onboarding, fullName: 'Asha\0Rao', address: '12 Lake\0Road', monthlyIncomePaise: -1 };
    const { status, body } = await asha.call<Problem>('PUT', '/me/onboarding', sent);
    expect(status).toBe(422);
    expect(body.errors?.map(({ path }) => path).toSorted()).toEqual([
      'address',
      'fullName',
      'monthlyIncomePaise',
    ]);
  });

  test('given wrong fields in the path, the query and the body, then each has an entry', async () => {
    const { status, body } = await asha.call<Problem>('PATCH', '/cards/none?no=1', { nickname: 7 });
    expect(status).toBe(422);
    expect(body.errors?.map(({ path }) => path)).toEqual(['id', 'nickname']);
  });

  test.each(['0000-01-01', '9999-12-31'])('the bill date %s of a payment', async (billDate) => {
    const body = { quoteId: randomUUID(), acceptKeyFacts: true, billDate };
    const reply = await asha.call('POST', '/payments', body, { 'idempotency-key': randomUUID() });
    expect(reply).toMatchObject({ status: 422, body: { errors: [{ path: 'billDate' }] } });
  });

  test('a NUL in a name of a field, a path and a query', async () => {
    expect((await asha.call('PATCH', '/me/profile', { 'a\0b': 1 })).status).toBe(422);
    expect((await asha.call('GET', '/ifsc/HDFC%00000001')).status).toBeLessThan(500);
    expect((await asha.call('GET', '/transactions?q=a%00b')).status).toBe(422);
  });

  test.each([
    ['of dashes', ['2026-01-01T00:00:00.000Z', '-'.repeat(36)]],
    ['of a year before years', ['-000001-01-01T00:00:00.000Z', randomUUID()]],
    ['of a year the database has not', ['+275000-01-01T00:00:00.000Z', randomUUID()]],
    ['of the year 0000', ['0000-01-01T00:00:00.000Z', randomUUID()]],
  ])('a cursor %s', async (_, place) => {
    const cursor = Buffer.from(JSON.stringify(place)).toString('base64url');
    const reply = await asha.call('GET', `/payments?cursor=${cursor}`);
    expect(reply).toMatchObject({ status: 422, body: { errors: [{ path: 'cursor' }] } });
  });
});

describe('an address of sign-in that there is not', () => {
  test.each(['GET', 'HEAD', 'POST', 'PUT', 'DELETE'])(
    'is answered to %s in plain text, as the protocol says',
    async (method) => {
      const reply = await fetch(`${server.url}/auth/v1/nope`, { method });
      expect([reply.status, reply.headers.get('content-type')]).toEqual([
        404,
        expect.stringContaining('text/plain'),
      ]);
      expect(await reply.text()).toBe(method === 'HEAD' ? '' : '404 page not found\n');
      expect(reply.headers.get('x-request-id')).not.toBeNull();
    },
  );

  test('is none of those with another method', async () => {
    expect((await fetch(`${server.url}/auth/v1/token`)).status).toBe(405);
    expect((await fetch(`${server.url}/auth/v1/health`)).status).toBe(200);
  });
});

test('the description of the API has the stream of events and the call-backs of providers', async () => {
  const document = (await (await fetch(`${server.url}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { responses: Record<string, object>; parameters: object[] }>>;
  };
  const events = document.paths['/api/v1/events']?.['get'];
  expect(events?.responses).toMatchObject({
    200: { content: { 'text/event-stream': {} } },
    401: { content: { 'application/problem+json': {} } },
    403: { description: expect.stringContaining('mfa_required') },
  });
  expect(events?.parameters).toMatchObject([{ name: 'Last-Event-ID', in: 'header' }, { name: 'X-Page-Age' }]);
  const webhooks = document.paths['/api/v1/webhooks/{provider}']?.['post'];
  expect(webhooks?.responses).toMatchObject({ 200: {}, 400: {}, 401: {} });
  const [provider] = (webhooks?.parameters ?? []) as { schema: { enum: string[] } }[];
  for (const name of provider?.schema.enum ?? []) {
    const reply = await fetch(`${server.url}/api/v1/webhooks/${name}`, { method: 'POST', body: '{}' });
    expect([400, 401, 404], name).toContain(reply.status);
    expect(reply.headers.get('content-type'), name).toContain('problem+json');
  }
});

describe('an answer about a person', () => {
  test('is kept by no cache, refusals included', async () => {
    for (const path of ['/me', '/payments', '/payments/unknown', '/no-such-path'])
      expect((await asha.call('GET', path)).headers.get('cache-control')).toBe('no-store');
    const stranger = await fetch(`${server.url}/api/v1/me`);
    expect(stranger.headers.get('cache-control')).toBe('no-store');
    const settings = await fetch(`${server.url}/auth/v1/no-such-path`);
    expect(settings.headers.get('cache-control')).toBe('no-store');
  });

  test('leaves what is everybody’s to be kept', async () => {
    const pricing = await fetch(`${server.url}/api/v1/public/pricing`);
    expect(pricing.headers.get('cache-control')).toBe('public, max-age=60');
    for (const path of ['/api/v1/openapi.json', '/api/docs'])
      expect((await fetch(server.url + path)).headers.get('cache-control')).toBe('public, max-age=300');
  });
});

test('what goes wrong unexpectedly is logged by name and SQLSTATE, never with the values of a statement', async () => {
  await server.sql.query(
    'alter table preferences add constraint no_more check (updated_at is null) not valid',
  );
  try {
    const reply = await asha.call('PUT', '/me/preferences', { salaryDay: 5 });
    expect(reply.status).toBe(500);
    const line = server
      .logText()
      .split('\n')
      .find((one) => one.includes('request failed unexpectedly'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ error: 'error 23514' });
    expect(line).not.toContain('no_more');
    expect(server.logText()).not.toContain('Failing row');
    expect(line).not.toContain(await idOf(asha));
  } finally {
    await server.sql.query('alter table preferences drop constraint no_more');
  }
});
