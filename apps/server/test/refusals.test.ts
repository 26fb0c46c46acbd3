import { randomUUID } from 'node:crypto';
import { contract, declareCall, type Problem } from '@mohlat/contract';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DomainError } from '../src/platform/http/domain-error.ts';
import { EndpointRegistry, type Refusal } from '../src/platform/http/endpoints.ts';
import { startTestServer, type TestServer } from './harness.ts';
import type { Person } from './person.ts';
import { promote } from './recordings.ts';
import { declaredEndpoints, findUnproduced } from './refusals.ts';
import { somebody } from './steps.ts';

const { look } = contract({
  calls: { look: declareCall({ name: 'look', method: 'GET', path: '/look', access: 'public' }) },
  endpoints: { look: { summary: 'Looks', errors: ['card_in_use', 'bill_not_due'] } },
}).endpoints;

/** One endpoint that refuses with a code, and what was answered and heard. */
async function refusing(code: 'card_in_use' | 'quote_expired', isStrict: boolean) {
  const heard: Refusal[] = [];
  const app = Fastify();
  const nobody = () => Promise.reject(new DomainError('unauthorized'));
  const registry = new EndpointRegistry(app, nobody, nobody, {
    isStrict,
    onRefusal: (one) => heard.push(one),
  });
  registry.handle(look, () => Promise.reject(new DomainError(code)));
  const answer = await app.inject('/api/v1/look');
  return { said: answer.json<Problem>().code, heard: heard.map((one) => [one.code, one.isDeclared]) };
}

describe('an endpoint that refuses', () => {
  test('with a declared code says so', async () => {
    expect(await refusing('card_in_use', true)).toEqual({
      said: 'card_in_use',
      heard: [['card_in_use', true]],
    });
  });

  test('with an undeclared code is our mistake where that is strict', async () => {
    expect(await refusing('quote_expired', true)).toEqual({
      said: 'internal',
      heard: [['quote_expired', false]],
    });
  });

  test('with an undeclared code still says it to people', async () => {
    expect((await refusing('quote_expired', false)).said).toBe('quote_expired');
  });
});

describe('the comparison of declared and produced refusals', () => {
  const common = ['bad_json', 'unauthorized', 'session_ended', 'account_blocked', 'mfa_required', 'not_found']
    .concat(['method_not_allowed', 'payload_too_large', 'validation_failed', 'busy', 'too_many_requests'])
    .concat(['internal'])
    .map((code) => `GET /elsewhere ${code}`);
  const compare = (produced: readonly string[]) => findUnproduced([look], new Set(produced));

  test('given a code that no test produced, names it', () => {
    expect(compare([...common, 'GET /look card_in_use'])).toEqual(['GET /look bill_not_due']);
  });

  test('given a code of every endpoint that none produced, names it once', () => {
    const own = ['GET /look card_in_use', 'GET /look bill_not_due'];
    expect(compare([...own, ...common.slice(1)])).toEqual(['any endpoint bad_json']);
    expect(compare([...own, ...common])).toEqual([]);
  });
});

describe('every endpoint', () => {
  let server: TestServer;
  let person: Person;
  beforeAll(async () => {
    server = await startTestServer();
    person = await promote(server, await somebody(server).signUp());
  });
  afterAll(() => server.stop());

  const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
  const endpoints = declaredEndpoints();
  const filled = (path: string) => path.replaceAll(/\{\w+\}/g, () => randomUUID());
  async function codeOf(method: string, path: string, token = person.token): Promise<string> {
    const response = await fetch(`${server.url}/api/v1${filled(path)}`, {
      method,
      headers: token === '' ? {} : { authorization: `Bearer ${token}` },
    });
    return ((await response.json()) as Problem).code;
  }
  /** The endpoints that say something else. */
  async function others(
    asked: readonly (readonly [method: string, path: string])[],
    code: string,
    token?: string,
  ) {
    expect(asked.length).toBeGreaterThan(5);
    const said: string[] = [];
    for (const [method, path] of asked)
      if ((await codeOf(method, path, token)) !== code) said.push(`${method} ${path}`);
    return said;
  }

  test('asked without a session where one is needed, refuses the caller', async () => {
    const guarded = endpoints.filter(({ access }) => access !== 'public');
    expect(
      await others(
        guarded.map((one) => [one.method, one.path]),
        'unauthorized',
        '',
      ),
    ).toEqual([]);
  });

  test('asked in a way its path does not have, says which ways there are', async () => {
    const strange = [...Map.groupBy(endpoints, ({ path }) => path)].flatMap(([path, known]) =>
      METHODS.filter((method) => known.every((one) => one.method !== method)).map(
        (method) => [method, path] as const,
      ),
    );
    expect(await others(strange, 'method_not_allowed')).toEqual([]);
  });

  test('that moves money asks for a key before anything else', async () => {
    const keyed = endpoints.filter(({ idempotent }) => idempotent);
    expect(
      await others(
        keyed.map((one) => [one.method, one.path]),
        'idempotency_key_required',
      ),
    ).toEqual([]);
  });

  test('of a person answers a blocked account with the block', async () => {
    const { id } = await person.ok<{ id: string }>('GET', '/me');
    await server.sql.query(
      "update auth.users set banned_until = now() + interval '100 years' where id = $1",
      [id],
    );
    expect(await codeOf('GET', '/cards')).toBe('account_blocked');
  });
});
