import { randomBytes, randomUUID } from 'node:crypto';
import type { Card, StartedRepayment } from '@mohlat/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SEALED_PLACES } from '#features/all.ts';
import { countSealed } from './reseal.ts';
import { createSealer, sealPrefix } from '@mohlat/platform/crypto/vault.ts';
import { dumpDatabase } from '#test/dump.ts';
import { aConversation } from '#test/belongings.ts';
import { PDF } from '#test/crediting.ts';
import type { TestServer } from '#test/harness.ts';
import { openPlainOwner, openWorld, runKeys, type World } from '#test/keys/world.ts';
import { Person, until } from '#test/person.ts';
import { handIn, promote, sha256 } from '#test/recordings.ts';
import { somebody } from '#test/steps.ts';

const OLD = { id: 'old-2026', bytes: randomBytes(32) };
const NEW = { id: 'new-2027', bytes: randomBytes(32) };
const line = (...keys: (typeof OLD)[]) =>
  keys.map(({ id, bytes }) => `${id}:${bytes.toString('base64')}`).join();

/** Several chunks of a rotation. */
const STRANGERS = 4_000;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const ACCOUNT = {
  accountName: 'Asha Rao',
  accountNumber: '914010012345678',
  confirmAccountNumber: '914010012345678',
  ifsc: 'HDFC0000001',
  acceptTerms: true,
};

interface Traces {
  readonly person: Person;
  readonly refreshToken: string;
  readonly card: Card;
  readonly paymentId: string;
  readonly repaymentKey: string;
  readonly started: StartedRepayment;
  readonly recording: Buffer;
}

/** A life that leaves something in every sealed place. */
async function live(server: TestServer): Promise<Traces> {
  const person = await somebody(server).ready();
  const client = person.authClient();
  const { data } = await client.signInWithPassword({ email: person.email, password: 'a quiet river stone' });
  const card = await person.addCard();
  const { id } = await person.pay(card.id, 200_000, 3);
  await person.untilBill(id, 'paid');
  const repaymentKey = randomUUID();
  const started = await person.ok<StartedRepayment>(
    'POST',
    `/payments/${id}/repayments`,
    { amountPaise: 70_000 },
    { 'idempotency-key': repaymentKey },
  );
  await aConversation(person);
  await person.ok('POST', '/bank-accounts', ACCOUNT);
  await server.control('POST', '/act', { what: 'auditor_policy', policy: 'wait' });
  const { content: recording } = await handIn(person);
  // An authenticator app that was begun, and a sign-in elsewhere whose code is not exchanged yet.
  await client.mfa.enroll({ factorType: 'totp' });
  const flowId = randomUUID();
  await world.sql.query(
    `insert into auth.flow_states
       (user_id, id, method, challenge, challenge_method, provider, provider_tokens_sealed, identity_sealed, created_at)
     values ($1, $2, 'oauth', 'x', 's256', 'google', $3, $4, now())`,
    [
      data.user!.id,
      flowId,
      createSealer([OLD]).seal('{"accessToken":"theirs"}', `auth.flow:${flowId}`),
      createSealer([OLD]).seal('{"subject":"me"}', `auth.flow-identity:${flowId}`),
    ],
  );
  const staff = await promote(server, await somebody(server).signUp());
  await staff.ok('POST', `/admin/users/${data.user!.id}/notes`, { text: 'Called back on Monday.' });
  await answerDispute(server, staff, person, id);
  // A mail that finds no taker for now stands in the queue.
  await person.authClient().signUp({ email: 'tempfail+keys@example.in', password: 'a quiet river stone' });
  return {
    person,
    refreshToken: data.session!.refresh_token,
    card,
    paymentId: id,
    repaymentKey,
    started,
    recording,
  };
}

