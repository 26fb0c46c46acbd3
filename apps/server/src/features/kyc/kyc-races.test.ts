import type { Kyc } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { Person, type Reply, until } from '#test/person.ts';
import { idOf, meet, untilWaiting } from '#test/racing.ts';
import { advance, clearFaults, drained, fault, somebody } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.control('POST', '/act', { what: 'auditor_policy', policy: 'wait' });
});
afterAll(() => server.stop());

interface Verdict {
  readonly status: string;
  readonly code?: string;
  readonly masked?: string;
}

const act = (what: string, more: object = {}) => server.control('POST', '/act', { what, ...more });
const said = ({ status, body }: Reply<Verdict>) => [status, status === 200 ? body.status : body.code];

async function registered(pan: string, name: string, more: object = {}): Promise<string> {
  const facts = { pan, name, dateOfBirth: '1990-01-01', aadhaarLast4: '4321', ...more };
  await server.control('POST', '/people', facts);
  return pan;
}

async function onboarded(person = somebody(server)): Promise<{ person: Person; userId: string }> {
  await person.signUp();
  await person.onboard();
  return { person, userId: await idOf(person) };
}

const verifyPan = (person: Person, pan = person.pan) => person.call<Verdict>('POST', '/kyc/pan', { pan });
const complete = (person: Person, sessionId: string) =>
  person.call<Verdict>('POST', `/kyc/aadhaar/${sessionId}/complete`);

/** A session whose consent was given; the document is that of the person's PAN, unless another is named. */
async function approved(person: Person, more: { readonly pan?: string } = {}): Promise<string> {
  const { aadhaar } = person;
  if (!more.pan) await registered(person.pan, 'Asha Rao', { aadhaarLast4: aadhaar.slice(-4) });
  const { sessionId } = await person.ok<{ sessionId: string }>('POST', '/kyc/aadhaar', { aadhaar });
  await act('approve_consent', { sessionId, pan: person.pan, ...more });
  return sessionId;
}

async function outcomes(userId: string, kind: string): Promise<string[]> {
  const { rows } = await server.sql.query<{ outcome: string }>(
    'select outcome from kyc_attempts where user_id = $1 and kind = $2 order by at',
    [userId, kind],
  );
  return rows.map((row) => row.outcome);
}

describe('LEND-D10: the claim to a PAN', () => {
  const claim = async (userId: string, hash: string, at: string) => {
    const client = await server.sql.connect();
    try {
      await client.query('begin');
      await client.query("select set_config('app.user_id', $1, true)", [userId]);
      const { rows } = await client.query<{ claimed: boolean }>('select claim_identity($1, $2) as claimed', [
        Buffer.from(hash),
        at,
      ]);
      await client.query('commit');
      return rows[0]!.claimed;
    } finally {
      client.release();
    }
  };
  const release = (hash: string, at: string) =>
    server.sql.query('update identity_claims set released_at = $2 where pan_hash = $1', [
      Buffer.from(hash),
      at,
    ]);
  /** Lets go of the claims of `one`. */
  const asOne = async (statement: string, at: string) => {
    const client = await server.sql.connect();
    try {
      await client.query(statement, [one, at]);
    } finally {
      client.release(true);
    }
  };
  const [one, other] = ['0190b2a0-0000-7000-8000-000000000001', '0190b2a0-0000-7000-8000-000000000002'];

  test('let go and taken again by the same person, it is theirs alone', async () => {
    expect(await claim(one, 'again', '2026-01-01')).toBe(true);
    await release('again', '2026-02-01');
    expect(await claim(one, 'again', '2026-03-01')).toBe(true);
    expect(await claim(other, 'again', '2026-04-01')).toBe(false);
  });

  test('that ends later than it is taken again, ends no more', async () => {
    expect(await claim(one, 'later', '2026-01-01')).toBe(true);
    await release('later', '2026-06-01');
    expect(await claim(other, 'later', '2026-03-01')).toBe(false);
    expect(await claim(one, 'later', '2026-03-01')).toBe(true);
    expect(await claim(other, 'later', '2026-07-01')).toBe(false);
  });

  test('that was let go is taken by the next, and by one of two at once', async () => {
    expect(await claim(one, 'free', '2026-01-01')).toBe(true);
    await release('free', '2026-02-01');
    const both = await Promise.all([claim(other, 'free', '2026-03-01'), claim(one, 'free', '2026-03-01')]);
    expect(both.filter(Boolean)).toHaveLength(1);
  });

  test('LEND-24: given two people who hold one each, when one of them is let go, then the claim of the other stands', async () => {
    for (const release of [
      "select set_config('app.user_id', $1, false), release_identity($2)",
      'select release_identities(array[$1]::uuid[], $2)',
    ]) {
      const [gone, kept] = [`gone ${release}`, `kept ${release}`];
      expect(await claim(one, gone, '2026-01-01')).toBe(true);
      expect(await claim(other, kept, '2026-01-01')).toBe(true);
      await asOne(release, '2026-02-01');
      expect(await claim(one, kept, '2026-03-01')).toBe(false);
      expect(await claim(other, gone, '2026-03-01')).toBe(true);
    }
  });
});

