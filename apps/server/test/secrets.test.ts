import { randomUUID } from 'node:crypto';
import type { StartedRepayment } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dumpDatabase, dumpFiles, found, formsOf } from './dump.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { cardEnding, Person, until } from './person.ts';
import { challengeOf, complete, putPart, recording } from './recordings.ts';
import { advance, drained, signInAgain } from './steps.ts';

const PASSWORD = 'a quiet river stone';
const AADHAAR = '999941057058';
const PAN = 'SBXPW0782A';
const LOCKER = '5f0c9e61-locker-of-asha';
const ADDRESS = '47 Jacaranda Steps, Pune 411001';
const CARDS = [cardEnding('4021'), cardEnding('1007'), cardEnding('1002')];
const ACCOUNT_NUMBER = '914010012345678';
const CVV = '873';
const LATITUDE = '18.5204317';
const FACE = 'THE FACE AND VOICE OF A PERSON';
const MOBILE = '9812345670';
const OTHER_MOBILE = '9876501234';

const ACCOUNT = {
  accountName: 'Asha Rao',
  accountNumber: ACCOUNT_NUMBER,
  confirmAccountNumber: ACCOUNT_NUMBER,
  ifsc: 'HDFC0000001',
  acceptTerms: true,
};

let server: TestServer;
/** Secrets by name, as they came to be known on the way. */
const secrets = new Map<string, string>();

beforeAll(async () => {
  server = await startTestServer({ logLevel: 'debug' });
});
afterAll(() => server.stop());

async function otps(to: string): Promise<string[]> {
  const mails = await server.control<{ otp: string | null }[]>('GET', `/outbox?to=${encodeURIComponent(to)}`);
  return mails.flatMap((mail) => (mail.otp?.length === 6 ? [mail.otp] : []));
}

/** Everything a person does, with the mistakes people make. */
async function live(): Promise<Person> {
  await server.control('POST', '/people', {
    pan: PAN,
    name: 'Asha Rao',
    dateOfBirth: '1990-01-01',
    aadhaarLast4: '7058',
    mobile: MOBILE,
  });
  const person = new Person(server, PAN);
  await person.signUp();
  await person.ok('PUT', '/me/onboarding', {
    fullName: 'Asha Rao',
    pan: PAN,
    dateOfBirth: '1990-01-01',
    address: ADDRESS,
    monthlyIncomePaise: 8_500_000,
  });
  await person.ok('POST', '/kyc/pan', { pan: PAN });
  await person.shareAadhaar('approve_consent', { digilockerId: LOCKER });
  const { challengeId } = await challengeOf(person);
  const video = recording();
  await putPart(person, challengeId, 0, video);
  await complete(person, challengeId, video, 1, { latitude: Number(LATITUDE) });
  await person.getLimit();
  await person.call('PATCH', '/me/profile', { phone: OTHER_MOBILE });

  // Refused data must not be written down either.
  await person.call('POST', '/cards', {
    cardNumber: CARDS[0],
    nameOnCard: 'A',
    expiry: '12/39',
    bankName: 'HDFC Bank',
    cvv: CVV,
  });
  await person.call('POST', '/cards', `{"cardNumber": "${CARDS[0]}", "nameOnCard": `);
  await person.call('POST', '/kyc/pan', { pan: PAN, aadhaar: AADHAAR });
  await person.call('POST', '/bank-accounts', { ...ACCOUNT, confirmAccountNumber: `${ACCOUNT_NUMBER}1` });
  await person.call('GET', `/bank-accounts/${ACCOUNT_NUMBER}`);
  await person.ok('POST', '/bank-accounts', ACCOUNT);
  await person.call('POST', '/bank-accounts', ACCOUNT);
  await person.call('GET', `/cards/${CARDS[0]}`);
  await person.call('GET', `/payments?cursor=${CARDS[0]}`);

  for (const ending of ['4021', '1007', '1002']) {
    const card = await person.addCard(ending);
    await person.ok('POST', `/cards/${card.id}/bill`);
    const { id } = await person.pay(card.id, 200_000, 3);
    const payment = await person.untilBill(id, 'paid', 'failed');
    if (payment.billStatus === 'paid') await person.repay(id, 50_000);
    else
      await person.call<StartedRepayment>(
        'POST',
        `/payments/${id}/repayments`,
        { amountPaise: 1 },
        { 'idempotency-key': randomUUID() },
      );
  }
  return person;
}

