import type { Problem } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crediting } from '#test/crediting.ts';
import { composeMail } from '#features/notifications/texts/compose.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { somebody } from '#test/steps.ts';

/** A limit that two people of risk have cut. */

let server: TestServer;
let first: Person;
let second: Person;
const { applicant, ask, offered, answer, look, idOf, notices } = crediting(() => server);

beforeAll(async () => {
  server = await startTestServer();
  [first, second] = [await aMember(), await aMember()];
});
afterAll(() => server.stop());

async function aMember(): Promise<Person> {
  const person = await somebody(server).signUp();
  await person.onboard();
  return promote(server, person);
}

const POLICY_PAISE = 2_500_000;

/** A person with the limit that the policy gives. */
async function limited(): Promise<Person> {
  const person = await applicant();
  await ask(person, true);
  expect((await look(person)).limitPaise).toBe(POLICY_PAISE);
  return person;
}

const propose = async (person: Person, limitPaise: number): Promise<string> => {
  const path = `/admin/users/${await idOf(person)}/credit/limit`;
  const body = { limitPaise, reason: 'Friends repay, then dispute it.' };
  return (await first.ok<{ approvalId: string }>('POST', path, body)).approvalId;
};
const approve = (approvalId: string) =>
  second.call<Problem>('POST', `/admin/approvals/${approvalId}`, { decision: 'approve' });

async function override(person: Person, limitPaise: number): Promise<void> {
  expect((await approve(await propose(person, limitPaise))).status).toBe(200);
}

test('LEND-P2: given a limit that two people cut, when its owner asks again, then it stays, with the reason, and none is promised', async () => {
  const person = await limited();
  await override(person, 500_000);
  const asked = await ask(person, true);
  expect(asked.body).toMatchObject({
    status: 'approved',
    limitPaise: 500_000,
    offer: null,
    reasons: [
      { code: 'B07', text: 'Our team has looked at your account and set the limit to at most ₹5,000.' },
    ],
    whatIf: [],
  });
  expect(await look(person)).toMatchObject({ limitPaise: 500_000, estimatePaise: null, offer: null });
});

test('LEND-P1: given a limit that two people cut, when it is told, then each language has the reason that was typed', async () => {
  const person = await limited();
  await person.ok('PUT', '/me/preferences', { language: 'hi' });
  await override(person, 500_000);
  const { rows } = await server.sql.query<Record<'en' | 'hi', { title: string; description: string }>>(
    "select texts->'en' as en, texts->'hi' as hi from notifications where user_id = $1 and texts->'en'->>'title' like 'Your credit limit is now%'",
    [await idOf(person)],
  );
  expect(rows).toEqual([
    {
      en: {
        title: 'Your credit limit is now ₹5,000',
        description:
          'Our team looked at your account: Friends repay, then dispute it. What you owe and how you repay it stay the same.',
      },
      hi: {
        title: 'आपकी क्रेडिट लिमिट अब ₹5,000 है',
        description:
          'हमारी टीम ने आपका खाता देखा: Friends repay, then dispute it. जो आप पर बकाया है और जैसे आप चुकाते हैं, वह वैसा ही रहेगा।',
      },
    },
  ]);
});

test.each(['en', 'hi'] as const)('LEND-P1: the mail of a lower limit says why (%s)', (language) => {
  const vars = { amount: '₹5,000', reasons: 'Friends repay, then dispute it.', link: 'https://mohlat.test' };
  const mail = { template: 'credit.lowered', channel: 'email', to: 'x', vars } as const;
  expect(composeMail(mail, language).text).toContain(vars.reasons);
});