describe('two PAN checks at the same moment', () => {
  test('with different PANs: one is verified, the other is refused as locked', async () => {
    const { person, userId } = await onboarded();
    const other = await registered('SBXPD0791A', 'Asha Rao');
    const replies = await meet(server, userId, 'profile', [
      () => verifyPan(person),
      () => verifyPan(person, other),
    ]);
    expect(new Set(replies.map((reply) => said(reply).join(' ')))).toEqual(
      new Set(['200 verified', '409 kyc_locked']),
    );
  });

  test('with the same PAN: both are told it is verified', async () => {
    const { person, userId } = await onboarded();
    const replies = await meet(server, userId, 'profile', [() => verifyPan(person), () => verifyPan(person)]);
    expect(replies.map(said)).toEqual([
      [200, 'verified'],
      [200, 'verified'],
    ]);
    expect(await outcomes(userId, 'pan')).toEqual(['verified']);
  });

  test('of which one is near and one is right leave no review of a PAN that is verified', async () => {
    const near = await registered('SBXPD0792A', 'Asha Raos');
    const { person, userId } = await onboarded();
    await meet(server, userId, 'profile', [() => verifyPan(person), () => verifyPan(person, near)]);
    const { rows } = await server.sql.query(
      `select 1 from reviews r join kyc_records k using (user_id)
       where r.user_id = $1 and r.status = 'open' and k.pan_status = 'verified'`,
      [userId],
    );
    expect(rows).toEqual([]);
  });
});

