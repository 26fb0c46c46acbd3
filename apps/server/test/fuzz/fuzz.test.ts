import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '../harness.ts';
import type { Person } from '../person.ts';
import { promote } from '../recordings.ts';
import { somebody } from '../steps.ts';
import { type Description, type FuzzRequest, requests } from './requests.ts';

/** `npm run fuzz` tries other seeds, and more. */
const SEED = Number(process.env.FUZZ_SEED ?? 42);
const RUNS = Number(process.env.FUZZ_RUNS ?? 1500);
/** Each as often as it stands here. */
const CALLERS = ['asha', 'asha', 'asha', 'staff', 'staff', 'nobody'];
/** These end the caller's own account or log-in: nothing would be tried afterwards. The stream of events does not end. */
const EXCEPT = ['deleteMe', 'endSession', 'streamEvents'];

let server: TestServer;
const tokens = new Map<string, string>([['nobody', '']]);
/** Another person's data: none of it may stand in an answer to Asha or to an anonymous caller. */
let foreign: string[] = [];
let ids: string[] = [];
let description: Description;

beforeAll(async () => {
  server = await startTestServer({ logLevel: 'error' });
  const [asha, ravi, staff] = [
    await somebody(server).ready(),
    await somebody(server).ready(),
    await somebody(server).signUp(),
  ];
  await promote(server, staff);
  ids = [...(await belongings(asha)), ...(await belongings(ravi))];
  const { id } = await ravi.ok<{ id: string }>('GET', '/me');
  foreign = [id, ravi.email, ravi.pan, ...(await belongings(ravi))];
  ids.push(id);
  tokens.set('asha', asha.token).set('staff', staff.token);
  description = (await (await fetch(`${server.url}/api/v1/openapi.json`)).json()) as Description;
});
afterAll(() => server.stop());

async function belongings(person: Person): Promise<string[]> {
  const known = await person.ok<{ items: { id: string }[] }>('GET', '/cards');
  const card = known.items[0] ?? (await person.addCard());
  const quote = await person.quote(card.id, 100_000);
  const payments = await person.ok<{ items: { id: string }[] }>('GET', '/payments');
  const payment = payments.items[0] ?? (await person.pay(card.id, 200_000, 3));
  await person.untilBill(payment.id, 'paid');
  return [card.id, quote.quoteId, payment.id];
}

async function send({
  who,
  method,
  path,
  headers,
  body,
}: FuzzRequest): Promise<{ status: number; text: string }> {
  const token = tokens.get(who);
  const reply = await fetch(server.url + path, {
    method,
    headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body }),
  });
  return { status: reply.status, text: await reply.text() };
}

test('whatever is sent to the described API, it does not fail and shows nothing of another person', async () => {
  const statuses = new Map<number, number>();
  const tried = new Set<string>();
  const written = new Set<string>();
  const plan = { callers: CALLERS, ids, except: EXCEPT };
  await fc.assert(
    fc.asyncProperty(requests(description, plan), async (request) => {
      const { status, text } = await send(request);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      tried.add(request.name);
      expect(status, text.slice(0, 500)).toBeLessThan(500);
      const sent = JSON.stringify(request);
      // Accepted free text comes back later, in the list of requests for support for example: it shows what was written there.
      if (request.method !== 'GET' && status < 300)
        foreign.filter((word) => sent.includes(word)).forEach((word) => written.add(word));
      if (request.who === 'staff') return;
      for (const word of foreign)
        if (!sent.includes(word) && !written.has(word)) expect(text).not.toContain(word);
    }),
    { seed: SEED, numRuns: RUNS, endOnFailure: true },
  );
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  process.stdout.write(
    `fuzz: seed ${SEED}, ${RUNS} requests of ${tried.size} operations; ${counts.join(', ')}\n`,
  );
  expect(statuses.get(200) ?? 0).toBeGreaterThan(RUNS / 20);
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});