/** A repayment that its payer's bank demands back, and what staff tell that bank. */
async function answerDispute(
  server: TestServer,
  staff: Person,
  person: Person,
  loanId: string,
): Promise<void> {
  const repayment = await person.repay(loanId, 40_000);
  const paid = await world.sql.query<{ ref: string }>(
    'select provider_payment_ref as ref from repayments where id = $1',
    [repayment.id],
  );
  await server.control('POST', '/act', { what: 'dispute_payment', paymentId: paid.rows[0]!.ref });
  const chargebackId = await until(async () => {
    const { rows } = await world.sql.query<{ id: string }>(
      'select id from chargebacks where repayment_id = $1',
      [repayment.id],
    );
    return rows[0]?.id;
  });
  const form = new FormData();
  form.set('name', 'Receipt');
  form.set('file', new Blob([new Uint8Array(PDF)]), 'receipt.pdf');
  const kept = await fetch(`${server.url}/api/v1/admin/chargebacks/${chargebackId}/evidence`, {
    method: 'POST',
    headers: { authorization: `Bearer ${staff.token}` },
    body: form,
  });
  expect(kept.status).toBe(201);
  const summary = 'The card bill was paid on the day the person asked for it; the receipt is attached.';
  await staff.ok('POST', `/admin/chargebacks/${chargebackId}/representation`, { summary });
}

async function seedStrangers(): Promise<void> {
  const sealer = createSealer([OLD]);
  const ids = Array.from({ length: STRANGERS }, () => randomUUID());
  await world.sql.query(
    `insert into profiles (user_id, address_sealed, created_at, updated_at)
     select id, sealed, now(), now() from unnest($1::uuid[], $2::bytea[]) as s (id, sealed)`,
    [ids, ids.map((id) => sealer.seal(`${id} Lake Road`, `address:${id}`))],
  );
}

/** A person whose name on the PAN is nearly theirs: a person compares, and the PAN waits sealed. */
async function liveNearly(server: TestServer): Promise<Person> {
  const pan = 'SBXPN0791Q';
  const born = { dateOfBirth: '1990-01-01', aadhaarLast4: '1234' };
  await server.control('POST', '/people', { pan, name: 'Asha Raos', ...born });
  const person = await new Person(server, pan).signUp();
  await person.onboard();
  expect(await person.ok('POST', '/kyc/pan', { pan })).toMatchObject({ status: 'pending' });
  // Their turn at DigiLocker is taken, so that no other person gets it.
  await person.ok('POST', '/kyc/aadhaar', { aadhaar: person.aadhaar });
  return person;
}

async function reviewOf(person: Person): Promise<string> {
  const { rows } = await world.sql.query<{ id: string }>(
    'select r.id from reviews r join auth.users u on u.id = r.user_id where u.email = $1',
    [person.email],
  );
  return rows[0]!.id;
}

async function strangersDone(): Promise<number> {
  const { rows } = await world.sql.query<{ count: number }>(
    'select count(*)::int as count from profiles where full_name is null and substr(address_sealed, 1, $2) = $1',
    [sealPrefix(NEW.id), sealPrefix(NEW.id).length],
  );
  return rows[0]!.count;
}

async function sealedBy(): Promise<Map<string, Readonly<Record<string, number>>>> {
  const client = await world.sql.connect();
  try {
    return new Map((await countSealed(client, SEALED_PLACES)).map(({ place, byKey }) => [place, byKey]));
  } finally {
    client.release();
  }
}

/** People join, prove who they are, pay and repay, one after the other, until told to end. */
function keepLiving(servers: () => readonly TestServer[]): { end(): Promise<number> } {
  let isEnding = false;
  let lives = 0;
  const one = async (nth: number) => {
    while (!isEnding) {
      const present = servers();
      const person = await somebody(present[nth % present.length]!).ready();
      const card = await person.addCard();
      const { id } = await person.pay(card.id, 150_000, 1);
      await person.untilBill(id, 'paid');
      await person.repay(id, 50_000);
      lives += 1;
    }
  };
  const loops = Promise.all([one(0), one(1), one(2)]);
  // A failure is reported by end(); until then it is not unheard.
  loops.catch(() => {});
  return {
    async end() {
      isEnding = true;
      await loops;
      return lives;
    },
  };
}

