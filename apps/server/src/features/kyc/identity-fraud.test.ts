import type { Me } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { Person, until } from '#test/person.ts';
import { advance, clearFaults, fault, signInAgain } from '#test/steps.ts';

const VICTIM = { pan: 'SBXPV0790Q', name: 'Vikram Mehta', dateOfBirth: '1975-05-05', aadhaarLast4: '1234' };
const MINE = {
  fullName: 'Asha Rao',
  dateOfBirth: '1990-01-01',
  address: '12 Lake Road, Pune',
  monthlyIncomePaise: 8_500_000,
};

interface Verdict {
  readonly status: string;
  readonly nameOnPan: string | null;
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.control('POST', '/people', VICTIM);
});
afterAll(() => server.stop());

test('one person’s PAN and another’s Aadhaar never make one identity, in whichever order they come', async () => {
  const thief = await new Person(server, 'SBXPZ0781A').signUp();
  await thief.ok('PUT', '/me/onboarding', { ...MINE, fullName: VICTIM.name, pan: VICTIM.pan });
  const own = await thief.ok<Verdict>('POST', '/kyc/pan', { pan: thief.pan });
  expect(own).toMatchObject({ status: 'rejected', nameOnPan: null });
  const document = await thief.shareAadhaar<Verdict>();
  expect(document.status).toBe('rejected');
  await thief.ok('POST', '/kyc/pan', { pan: VICTIM.pan });
  expect((await thief.call('POST', '/credit/assessment', { consent: true })).status).toBe(409);
});

test('a verdict on another person’s PAN does not tell its owner', async () => {
  const curious = await new Person(server).signUp();
  await curious.onboard();
  const said = await curious.ok<Verdict>('POST', '/kyc/pan', { pan: VICTIM.pan });
  expect(JSON.stringify(said)).not.toContain('Vikram');
});

test('a profile sent with another PAN while its PAN is checked ends with the PAN that was verified', async () => {
  const asha = await new Person(server, 'SBXPK0799A').signUp();
  const good = { ...MINE, pan: asha.pan };
  await asha.ok('PUT', '/me/onboarding', good);
  await fault(server, 'setu_data', 'pan', { held: true });
  const check = asha.ok<Verdict>('POST', '/kyc/pan', { pan: asha.pan });
  await until(async () => {
    const [rule] = await server.control<{ hits: unknown[] }[]>('GET', '/faults');
    return rule!.hits.length > 0 ? true : undefined;
  });
  await asha.ok('PUT', '/me/onboarding', { ...good, pan: VICTIM.pan });
  await clearFaults(server);
  expect((await check).status).toBe('verified');
  const { rows } = await server.sql.query<{ pan_masked: string; is_claimed: boolean }>(
    `select p.pan_masked, p.pan_hash in (select pan_hash from identity_claims) as is_claimed
     from profiles p join auth.users u on u.id = p.user_id where u.email = $1`,
    [asha.email],
  );
  expect(rows).toEqual([{ pan_masked: 'SBXXXXX99A', is_claimed: true }]);
});

test('below the server, the database keeps a proven identity as it is', async () => {
  const asha = await new Person(server).signUp();
  await asha.onboard();
  await asha.passKyc();
  await expect(
    server.sql.query(
      `update profiles set full_name = 'Somebody Else' where user_id = (select id from auth.users where email = $1)`,
      [asha.email],
    ),
  ).rejects.toThrow(/proven and stands/);
});

test('a bill is fetched only for a proven identity, under a number that was proven', async () => {
  const curious = await new Person(server).signUp();
  await curious.onboard();
  // A typed number waits for its code; until then it belongs to no account.
  const typed = await curious.ok('PATCH', '/me/profile', { phone: '9876543210' });
  expect(typed).toMatchObject({ mobile: null, pendingContact: { mobile: '+919876543210' } });
  const card = await curious.addCard();
  expect(await curious.call('POST', `/cards/${card.id}/bill`)).toMatchObject({
    status: 409,
    body: { code: 'kyc_incomplete' },
  });
});

test('LEND-14: with an instalment overdue nothing more can be borrowed; once it is repaid, borrowing goes on', async () => {
  const asha = await new Person(server).ready();
  const card = await asha.addCard();
  const loan = await asha.pay(card.id, 300_000);
  await asha.untilBill(loan.id, 'paid');
  const ahead = await asha.quote(card.id, 100_000);
  await advance(server, 'P31D');
  await signInAgain(asha);
  // The close of the day says what is overdue.
  await until(async () => {
    const { credit } = await asha.ok<Me>('GET', '/me');
    return credit?.state === 'blocked_due' ? true : undefined;
  });
  expect((await asha.accept(ahead.quoteId)).body).toMatchObject({ code: 'credit_not_active' });
  const refused = await asha.call('POST', '/payments/quote', {
    cardId: card.id,
    amountPaise: 100_000,
    plan: { kind: 'single' },
  });
  expect(refused.body).toMatchObject({ code: 'credit_not_active' });

  await asha.repay(loan.id, (await asha.payment(loan.id)).outstandingPaise);
  const again = await asha.pay(card.id, 100_000);
  expect((await asha.untilBill(again.id, 'paid')).billStatus).toBe('paid');
});

test('a card that was removed is not paid, not even by a quote made before', async () => {
  const asha = await new Person(server).ready();
  const card = await asha.addCard();
  const quote = await asha.quote(card.id, 100_000);
  expect((await asha.call('DELETE', `/cards/${card.id}`)).status).toBe(204);
  expect(await asha.accept(quote.quoteId)).toMatchObject({ status: 409, body: { code: 'card_removed' } });
});
