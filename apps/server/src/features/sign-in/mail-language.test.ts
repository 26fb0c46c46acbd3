import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { Person, until } from '#test/person.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const HINDI = /[\u0900-\u097F]/;

/** Asks the auth server for a mail, as a page in a language does. */
async function ask(path: string, email: string, languages: string): Promise<void> {
  const reply = await fetch(`${server.url}/auth/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': languages },
    body: JSON.stringify({ email, password: 'a quiet river stone' }),
  });
  expect(reply.status).toBe(200);
}

test('a sign-up on a Hindi page is confirmed by a Hindi mail, one on any other by an English one', async () => {
  const subjectOf = async (languages: string) => {
    const person = new Person(server);
    await ask('/signup', person.email, languages);
    return until(async () => (await person.inbox()).at(-1)?.subject);
  };
  expect(await subjectOf('hi')).toMatch(HINDI);
  expect(await subjectOf('hi-IN,en;q=0.5')).toMatch(HINDI);
  expect(await subjectOf('mr-IN,en;q=0.9')).not.toMatch(HINDI);
});

test('a language that the person has chosen goes before the one of the page', async () => {
  const asha = await new Person(server).signUp();
  await asha.ok('PUT', '/me/preferences', { language: 'en' });
  const before = (await asha.inbox()).length;
  await ask('/recover', asha.email, 'hi');
  const mails = await until(async () => {
    const now = await asha.inbox();
    return now.length > before ? now : undefined;
  });
  expect(mails.map(({ subject }) => subject).join()).not.toMatch(HINDI);
});
