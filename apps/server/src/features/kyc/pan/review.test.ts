import { type Kyc, type Problem } from '@mohlat/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { Person, type Reply, until } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { drained, somebody, untilPassing } from '#test/steps.ts';
import { closeAccount } from '#features/privacy/privacy.testing.ts';

let server: TestServer;
let reviewer: Person;
beforeAll(async () => {
  server = await startTestServer();
  reviewer = await promote(server, await somebody(server).signUp());
});
afterAll(() => server.stop());

interface Verdict {
  readonly status: string;
  readonly nameOnPan: string | null;
  readonly reason: { readonly code: string } | null;
}

const codeOf = (reply: Reply<unknown>) => (reply.body as Problem).code;
const kycOf = (person: Person) => person.ok<Kyc>('GET', '/kyc');
const verifyPan = (person: Person, pan = person.pan) => person.call<Verdict>('POST', '/kyc/pan', { pan });
const act = (what: string, more: object = {}) => server.control('POST', '/act', { what, ...more });

async function idOf(person: Person): Promise<string> {
  return (await person.ok<{ id: string }>('GET', '/me')).id;
}

/** The document of the register, shared and compared. */
async function shareAadhaar(person: Person): Promise<Verdict> {
  return person.shareAadhaar<Verdict>('approve_consent', { pan: person.pan });
}

async function titlesOf(person: Person): Promise<string[]> {
  const { items } = await person.ok<{ items: { title: string }[] }>('GET', '/notifications');
  return items.map((item) => item.title);
}