test('LEND-P2: given an offer from before the cut, when it is accepted after it, then it is closed', async () => {
  const person = await limited();
  await server.sql.query('update credit_accounts set limit_paise = 1000000 where user_id = $1', [
    await idOf(person),
  ]);
  const offer = await offered(person);
  expect(offer.limitPaise).toBe(POLICY_PAISE);
  await override(person, 500_000);
  expect((await answer(person, offer.id, 'accept')).status).toBe(409);
  // A process of the version before may have left it open.
  await server.sql.query("update credit_offers set status = 'open', decided_at = null where id = $1", [
    offer.id,
  ]);
  expect((await answer(person, offer.id, 'accept')).status).toBe(409);
  expect((await look(person)).limitPaise).toBe(500_000);
});

test('LEND-P2: given a cut, when two people set a higher limit, then that one is the most; at what the policy gives it is lifted', async () => {
  const person = await limited();
  await override(person, 500_000);
  await override(person, 1_000_000);
  // Their offer waits for the person's yes; asking again gives the same at most.
  expect(await look(person)).toMatchObject({ limitPaise: 500_000, offer: { limitPaise: 1_000_000 } });
  await ask(person, true);
  expect((await look(person)).limitPaise).toBe(1_000_000);
  await override(person, POLICY_PAISE);
  await ask(person, true);
  expect((await look(person)).limitPaise).toBe(POLICY_PAISE);
  const { rows } = await server.sql.query(
    'select limit_cap_paise as cap from credit_accounts where user_id = $1',
    [await idOf(person)],
  );
  expect(rows).toEqual([{ cap: null }]);
});

test('LEND-P2: given a cut above what the policy gives today, when two people set less than it, then it is not lifted', async () => {
  const person = await limited();
  const userId = await idOf(person);
  const cap = async () => {
    const { rows } = await server.sql.query<{ cap: number }>(
      'select limit_cap_paise::int as cap from credit_accounts where user_id = $1',
      [userId],
    );
    return rows[0]!.cap;
  };
  await server.sql.query(
    'update credit_accounts set limit_paise = 1000000, limit_cap_paise = 3000000 where user_id = $1',
    [userId],
  );
  await override(person, POLICY_PAISE);
  expect(await cap()).toBe(POLICY_PAISE);
});

test('LEND-P2: given a cut that is proposed, when its owner raises the limit meanwhile, then it can still be approved', async () => {
  const person = await applicant();
  await ask(person, true);
  await server.sql.query('update credit_accounts set limit_paise = 1000000 where user_id = $1', [
    await idOf(person),
  ]);
  const approvalId = await propose(person, 500_000);
  await ask(person, true);
  expect((await look(person)).limitPaise).toBe(POLICY_PAISE);
  expect((await approve(approvalId)).status).toBe(200);
  expect((await look(person)).limitPaise).toBe(500_000);
  expect(await notices(person)).toContain('Your credit limit is now ₹5,000');
});

test('LEND-P2: given a raise that is proposed, when the limit is another one by then, then it is stale', async () => {
  const person = await limited();
  await server.sql.query('update credit_accounts set limit_paise = 1000000 where user_id = $1', [
    await idOf(person),
  ]);
  const approvalId = await propose(person, 3_000_000);
  await ask(person, true);
  expect((await approve(approvalId)).body.code).toBe('approval_stale');
});

test('LEND-P2, LEND-14: given a limit suspended for a dispute, then two people may cut it, and not raise it', async () => {
  const person = await limited();
  const userId = await idOf(person);
  const approvalId = await propose(person, 1_000_000);
  await server.sql.query(
    "update credit_accounts set state = 'suspended', state_reason = 'dispute', taken_back_at = updated_at where user_id = $1",
    [userId],
  );
  expect((await approve(approvalId)).status).toBe(200);
  expect(await look(person)).toMatchObject({ state: 'suspended', limitPaise: 1_000_000 });
  await override(person, 500_000);
  expect(await look(person)).toMatchObject({ state: 'suspended', limitPaise: 500_000 });
  const raise = { limitPaise: 1_000_000, reason: 'They called.' };
  const refused = await first.call<Problem>('POST', `/admin/users/${userId}/credit/limit`, raise);
  expect(refused.status).toBe(409);
});