/** Killed half-way, then run twice at once. */
async function rotateWithInterruptions(): Promise<void> {
  const half = await world.sql.connect();
  try {
    // Locked rows wait for the next turn: the rotation cannot have ended when it is killed.
    await half.query('begin');
    await half.query(
      'select 1 from profiles where full_name is null order by user_id desc limit $1 for update',
      [STRANGERS / 2],
    );
    const killed = world.keys('rotate', line(NEW, OLD));
    await until(async () => ((await strangersDone()) > STRANGERS / 20 ? true : undefined));
    killed.kill();
    await killed.done;
    expect(await strangersDone()).toBeLessThan(STRANGERS);
  } finally {
    await half.query('rollback');
    half.release();
  }

  const two = await Promise.all([1, 2].map(() => world.keys('rotate', line(NEW, OLD)).done));
  expect(await strangersDone()).toBe(STRANGERS);
  for (const { output } of two) expect(output).toMatch(/^Sealed anew: /m);
}

test('a new master key takes over while people sign up, pay and repay, and the old one is not needed any more', async () => {
  const first = await world.start(line(OLD));
  const asha = await live(first);
  await seedStrangers();
  const near = await liveNearly(first);
  const before = await sealedBy();
  const untouched = [...before].filter(([, byKey]) => !byKey[OLD.id]).map(([place]) => place);
  expect(untouched, 'a sealed place without a value: let live() leave one there').toEqual([]);

  // The order of the handbook: the new key opens everywhere, then seals in one process after the other.
  await first.stop();
  const second = await world.start(line(OLD, NEW));
  const third = await world.start(line(NEW, OLD));
  const load = keepLiving(() => [second, third]);
  try {
    await rotateWithInterruptions();
  } finally {
    expect(await load.end()).toBeGreaterThan(2);
  }
  await second.stop();
  const last = await world.keys('rotate', line(NEW, OLD)).done;
  expect(last.code, last.output).toBe(0);
  expect(last.output).toContain('old-2026 seals nothing any more: it may be taken away');
  // The queue reports the mail that found no taker; nothing else went wrong.
  const wrong = third
    .logText()
    .split('\n')
    .filter((text) => text.includes('"level":50'));
  expect(wrong.filter((text) => !text.includes('(notifications.send'))).toEqual([]);
  await third.stop();

  // Nowhere in the whole database, whatever the column is called, is anything the old key sealed.
  const { columns } = await dumpDatabase(world.sql);
  const prefix = sealPrefix(OLD.id);
  expect(columns).not.toContain(prefix.toString('hex'));
  expect(columns).not.toContain(prefix.toString('base64').slice(0, Math.floor(prefix.length / 3) * 4));
  expect(columns).toContain(sealPrefix(NEW.id).toString('hex'));

  await proveNothingLost(await world.start(line(NEW)), asha, near);
});

async function proveNothingLost(
  server: TestServer,
  { person, ...traces }: Traces,
  near: Person,
): Promise<void> {
  const same = Object.assign(new Person(server, person.pan), { email: person.email, token: person.token });
  const me = await same.ok<{ profile: { address: string }; mobile: string | null }>('GET', '/me');
  expect(me.profile.address).toBe('12 Lake Road, Pune 411001');
  const refreshed = await same.authClient().refreshSession({ refresh_token: traces.refreshToken });
  expect(refreshed.error).toBeNull();
  expect((await same.addCard()).id).toBe(traces.card.id);
  const replayed = await same.ok<StartedRepayment>(
    'POST',
    `/payments/${traces.paymentId}/repayments`,
    { amountPaise: 70_000 },
    { 'idempotency-key': traces.repaymentKey },
  );
  expect(replayed).toEqual(traces.started);

  const staff = await promote(server, await somebody(server).signUp());
  const file = await fetch(`${server.url}/api/v1/admin/kyc/reviews/${await reviewOf(person)}/file`, {
    headers: { authorization: `Bearer ${staff.token}` },
  });
  expect(sha256(Buffer.from(await file.arrayBuffer()))).toBe(sha256(traces.recording));
  await staff.ok('POST', `/admin/kyc/reviews/${await reviewOf(near)}`, { decision: 'approve' });
  const again = await same.call<{ code: string }>('POST', '/bank-accounts', ACCOUNT);
  expect(again.body).toMatchObject({ code: 'bank_account_exists' });

  const thief = await new Person(server, person.pan).signUp();
  await thief.onboard();
  const claimed = await thief.call<{ code: string }>('POST', '/kyc/pan', { pan: person.pan });
  expect(claimed.body).toMatchObject({ code: 'identity_in_use' });
  // Every value of every place opens with the new key alone: it is opened to be sealed with the next.
  const next = { id: 'next-2028', bytes: randomBytes(32) };
  const { code, output } = await world.keys('rotate', line(next, NEW)).done;
  expect(code, output).toBe(0);
  expect(output).not.toContain('Not opened');
}