describe('a PAN that waits for a person', () => {
  let count = 0;
  const waiting = async () => {
    count += 1;
    const pan = await registered(`SBXPD070${count}Q`, 'Asha Raos');
    const { person, userId } = await onboarded(new Person(server, pan));
    expect(said(await verifyPan(person))).toEqual([200, 'pending']);
    return { person, userId };
  };
  const reviewsOf = async (userId: string) => {
    const { rows } = await server.sql.query<{ id: string; status: string; is_sealed: boolean }>(
      `select r.id, r.status, p.pan_sealed is not null as is_sealed
       from reviews r join pan_reviews p on p.user_id = r.user_id and p.id = r.subject_id
       where r.user_id = $1 order by r.created_at, r.id`,
      [userId],
    );
    return rows;
  };

  test('waits no more once the issuer agrees to the name put right, and is not kept for it', async () => {
    const { person, userId } = await waiting();
    // By then the desk is told of it.
    await drained();
    await person.ok('PATCH', '/me/profile', { name: 'Asha Raos' });
    expect(said(await verifyPan(person))).toEqual([200, 'verified']);
    const [review] = await until(async () => {
      const rows = await reviewsOf(userId);
      return rows.every((row) => row.status !== 'open') ? rows : undefined;
    });
    expect(review).toMatchObject({ status: 'withdrawn', is_sealed: false });
    // The verdict of the desk comes late: it is taken, and has no effect.
    await act('auditor_verdict', { reviewId: review!.id, verdict: 'reject' });
    await drained();
    const sent = await server.control<{ body: string; status: string }[]>('GET', '/webhooks');
    const told = sent.filter(({ body }) => body.includes(review!.id));
    expect(told.map(({ status }) => status)).toEqual(['delivered']);
    expect((await reviewsOf(userId)).map((one) => one.status)).toEqual(['withdrawn']);
    expect((await person.ok<Kyc>('GET', '/kyc')).pan.status).toBe('verified');
    const { rows } = await server.sql.query('select action from audit_log where object_id = $1', [
      review!.id,
    ]);
    expect(rows).toEqual([{ action: 'review.withdrawn' }]);
  });

  test('that is decided in the very moment the person puts it right, is not kept', async () => {
    const { person, userId } = await waiting();
    await person.ok('PATCH', '/me/profile', { name: 'Asha Raos' });
    // A verdict written by a process that ended before it took effect.
    await server.sql.query(
      "update reviews set status = 'approved', decided_at = created_at where user_id = $1 and kind = 'pan'",
      [userId],
    );
    expect(said(await verifyPan(person))).toEqual([200, 'verified']);
    const [review] = await until(async () => {
      const rows = await reviewsOf(userId);
      return rows.every((row) => !row.is_sealed) ? rows : undefined;
    });
    expect(review).toMatchObject({ status: 'approved' });
  });
});

describe('two Aadhaar sessions finished at the same moment', () => {
  test('the second leaves no trace: neither its mobile nor an attempt that counts as verified', async () => {
    const { person, userId } = await onboarded();
    expect(said(await verifyPan(person))).toEqual([200, 'verified']);
    const sessions = [await approved(person), await approved(person)];
    const replies = await meet(
      server,
      userId,
      'profile',
      sessions.map((id) => () => complete(person, id)),
    );
    expect(replies.map(said)).toEqual([
      [200, 'verified'],
      [200, 'verified'],
    ]);
    expect(await outcomes(userId, 'aadhaar')).toEqual(['verified']);
    const { rows } = await server.sql.query<{ status: string }>(
      'select status from aadhaar_sessions where user_id = $1 order by status',
      [userId],
    );
    expect(rows.map((row) => row.status)).toEqual(['expired', 'verified']);
  });

  test('one session finished twice is read once: the second waits, and then hears the same', async () => {
    const { person, userId } = await onboarded();
    await verifyPan(person);
    const sessionId = await approved(person);
    const client = await server.sql.connect();
    await client.query('begin');
    await client.query('select 1 from profiles where user_id = $1 for update', [userId]);
    const first = complete(person, sessionId);
    await until(async () => {
      const claimed = 'select 1 from aadhaar_sessions where id = $1 and asked_at is not null';
      return (await server.sql.query(claimed, [sessionId])).rows[0];
    });
    expect(said(await complete(person, sessionId))).toEqual([200, 'pending']);
    await client.query('commit');
    client.release();
    expect(said(await first)).toEqual([200, 'verified']);
    expect(said(await complete(person, sessionId))).toEqual([200, 'verified']);
    expect(await outcomes(userId, 'aadhaar')).toEqual(['verified']);
  });

  test('one session is read again where the first reading came to nothing', async () => {
    const { person, userId } = await onboarded();
    const sessionId = await approved(person);
    await fault(server, 'setu_data', 'digilocker_status', { http: 500 }, 'always');
    expect(said(await complete(person, sessionId))).toEqual([503, 'provider_unavailable']);
    await clearFaults(server);
    // A process that ended while it read.
    await server.sql.query('update aadhaar_sessions set asked_at = created_at where user_id = $1', [userId]);
    expect(said(await complete(person, sessionId))).toEqual([200, 'pending']);
    await advance(server, 'PT4M');
    expect(said(await complete(person, sessionId))).toEqual([200, 'verified']);
  });

  test('a person has one document read so often in an hour', async () => {
    const { person, userId } = await onboarded();
    const { aadhaar } = person;
    const { sessionId } = await person.ok<{ sessionId: string }>('POST', '/kyc/aadhaar', { aadhaar });
    expect(said(await complete(person, sessionId))).toEqual([200, 'pending']);
    // In a trial one person plays many: twenty times as much.
    const { rowCount } = await server.sql.query(
      "update call_counters set count = 1200 where user_id = $1 and kind = 'aadhaar_document' and count = 1",
      [userId],
    );
    expect(rowCount).toBe(1);
    expect(said(await complete(person, sessionId))).toEqual([429, 'too_many_requests']);
    await advance(server, 'PT1H');
    // Counted again; by now the consent has run out.
    expect(said(await complete(person, sessionId))).toEqual([200, 'not_started']);
  });
});