describe('a PAN with nearly the same name', () => {
  let count = 0;
  beforeEach(() => act('auditor_policy', { policy: 'wait' }));

  const register = ({ pan, aadhaar }: Person) =>
    server.control('POST', '/people', {
      pan,
      name: 'Asha Raos',
      dateOfBirth: '1990-01-01',
      aadhaarLast4: aadhaar.slice(-4),
    });

  /** The register says Asha Raos where the profile says Asha Rao: 88 percent. */
  async function nearlyAsha(given?: string): Promise<Person> {
    count += 1;
    const pan = given ?? `SBXPN07${String(count).padStart(2, '0')}Q`;
    const person = await new Person(server, pan).signUp();
    await register(person);
    return person.onboard();
  }

  async function sent(): Promise<Person> {
    const person = await nearlyAsha();
    const reply = await verifyPan(person);
    expect(reply.body).toMatchObject({ status: 'pending', reason: { code: 'pan_name_review' } });
    expect(await factsOf(person)).toContain('name_match_percent');
    // It may be another person's, and must not tell about them.
    expect(reply.body.nameOnPan).toBeNull();
    expect(JSON.stringify(await person.ok('GET', '/me/export'))).not.toContain('ASHA RAOS');
    return person;
  }

  async function reviewsOf(person: Person) {
    const { rows } = await server.sql.query<{ id: string; status: string; subject_id: string }>(
      `select id, status, subject_id from reviews where user_id = $1 and kind = 'pan' order by created_at`,
      [await idOf(person)],
    );
    return rows;
  }

  /** The facts that a reviewer sees of the review that is open. */
  async function factsOf(person: Person): Promise<string[]> {
    const open = (await reviewsOf(person)).find((one) => one.status === 'open')!;
    const { facts } = await reviewer.ok<{ facts: { code: string }[] }>(
      'GET',
      `/admin/kyc/reviews/${open.id}`,
    );
    return facts.map(({ code }) => code);
  }

  async function decide(person: Person, verdict: 'approve' | 'reject', remarks?: string): Promise<void> {
    const open = (await reviewsOf(person)).find((one) => one.status === 'open')!;
    await until(() => act('auditor_verdict', { reviewId: open.id, verdict, remarks }).catch(() => undefined));
    await until(async () => {
      const { rows } = await server.sql.query(
        'select 1 from reviews where id = $1 and applied_at is not null',
        [open.id],
      );
      return rows[0];
    });
  }

  const untilPan = (person: Person, status: string) =>
    until(async () => ((await kycOf(person)).pan.status === status ? true : undefined));

  test('LEND-24: waits for a person, whose yes verifies it', async () => {
    const person = await sent();
    expect((await kycOf(person)).pan).toMatchObject({
      status: 'pending',
      masked: null,
      nameOnPan: null,
    });
    await decide(person, 'approve');
    await untilPan(person, 'verified');
    const { pan } = await kycOf(person);
    expect(pan).toMatchObject({ nameOnPan: 'ASHA RAOS', reason: null });
    expect(pan.masked).toContain('XXXXX');
    expect(await titlesOf(person)).toContain('PAN verified successfully');
    const { rows } = await server.sql.query<{ left: string }>(
      'select count(*) filter (where pan_sealed is not null) as left from pan_reviews where user_id = $1',
      [await idOf(person)],
    );
    expect(rows).toEqual([{ left: '0' }]);
  });

  test('whose no rejects it, with the reason, and a new try is possible', async () => {
    const person = await sent();
    await decide(person, 'reject', 'The surname is another one');
    await untilPan(person, 'rejected');
    expect((await kycOf(person)).pan).toMatchObject({
      reason: { code: 'pan_name_rejected' },
      nameOnPan: null,
    });
    expect(await titlesOf(person)).toContain('Your PAN was not accepted');
    expect((await verifyPan(person)).body.status).toBe('pending');
    expect(await reviewsOf(person)).toHaveLength(2);
  });

  test('is asked about once: the same PAN waits on, another one is refused meanwhile', async () => {
    const person = await sent();
    const again = await verifyPan(person);
    expect(again.body).toMatchObject({
      status: 'pending',
      nameOnPan: null,
      reason: { code: 'pan_name_review' },
    });
    const other = await verifyPan(person, 'SBXPQ0781A');
    expect([other.status, codeOf(other)]).toEqual([409, 'kyc_locked']);
    expect(await reviewsOf(person)).toHaveLength(1);
  });

  test('is verified at once when the person puts the name right, and staff need not decide any more', async () => {
    const person = await sent();
    await person.ok('PATCH', '/me/profile', { name: 'Asha Raos' });
    expect((await verifyPan(person)).body.status).toBe('verified');
    await until(async () => ((await reviewsOf(person))[0]?.status === 'withdrawn' ? true : undefined));
    expect((await kycOf(person)).pan.status).toBe('verified');
  });

  test('a name in another script is compared by a person, and the Aadhaar document then with the PAN', async () => {
    const person = await nearlyAsha();
    await person.ok('PATCH', '/me/profile', { name: 'आशा राव' });
    const reply = await verifyPan(person);
    expect(reply.body).toMatchObject({ status: 'pending', reason: { code: 'pan_name_review' } });
    // Nothing was compared, so nothing is said to agree or not.
    expect(await factsOf(person)).toEqual(['full_name', 'name_on_pan', 'pan']);
    await decide(person, 'approve');
    await untilPan(person, 'verified');
    expect(await shareAadhaar(person)).toMatchObject({ status: 'verified', reason: null });
  });

  test('LEND-3: given a PAN of an individual without the P of a person, when its name agrees, then a person looks at the letter', async () => {
    const person = await nearlyAsha('SBXDA0781A');
    await person.ok('PATCH', '/me/profile', { name: 'Asha Raos' });
    const reply = await verifyPan(person);
    expect(reply.body).toMatchObject({ status: 'pending', reason: { code: 'pan_name_review' } });
    expect(await factsOf(person)).toContain('pan_fourth_letter');
    await decide(person, 'approve');
    await untilPan(person, 'verified');
  });

  test('a yes to a name that was changed meanwhile counts for nothing', async () => {
    const person = await sent();
    await person.ok('PATCH', '/me/profile', { name: 'Vikram Chandra' });
    await decide(person, 'approve');
    await untilPan(person, 'not_started');
    expect((await kycOf(person)).pan).toMatchObject({ masked: null, nameOnPan: null, reason: null });
  });

  test('asked about again under another name, it comes before a person once the earlier name is decided', async () => {
    const person = await sent();
    await person.ok('PATCH', '/me/profile', { name: 'Asha Raon' });
    expect((await verifyPan(person)).body).toMatchObject({ status: 'pending' });
    await decide(person, 'approve');
    const [, second] = await reviewsOf(person);
    expect(second).toMatchObject({ status: 'open' });
    expect((await kycOf(person)).pan.status).toBe('pending');
    await decide(person, 'approve');
    await untilPan(person, 'verified');
    const { rows } = await server.sql.query(
      'select 1 from pan_reviews where user_id = $1 and pan_sealed is not null',
      [await idOf(person)],
    );
    expect(rows).toEqual([]);
  });

  test('a yes to a PAN that another account proved meanwhile refuses it', async () => {
    const person = await sent();
    const twin = await new Person(server, person.pan).signUp();
    await twin.onboard();
    await twin.ok('PATCH', '/me/profile', { name: 'Asha Raos' });
    expect((await verifyPan(twin)).body.status).toBe('verified');
    await register(twin);
    expect(await shareAadhaar(twin)).toMatchObject({ status: 'verified', reason: null });
    await decide(person, 'approve');
    await untilPan(person, 'rejected');
    expect((await kycOf(person)).pan.reason).toMatchObject({ code: 'pan_in_use' });
  });

  test('once approved, the Aadhaar document may carry either of the two names', async () => {
    const person = await sent();
    await decide(person, 'approve');
    await untilPan(person, 'verified');
    expect(await shareAadhaar(person)).toMatchObject({ status: 'verified', reason: null });
  });

  describe('LEND-24: on an account that was closed meanwhile', () => {
    /** Closes the account in the way of one that was closed before its erasing began. */
    async function closed(person: Person, more = ''): Promise<string> {
      const client = await server.sql.connect();
      try {
        await client.query('begin');
        const userId = await idOf(person);
        await closeAccount(client, userId);
        if (more) await client.query(more, [userId]);
        await client.query('commit');
        return userId;
      } finally {
        client.release();
      }
    }

    async function heldBy(userId: string) {
      const { rows } = await server.sql.query<{ pan_status: string; claims: string }>(
        `select k.pan_status, (select count(*) from identity_claims c where c.claimed_by = k.user_id) as claims
         from kyc_records k where k.user_id = $1`,
        [userId],
      );
      return rows[0];
    }

    test('given a yes that had no effect yet, when it is applied, then the PAN stays free', async () => {
      const person = await sent();
      const [review] = await reviewsOf(person);
      const userId = await closed(
        person,
        `update reviews set status = 'approved', decided_at = now() - interval '1 minute' where user_id = $1`,
      );
      await until(async () => {
        const applied = 'select 1 from reviews where id = $1 and applied_at is not null';
        return (await server.sql.query(applied, [review!.id])).rows[0];
      });
      expect(await heldBy(userId)).toEqual({ pan_status: 'pending', claims: '0' });
    });

    test('given a yes of the desk, when it is read, then the PAN stays free', async () => {
      const person = await sent();
      const [review] = await reviewsOf(person);
      const userId = await closed(person);
      const yes = { reviewId: review!.id, verdict: 'approve' };
      await until(() => act('auditor_verdict', yes).catch(() => undefined));
      await drained();
      expect(await heldBy(userId)).toEqual({ pan_status: 'pending', claims: '0' });
    });
  });

  test('without an act of staff the desk of the trial approves after ten seconds', async () => {
    await act('auditor_policy', { policy: 'approve' });
    const person = await sent();
    const masked = await untilPassing(
      server,
      'PT5S',
      async () => (await kycOf(person)).pan.masked ?? undefined,
    );
    expect(masked).toMatch(/XXXXX/);
  });
});
