import { randomUUID } from 'node:crypto';
import type { StartedRepayment } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from './harness.ts';
import { cardEnding, Person, until } from './person.ts';
import { advance, pause, signInAgain } from './steps.ts';

const PASSWORD = 'a quiet river stone';
const AADHAAR = '999941057058';
const PAN = 'SBXPW0782A';
const ADDRESS = '47 Jacaranda Steps, Pune 411001';
const CARDS = [cardEnding('4021'), cardEnding('1007'), cardEnding('1002')];
const MOBILE = '9812345670';
const OTHER_MOBILE = '9876501234';

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
  await person.passKyc();
  await person.getLimit();
  await person.call('PATCH', '/me/profile', { phone: OTHER_MOBILE });

  // What is refused must not be written down either.
  await person.call('POST', '/cards', {
    cardNumber: CARDS[0],
    nameOnCard: 'A',
    expiry: '12/39',
    bankName: 'HDFC Bank',
    cvv: '873',
  });
  await person.call('POST', '/cards', `{"cardNumber": "${CARDS[0]}", "nameOnCard": `);
  await person.call('POST', '/kyc/pan', { pan: PAN, aadhaar: AADHAAR });
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

test('a whole journey leaves no secret in the log and none in the database', async () => {
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
  await pause(1_500);

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
  secrets.set('PAN', PAN);
  secrets.set('Aadhaar', AADHAAR);
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
  const waiting = [['other mobile', OTHER_MOBILE]] as const;
  const kept = [...secrets].filter(([name]) => !name.startsWith('e-mail') && name !== 'other mobile');
  const text = await dumpDatabase();
  expect(text.length).toBeGreaterThan(20_000);
  expect(text).toContain('ASHA RAO');
  expect(found(text, kept)).toEqual([]);
  const product = text.split(/^(?=-- )/m).filter((column) => !column.startsWith('-- auth.'));
  expect(found(product.join(''), waiting)).toEqual([]);
});

/** Every way a secret may be written, found in a text. Short codes count only as a word, and not as a JSON number. */
function found(text: string, names: readonly (readonly [string, string])[]): string[] {
  const lower = text.toLowerCase();
  return names.flatMap(([name, secret]) =>
    Object.entries(formsOf(secret)).flatMap(([form, value]) => {
      const isShort = value.length <= 8;
      const at = isShort
        ? text.search(new RegExp(`(?<![\\w.-]|":\\s?)${value}(?!\\w|[.-]\\w)`))
        : lower.indexOf(value.toLowerCase());
      return at < 0 ? [] : [`${name}, ${form}: …${text.slice(Math.max(0, at - 60), at + 20)}…`];
    }),
  );
}

function formsOf(secret: string): Record<string, string> {
  if (secret.length <= 8) return { plain: secret };
  const bytes = Buffer.from(secret);
  const forms: Record<string, string> = {
    plain: secret,
    reversed: [...secret].toReversed().join(''),
    hex: bytes.toString('hex'),
    base64: bytes.toString('base64').replace(/=+$/, ''),
    base64url: bytes.toString('base64url'),
  };
  if (/^\d{12,16}$/.test(secret)) {
    forms['in groups'] = secret.replace(/(\d{4})(?=\d)/g, '$1 ');
    forms['with dashes'] = secret.replace(/(\d{4})(?=\d)/g, '$1-');
  }
  return forms;
}

test.each([
  ['plain', `{"n":"${CARDS[0]}"}`],
  ['in groups', CARDS[0]!.replace(/(\d{4})(?=\d)/g, '$1 ')],
  ['hex', Buffer.from(CARDS[0]!).toString('hex').toUpperCase()],
  ['base64', Buffer.from(CARDS[0]!).toString('base64')],
  ['reversed', [...CARDS[0]!].toReversed().join('')],
])('the search itself finds a card number written %s', (form, text) => {
  expect(found(`before ${text} after`, [['card', CARDS[0]!]])[0]).toContain(form);
  expect(found('code: 482913.', [['code', '482913']])).toHaveLength(1);
  expect(found('{"amount":482913}', [['code', '482913']])).toEqual([]);
});

/** Every text, json and byte column of every table of every schema, bytes as hex and as text. */
async function dumpDatabase(): Promise<string> {
  const { rows: columns } = await server.sql.query<{ place: string; name: string; type: string }>(
    `select format('%I.%I', n.nspname, c.relname) as place, a.attname as name, t.typname as type
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     join pg_type t on t.oid = a.atttypid
     where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
       and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
       and t.typname not in ('int2', 'int4', 'int8', 'bool', 'uuid', 'timestamptz', 'date')`,
  );
  const parts: string[] = [];
  for (const { place, name, type } of columns) {
    const text =
      type === 'bytea' ? `encode("${name}", 'hex') || ' ' || encode("${name}", 'escape')` : `"${name}"::text`;
    const { rows } = await server.sql.query<{ v: string | null }>(`select ${text} as v from ${place}`);
    parts.push(`-- ${place}.${name}`, ...rows.flatMap((row) => row.v ?? []));
  }
  return parts.join('\n');
}