describe('PAN and Aadhaar checked at the same moment', () => {
  test('are compared with each other: of two documents near the profile, yet not each other, one passes', async () => {
    const pan = await registered('SBXPD0793A', 'Venkataramen Subramaniem');
    const person = await new Person(server, pan).signUp();
    const twin = await registered('SBXPD0794A', 'Venkatoraman Subromaniam', {
      aadhaarLast4: person.aadhaar.slice(-4),
    });
    await person.ok('PUT', '/me/onboarding', {
      fullName: 'Venkataraman Subramaniam',
      pan,
      dateOfBirth: '1990-01-01',
      address: '12 Lake Road, Pune 411001',
      monthlyIncomePaise: 8_500_000,
    });
    const userId = await idOf(person);
    const sessionId = await approved(person, { pan: twin });
    const checks = [() => verifyPan(person), () => complete(person, sessionId)];
    const replies = await meet(server, userId, 'profile', checks);
    const codes = replies.map(said).map(([, what]) => what);
    expect(new Set(codes)).toEqual(new Set(['busy', 'verified']));
    // Made again, the later one is compared with what stands by now.
    const again = await checks[codes.indexOf('busy')]!();
    expect(again.body.status).not.toBe('verified');
  });
});

describe('a video step that is verified by now', () => {
  const kept = async (video: string) => {
    const { userId } = await onboarded();
    await server.sql.query(
      'update kyc_records set video_status = $2, video_verified_at = updated_at where user_id = $1',
      [userId, video],
    );
    return userId;
  };
  const statusOf = async (userId: string) => {
    const { rows } = await server.sql.query<{ video_status: string }>(
      'select video_status from kyc_records where user_id = $1',
      [userId],
    );
    return rows[0]!.video_status;
  };

  test('stays so, whatever an older recording comes to', async () => {
    const userId = await kept('verified');
    // A verdict about a recording, written by a process that ended before it took effect.
    await server.sql.query(
      `insert into reviews (user_id, id, kind, subject_id, status, created_at, decided_at)
       select user_id, user_id, 'video', user_id, 'rejected', updated_at, updated_at from kyc_records where user_id = $1`,
      [userId],
    );
    await until(async () => {
      const { rows } = await server.sql.query(
        'select 1 from reviews where id = $1 and applied_at is not null',
        [userId],
      );
      return rows[0];
    });
    expect(await statusOf(userId)).toBe('verified');
    const { rows } = await server.sql.query('select 1 from notifications where user_id = $1', [userId]);
    expect(rows).toEqual([]);
  });
});

test('a check that ends after the account was closed writes nothing and claims nothing', async () => {
  const { person, userId } = await onboarded();
  const client = await server.sql.connect();
  await client.query('begin');
  await client.query('select 1 from profiles where user_id = $1 for update', [userId]);
  await client.query("update credit_accounts set state = 'closed' where user_id = $1", [userId]);
  const checking = verifyPan(person);
  await untilWaiting(client);
  await client.query('commit');
  client.release();
  expect(said(await checking)).toEqual([401, 'session_ended']);
  const { rows } = await server.sql.query('select 1 from identity_claims where claimed_by = $1', [userId]);
  expect(rows).toEqual([]);
});
