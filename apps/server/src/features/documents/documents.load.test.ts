import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { somebody } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function quoteOf(person: Person): Promise<string> {
  const { id } = await person.addCard();
  return (await person.quote(id, 1_500_000, 3)).quoteId;
}

const askForPaper = (person: Person, quoteId: string) =>
  fetch(`${server.url}/api/v1/payments/quote/${quoteId}/key-facts.pdf`, {
    headers: { authorization: `Bearer ${person.token}` },
  });

test('one person who asks for many documents at once is told busy, and somebody else is served meanwhile', async () => {
  const greedy = await somebody(server).ready();
  const other = await somebody(server).ready();
  const [many, one] = [await quoteOf(greedy), await quoteOf(other)];
  const crowd = Array.from({ length: 30 }, () => askForPaper(greedy, many));
  const served = await askForPaper(other, one);
  expect(served.status).toBe(200);
  const answers = await Promise.all(crowd);
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status === 200).length).toBe(30 - refused.length);
  expect(refused[0]!.headers.get('retry-after')).toBe('2');
  expect(await refused[0]!.json()).toMatchObject({ code: 'busy' });
  expect((await askForPaper(greedy, many)).status).toBe(200);
});

test('one person who asks for many copies of everything at once is told busy', async () => {
  const asha = await somebody(server).ready();
  const ask = () =>
    fetch(`${server.url}/api/v1/me/export?format=pdf`, {
      headers: { authorization: `Bearer ${asha.token}` },
    });
  const answers = await Promise.all(Array.from({ length: 20 }, ask));
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]!.headers.get('retry-after')).toBe('2');
  expect((await ask()).status).toBe(200);
});