test('a whole journey leaves no secret in the log, in the database or in a file', async () => {
  const person = await live();
  secrets.set('token', person.token);
  const client = person.authClient();
  await client.signInWithPassword({ email: person.email, password: 'wrong-password-4471' });
  await client.signInWithOtp({ email: person.email, options: { shouldCreateUser: false } });
  await until(async () => ((await otps(person.email)).length >= 2 ? true : undefined));
  await advance(server, 'PT2H');
  await signInAgain(person);
  secrets.set('second token', person.token);
  const signed = await person.authClient().signInWithPassword({ email: person.email, password: PASSWORD });
  secrets.set('refresh token', signed.data.session!.refresh_token);
  await fetch(`${server.url}/auth/v1/recover`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.email }),
  });
  await drained();

  for (const [index, otp] of (await otps(person.email)).entries()) secrets.set(`one-time code ${index}`, otp);
  const links = await server.control<{ links: string[] }[]>(
    'GET',
    `/outbox?to=${encodeURIComponent(person.email)}`,
  );
  for (const [index, link] of links.flatMap((mail) => mail.links).entries()) {
    const token = new URL(link).searchParams.get('token') ?? new URL(link).searchParams.get('token_hash');
    if (token && token.length > 8) secrets.set(`link token ${index}`, token);
  }
  CARDS.forEach((card, index) => secrets.set(`card ${index}`, card));
  secrets.set('CVV', CVV);
  secrets.set('place', LATITUDE);
  secrets.set('recording', FACE);
  secrets.set('account number', ACCOUNT_NUMBER);
  secrets.set('PAN', PAN);
  secrets.set('typed Aadhaar', AADHAAR);
  secrets.set('Aadhaar', person.aadhaar);
  secrets.set('DigiLocker account', LOCKER);
  secrets.set('mobile', MOBILE);
  secrets.set('other mobile', OTHER_MOBILE);
  secrets.set('password', PASSWORD);
  secrets.set('wrong password', 'wrong-password-4471');
  secrets.set('address', ADDRESS);
  secrets.set('e-mail', person.email);
  secrets.set('e-mail name', person.email.split('@')[0]!);
  expect([...secrets.keys()].filter((name) => name.startsWith('one-time')).length).toBeGreaterThan(1);

  const log = server.logText();
  expect(log.split('\n').length).toBeGreaterThan(100);
  expect(log).toContain('provider call');
  expect(found(log, [...secrets])).toEqual([]);

  // In the database an address to sign in with stands in clear, as the sign-in protocol needs it; nothing else does.
  // The other mobile waits there to become one.
  const isAddress = (name: string) => name.startsWith('e-mail') || name === 'other mobile';
  const kept = [...secrets].filter(([name]) => !isAddress(name));
  const { columns, rows } = await dumpDatabase(server.sql);
  for (const text of [columns, rows]) {
    expect(text.length).toBeGreaterThan(20_000);
    expect(text).toContain('ASHA RAO');
    const product = text.split(/^(?=-- )/m).filter((place) => !place.startsWith('-- auth.'));
    expect(found(product.join(''), [['other mobile', OTHER_MOBILE]])).toEqual([]);
  }
  expect(found(columns, kept)).toEqual([]);
  // A row written out holds its numbers, too, which a short code may equal.
  const long = kept.filter(([, secret]) => secret.length > 8);
  expect(found(rows, long)).toEqual([]);
  const files = dumpFiles(server.dataDir);
  expect(files.length).toBeGreaterThan(3000);
  expect(found(files, [...secrets])).toEqual([]);
});

test.each(Object.entries(formsOf(CARDS[0]!)))(
  'the search itself finds a card number written %s',
  (form, text) => {
    expect(found(`before ${text} after`, [['card', CARDS[0]!]]).join()).toContain(form);
    expect(found(`before ${text.toUpperCase()} after`, [['card', CARDS[0]!]])).not.toEqual([]);
  },
);

test.each([0, 1, 2, 3])(
  'the search itself finds what was encoded with %i other bytes before it',
  (before) => {
    const text = Buffer.from(`${'x'.repeat(before)}${CARDS[0]} and more`).toString('base64');
    expect(found(text, [['card', CARDS[0]!]])).not.toEqual([]);
  },
);

test('the search itself takes a short code for one only where it stands alone', () => {
  expect(found('code: 482913.', [['code', '482913']])).toHaveLength(1);
  expect(found('{"amount":482913}', [['code', '482913']])).toEqual([]);
});
