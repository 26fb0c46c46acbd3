import type { Problem } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { Person, until } from '#test/person.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Has a new password taken back by its notice; answers the client in which the owner comes back by the mail that was sent. */
async function takenBack(asha: Person) {
  const client = asha.authClient();
  await client.setSession({ access_token: asha.token, refresh_token: asha.refreshToken });
  expect((await client.updateUser({ password: 'a thiefs river stone' })).error).toBeNull();
  const linkTo = async (path: string) => {
    const links = (await asha.inbox()).flatMap((mail) => mail.links);
    return links.find((link) => link.includes(path));
  };
  const link = await until(() => linkTo('/auth/not-me#'));
  const undone = await fetch(`${server.url}/auth/v1/undo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: new URL(link).hash.slice(1) }),
  });
  expect(undone.status).toBe(200);
  expect((await asha.call('GET', '/me')).status).toBe(401);

  const way = new URL(await until(() => linkTo('type=recovery')));
  const owner = asha.authClient();
  const back = await owner.verifyOtp({ token_hash: way.searchParams.get('token')!, type: 'recovery' });
  expect(back.error).toBeNull();
  asha.token = back.data.session!.access_token;
  return owner;
}

const ask = async (person: Person, method: string, path: string, body?: object) => {
  const reply = await person.call<Problem>(method, path, body);
  return [reply.status, reply.body.code];
};
const GUARDED = [403, 'account_guarded'];
const BANK_ACCOUNT = {
  accountName: 'Asha Rao',
  accountNumber: '914010012345678',
  confirmAccountNumber: '914010012345678',
  ifsc: 'HDFC0000001',
  acceptTerms: true,
};

test('an account whose owner took a change back borrows nothing and changes no contact until they are back', async () => {
  const asha = await new Person(server).ready();
  const card = await asha.addCard();
  const { quoteId } = await asha.quote(card.id, 100_000);
  const owner = await takenBack(asha);
  const accept = { quoteId, acceptKeyFacts: true };
  const pay = () =>
    asha.call<Problem>('POST', '/payments', accept, { 'idempotency-key': crypto.randomUUID() });
  const paid = await pay();
  expect([paid.status, paid.body.code]).toEqual(GUARDED);
  expect(await ask(asha, 'PATCH', '/me/profile', { phone: '9812345670' })).toEqual(GUARDED);

  expect((await owner.updateUser({ password: 'a quiet owner stone' })).error).toBeNull();
  expect((await pay()).status).toBe(202);
});

test('given an account whose owner took a change back, when a bank account is linked, then that waits until they are back', async () => {
  const asha = await new Person(server).signUp();
  const owner = await takenBack(asha);
  const link = () => ask(asha, 'POST', '/bank-accounts', BANK_ACCOUNT);
  expect(await link()).toEqual(GUARDED);
  expect((await owner.updateUser({ password: 'a quiet owner stone' })).error).toBeNull();
  expect((await link())[0]).toBe(201);
});

test('given an account whose owner took a change back, when another bank account is made the default, then that waits until they are back', async () => {
  const asha = await new Person(server).signUp();
  const linked = await asha.call<{ id: string }>('POST', '/bank-accounts', BANK_ACCOUNT);
  const path = `/bank-accounts/${linked.body.id}`;
  const owner = await takenBack(asha);
  expect(await ask(asha, 'POST', `${path}/default`)).toEqual(GUARDED);
  expect((await owner.updateUser({ password: 'a quiet owner stone' })).error).toBeNull();
  expect(await ask(asha, 'POST', `${path}/default`)).toEqual([409, 'bank_account_not_verified']);
});

test('given an account whose owner took a change back, when the default bank account is removed, then none takes its place until they are back', async () => {
  const asha = await new Person(server).ready();
  const first = await asha.linkAccount('50100123454021');
  const other = await asha.linkAccount('50100123454022');
  await takenBack(asha);
  expect(await ask(asha, 'DELETE', `/bank-accounts/${first.id}`)).toEqual(GUARDED);
  // Without another one nothing is made the default.
  for (const one of [other, first])
    expect((await asha.call('DELETE', `/bank-accounts/${one.id}`)).status).toBe(204);
});

test('given an account whose owner took a change back, when it is copied or closed, then both wait until they are back', async () => {
  const asha = await new Person(server).signUp();
  const owner = await takenBack(asha);
  expect(await ask(asha, 'GET', '/me/export')).toEqual(GUARDED);
  expect((await asha.call('GET', '/me/export?format=pdf')).status).toBe(403);
  expect(await ask(asha, 'DELETE', '/me', { confirm: 'DELETE' })).toEqual(GUARDED);
  expect((await owner.updateUser({ password: 'a quiet owner stone' })).error).toBeNull();
  expect((await asha.call('GET', '/me/export')).status).toBe(200);
  expect((await asha.call('DELETE', '/me', { confirm: 'DELETE' })).status).toBe(200);
});
