import { randomUUID } from 'node:crypto';
import { type Endpoint, ENDPOINTS, type Problem } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isDeclared } from '#test/declared.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { somebody } from '#test/steps.ts';

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
/** The route table of staff, as the contract declares it. */
const ROUTES = Object.values<Endpoint>(ENDPOINTS).filter(({ access }) => access === 'admin');
const WRITES = ROUTES.filter(({ method }) => method !== 'GET');
const FILES = ROUTES.filter(({ method, download }) => method === 'GET' && download === true);

/** Writes that ask for no fresh factor, where their feature stands. */
const NO_STEP_UP = [
  'PATCH /admin/support/messages/{id}',
  'PATCH /admin/users/{id}/notes/{noteId}',
  'POST /admin/books/proof',
  'POST /admin/chargebacks/{id}/evidence',
  'POST /admin/payments/{id}/contacts',
  'POST /admin/payments/{id}/enquire',
  'POST /admin/payments/{id}/repay-links',
  'POST /admin/reconciliation/run',
  'POST /admin/settings/preview',
  'POST /admin/support/messages/{id}/replies',
  'POST /admin/testimonials/{id}/verdict',
  'POST /admin/users/{id}/notes',
];

describe('LEND-24: what a call of staff asks for', () => {
  test('is said by each that writes or hands out a file', () => {
    expect(WRITES.length).toBeGreaterThan(25);
    expect(FILES.length).toBeGreaterThan(3);
    expect([...WRITES, ...FILES].filter(({ stepUp }) => stepUp === undefined).map(nameOf)).toEqual([]);
  });

  test('is a fresh second factor, but for work that moves no money, judges no person and shows nothing masked', () => {
    expect(
      WRITES.filter(({ stepUp }) => stepUp === false)
        .map(nameOf)
        .toSorted(),
    ).toEqual(NO_STEP_UP.filter(isDeclared));
    expect(FILES.filter(({ stepUp }) => stepUp === false).map(nameOf)).toEqual([]);
  });
});

describe.each(['on', undefined] as const)('LEND-24: with STAFF_STEP_UP %s', (asked) => {
  let server: TestServer;
  let person: Person;
  beforeAll(async () => {
    server = await startTestServer(asked ? { env: { STAFF_STEP_UP: asked } } : {});
    person = await somebody(server).signUp();
  });
  afterAll(() => server.stop());

  test(`an aal2 session with an old factor ${asked ? 'is asked for it again' : 'is enough in the sandbox'}`, async () => {
    await promote(server, person, { factor: 'old' });
    const refused: string[] = [];
    for (const route of ROUTES) {
      const reply = await person.call(
        route.method,
        route.path.replaceAll(/\{\w+\}/g, () => randomUUID()),
        route.method === 'GET' || route.method === 'DELETE' ? undefined : {},
        { 'idempotency-key': randomUUID() },
      );
      if ((reply.body as Partial<Problem> | undefined)?.code === 'step_up_required')
        refused.push(nameOf(route));
    }
    expect(refused).toEqual(asked ? ROUTES.filter(({ stepUp }) => stepUp === true).map(nameOf) : []);
  });
});