test('a code asked for under one key signs in under the next', async () => {
  const keys = [randomBytes(32), randomBytes(32)].map((bytes, index) => ({ id: `turn-${index}`, bytes }));
  const own = await openWorld();
  try {
    const before = await own.start(line(keys[0]!));
    const person = await new Person(before).signUp();
    await person.authClient().signInWithOtp({ email: person.email, options: { shouldCreateUser: false } });
    const codes = await until(async () => {
      const sent = (await person.inbox()).flatMap((mail) => mail.otp ?? []);
      return sent.length > 1 ? sent : undefined;
    });
    await before.stop();
    const rotated = await own.keys('rotate', line(keys[1]!, keys[0]!)).done;
    expect(rotated.code, rotated.output).toBe(0);
    const after = await own.start(line(keys[1]!));
    const same = Object.assign(new Person(after), { email: person.email });
    const answers = await Promise.all(
      codes.map((token) => same.authClient().verifyOtp({ email: same.email, token, type: 'email' })),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  } finally {
    await own.close();
  }
});

test('an owner whom row-level security holds finds every row, counts it and seals it again', async () => {
  const database = await openPlainOwner();
  const sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  try {
    const userId = randomUUID();
    await sql.query('insert into auth.users (id, created_at, updated_at) values ($1, now(), now())', [
      userId,
    ]);
    await sql.query('begin; set local role mohlat_worker');
    await sql.query(
      `insert into profiles (user_id, pan_sealed, address_sealed, created_at, updated_at) values ($1, $2, $3, now(), now())`,
      [
        userId,
        createSealer([OLD]).seal('ABCPE1234F', `pan:${userId}`),
        createSealer([OLD]).seal('x', 'elsewhere'),
      ],
    );
    await sql.query('commit');
    const env = { DATABASE_URL: database.url };
    const status = await runKeys('status', { ...env, MASTER_KEY: line(OLD) }).done;
    expect(status.output).toMatch(/profiles\.pan_sealed +1\n/);
    expect(status.code).toBe(0);

    // The address was moved here from another row: it stays, is named, and the rest is done.
    const rotated = await runKeys('rotate', { ...env, MASTER_KEY: line(NEW, OLD) }).done;
    expect(rotated.output).toContain(`Not opened: profiles.address_sealed of ${userId}, sealed by old-2026.`);
    expect(rotated.output).toMatch(/profiles\.pan_sealed +1 +0\n/);
    expect(rotated.output).toContain('old-2026 is still needed');
    expect(rotated.code).toBe(1);

    const lost = await runKeys('status', { ...env, MASTER_KEY: line(NEW) }).done;
    expect(lost.output).toContain('old-2026 sealed 1 value and is not among the keys');
    expect(lost.code).toBe(1);
    const none = await runKeys('status', env).done;
    expect(none).toEqual({ code: 1, output: expect.stringMatching(/^MASTER_KEY is missing/) as string });
  } finally {
    await sql.end();
    await database.drop();
  }
});
