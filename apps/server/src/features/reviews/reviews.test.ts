import type { AnswerOf, getReview, Kyc, listReviews, Problem } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginAsStaff } from '#test/acting.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, type Reply, until } from '#test/person.ts';
import { lockOf, meetAt } from '#test/racing.ts';
import { handIn, promote, sha256 } from '#test/recordings.ts';
import { advance, clearFaults, fault, drained, signInAgain, somebody, untilPassing } from '#test/steps.ts';

type Page = AnswerOf<typeof listReviews>;
type Detail = AnswerOf<typeof getReview>;

let server: TestServer;
let staff: Person;
let colleague: Person;
beforeAll(async () => {
  server = await startTestServer();
  await policy('wait');
  staff = await promote(server, await verified());
  colleague = await promote(server, await verified());
});
afterAll(() => server.stop());

const policy = (name: string) => server.control('POST', '/act', { what: 'auditor_policy', policy: name });
const said = (reply: Reply<unknown>) => [reply.status, (reply.body as Problem).code];
const video = async (person: Person) => (await person.ok<Kyc>('GET', '/kyc')).video;
const untilVideo = (person: Person, status: string) =>
  until(async () => {
    const seen = await video(person);
    return seen.status === status ? seen : undefined;
  });

async function verified(): Promise<Person> {
  const person = await somebody(server).signUp();
  await person.onboard();
  return person.passKyc();
}

async function reviewOf(person: Person): Promise<string> {
  const { id } = await person.ok<{ id: string }>('GET', '/me');
  const { rows } = await server.sql.query<{ id: string }>(
    'select id from reviews where user_id = $1 order by created_at desc limit 1',
    [id],
  );
  return rows[0]!.id;
}

async function waiting(): Promise<{ person: Person; id: string; content: Buffer; phrase: string }> {
  const person = await verified();
  const { content, challenge } = await handIn(person);
  return { person, id: await reviewOf(person), content, phrase: challenge.phrase };
}

const decide = (by: Person, id: string, body: object) => by.call('POST', `/admin/kyc/reviews/${id}`, body);

interface AuditRow {
  readonly seq: number;
  readonly action: string;
  readonly actor_kind: string;
  readonly actor_id: string | null;
  readonly reason: string | null;
}

async function auditOf(id: string): Promise<AuditRow[]> {
  const { rows } = await server.sql.query<AuditRow>(
    'select seq::int, action, actor_kind, actor_id, reason from audit_log where object_id = $1 order by seq',
    [id],
  );
  return rows;
}

describe('LEND-24: the door for staff', () => {
  test('is shut for everybody else, whatever their token says', async () => {
    const { person, id } = await waiting();
    const paths: [string, string, object?][] = [
      ['GET', '/admin/kyc/reviews'],
      ['GET', `/admin/kyc/reviews/${id}`],
      ['GET', `/admin/kyc/reviews/${id}/file`],
      ['POST', `/admin/kyc/reviews/${id}`, { decision: 'approve' }],
    ];
    const halfway = await promote(server, await verified(), { aal: 'aal1' });
    const former = await promote(server, await verified(), { isStaff: false });
    for (const [method, path, body] of paths) {
      const open = await fetch(`${server.url}/api/v1${path}`, { method });
      expect([path, open.status]).toEqual([path, 401]);
      expect([path, ...said(await person.call(method, path, body))]).toEqual([path, 403, 'admin_required']);
      expect([path, ...said(await former.call(method, path, body))]).toEqual([path, 403, 'admin_required']);
      expect([path, ...said(await halfway.call(method, path, body))]).toEqual([path, 403, 'mfa_required']);
    }
    // A person cannot make themselves staff through the metadata of their account that they may write.
    const client = person.authClient();
    await client.signInWithPassword({ email: person.email, password: 'a quiet river stone' });
    await client.updateUser({ data: { is_admin: true, app_metadata: { is_admin: true } } });
    const { data } = await client.getSession();
    person.token = data.session!.access_token;
    expect(said(await person.call('GET', '/admin/kyc/reviews'))).toEqual([403, 'admin_required']);
    expect(await video(person)).toMatchObject({ status: 'pending' });
  });

  test('is shut the moment a person stops being staff, or their session ends', async () => {
    const one = await promote(server, await verified());
    expect((await one.call('GET', '/admin/kyc/reviews')).status).toBe(200);
    await promote(server, one, { isStaff: false });
    expect(said(await one.call('GET', '/admin/kyc/reviews'))).toEqual([403, 'admin_required']);
    await promote(server, one);
    expect((await one.call('GET', '/admin/kyc/reviews')).status).toBe(200);
    await server.sql.query(
      `delete from auth.sessions s using auth.users u where u.id = s.user_id and u.email = $1`,
      [one.email],
    );
    expect(said(await one.call('GET', '/admin/kyc/reviews'))).toEqual([401, 'session_ended']);
  });
});

describe('LEND-24: a member of staff', () => {
  test('sees the queue newest or oldest first, and by kind', async () => {
    const mine = [await waiting(), await waiting()];
    const read = async (query: string) => {
      const { items } = await staff.ok<Page>('GET', `/admin/kyc/reviews?limit=100${query}`);
      for (const one of items) expect(one).toMatchObject({ kind: 'video', status: 'open', name: 'Asha Rao' });
      return items.map(({ id }) => id);
    };
    const ids = await read('&order=oldest');
    expect(ids.slice(-2)).toEqual(mine.map((one) => one.id));
    expect(await read('')).toEqual(ids.toReversed());
    const income = await staff.ok<Page>('GET', '/admin/kyc/reviews?kind=income');
    expect(income.items).toEqual([]);
  });

  test('compares masked facts with the recording, and looking is written down', async () => {
    const { person, id, content, phrase } = await waiting();
    const detail = await staff.ok<Detail>('GET', `/admin/kyc/reviews/${id}`);
    const facts = Object.fromEntries(detail.facts.map((fact) => [fact.code, fact.value]));
    expect(facts).toMatchObject({
      phrase,
      full_name: 'Asha Rao',
      date_of_birth: '1990-••-••',
      name_on_pan: 'ASHA RAO',
    });
    expect([detail.isVeiled, facts['place']]).toEqual([true, undefined]);
    expect(facts['pan']).toMatch(/^SBXXXXX\d\d[A-Z]$/);
    expect(facts['aadhaar']).toBe(`XXXX XXXX ${person.aadhaar.slice(-4)}`);
    expect(facts['aadhaar']).not.toMatch(/\d{5}/);
    expect(detail.file).toEqual({ type: 'video/webm', sizeBytes: content.length });
    const reply = await fetch(`${server.url}/api/v1/admin/kyc/reviews/${id}/file`, {
      headers: { authorization: `Bearer ${staff.token}` },
    });
    expect(reply.headers.get('content-type')).toBe('video/webm');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('content-disposition')).toBe('attachment');
    expect(sha256(Buffer.from(await reply.arrayBuffer()))).toBe(sha256(content));
    expect((await auditOf(id)).map((row) => row.action)).toEqual(['review.read', 'review.file_read']);
  });

  test('approves: the step is verified, the person is told, and only once', async () => {
    const { person, id } = await waiting();
    expect((await decide(staff, id, { decision: 'approve' })).body).toMatchObject({ status: 'approved' });
    expect(await video(person)).toMatchObject({ status: 'verified', reason: null });
    const { items } = await person.ok<{ items: { title: string }[] }>('GET', '/notifications');
    expect(items.map((one) => one.title)).toContain('Video KYC completed successfully!');
    const late = await decide(colleague, id, { decision: 'reject', reason: 'too late' });
    expect(said(late)).toEqual([409, 'review_decided']);
    expect((late.body as Problem).first).toMatchObject({ by: 'Asha Rao' });
    expect(await video(person)).toMatchObject({ status: 'verified' });
    expect(said(await person.call('GET', '/kyc/video/challenge'))).toEqual([409, 'kyc_locked']);
    const audit = await auditOf(id);
    const { id: staffId } = await staff.ok<{ id: string }>('GET', '/me');
    expect(audit).toMatchObject([{ action: 'review.decided', actor_kind: 'staff', actor_id: staffId }]);
  });

  test('rejects with a reason the person reads, and they may record again', async () => {
    const { person, id } = await waiting();
    const silent = await decide(staff, id, { decision: 'reject' });
    expect(said(silent)).toEqual([422, 'validation_failed']);
    const reason = 'The phrase was read by somebody else.';
    const reply = await decide(staff, id, { decision: 'reject', reason });
    expect(reply.body).toMatchObject({ status: 'rejected', reason });
    expect(await video(person)).toMatchObject({ status: 'rejected', reason });
    expect((await auditOf(id))[0]).toMatchObject({ reason });
    await handIn(person);
    const second = await reviewOf(person);
    expect(second).not.toBe(id);
    await decide(staff, second, { decision: 'reject', reasonCode: 'video_face_unclear' });
    expect(await video(person)).toMatchObject({
      status: 'rejected',
      reason: expect.stringContaining('face'),
      reasonCode: 'video_face_unclear',
    });
  });

  test('and another at the same moment: one wins, the other is told', async () => {
    const { person, id } = await waiting();
    const [won, lost] = await meetAt(server, lockOf.review(id), [
      () => decide(staff, id, { decision: 'approve' }),
      () => decide(colleague, id, { decision: 'reject', reason: 'not convincing' }),
    ]);
    expect([won!.status, ...said(lost!)]).toEqual([200, 409, 'review_decided']);
    expect(await video(person)).toMatchObject({ status: 'verified' });
    expect(await auditOf(id)).toHaveLength(1);
  });

  test('decides nothing about their own account', async () => {
    const one = await promote(server, await verified());
    await handIn(one);
    const id = await reviewOf(one);
    expect(said(await decide(one, id, { decision: 'approve' }))).toEqual([403, 'own_account']);
    const { id: userId } = await one.ok<{ id: string }>('GET', '/me');
    // Nor could the role, were the service mistaken.
    const client = await server.sql.connect();
    try {
      await beginAsStaff(client, userId, ['risk']);
      await client.query('set local role mohlat_staff');
      const changed = await client.query(
        `update reviews set status = 'approved', decided_by = $1, decided_at = now() where id = $2`,
        [userId, id],
      );
      expect(changed.rowCount).toBe(0);
    } finally {
      await client.query('rollback');
      client.release();
    }
    expect((await decide(colleague, id, { decision: 'approve' })).status).toBe(200);
  });

  test('is told that there is no such review, and that the file of an erased one is gone', async () => {
    const none = '00000000-0000-7000-8000-000000000000';
    expect(said(await staff.call('GET', `/admin/kyc/reviews/${none}`))).toEqual([404, 'not_found']);
    expect(said(await decide(staff, none, { decision: 'approve' }))).toEqual([404, 'not_found']);
    const { id } = await waiting();
    await server.sql.query(
      `update stored_files f set key_sealed = null, erased_at = now()
       from reviews r join video_recordings v on v.user_id = r.user_id and v.id = r.subject_id
       where r.id = $1 and f.user_id = v.user_id and f.id = v.file_id`,
      [id],
    );
    expect(said(await staff.call('GET', `/admin/kyc/reviews/${id}/file`))).toEqual([404, 'not_found']);
    expect((await staff.ok<Detail>('GET', `/admin/kyc/reviews/${id}`)).file).toBeNull();
  });
});

describe('LEND-24: the audit log', () => {
  test('cannot be changed, and shows when it was', async () => {
    const { id } = await waiting();
    await staff.ok('GET', `/admin/kyc/reviews/${id}`);
    for (const sql of ['update audit_log set reason = null', 'delete from audit_log', 'truncate audit_log'])
      await expect(server.sql.query(sql)).rejects.toThrow(/append-only/);
    const count = async () =>
      (await server.sql.query<{ n: number }>('select count(*)::int as n from audit_breaks()')).rows[0]!.n;
    expect(await count()).toBe(0);
    const client = await server.sql.connect();
    try {
      await client.query("begin; set local session_replication_role = 'replica'");
      await client.query("update audit_log set action = 'nothing' where seq = 1");
      expect((await client.query('select 1 from audit_breaks()')).rowCount).toBe(1);
      await client.query('delete from audit_log where seq = 1');
      expect((await client.query('select 1 from audit_breaks()')).rowCount).toBeGreaterThan(0);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('is reached by no role but through its own doors', async () => {
    for (const role of ['mohlat_api', 'mohlat_worker', 'mohlat_staff', 'mohlat_auth']) {
      const client = await server.sql.connect();
      try {
        await client.query(`begin; set local role ${role}`);
        await expect(client.query('insert into audit_log (seq) values (0)')).rejects.toThrow(
          /permission denied/,
        );
      } finally {
        await client.query('rollback');
        client.release();
      }
    }
  });
});

describe('LEND-24: the desk of a trial installation', () => {
  test('approves after ten seconds unless told otherwise', async () => {
    await policy('approve');
    const { person, id } = await waiting();
    await drained();
    expect(await video(person)).toMatchObject({ status: 'pending' });
    await advance(server, 'PT11S');
    await untilVideo(person, 'verified');
    expect(await auditOf(id)).toMatchObject([
      { action: 'review.decided', actor_kind: 'desk', actor_id: null },
    ]);
    const outcome = await until(async () => {
      const { rows } = await server.sql.query<{ outcome: string | null }>(
        'select outcome from webhook_inbox where subject_ref = $1',
        [id],
      );
      return rows[0]?.outcome ?? undefined;
    });
    expect(outcome).toBe('enquired');
    await policy('wait');
  });

  test('rejects when told to, and its words reach the person', async () => {
    const { person, id } = await waiting();
    const act = () =>
      server.control('POST', '/act', {
        what: 'auditor_verdict',
        reviewId: id,
        verdict: 'reject',
        remarks: 'The room is too dark.',
      });
    // The review is told to the desk by a job.
    await until(() =>
      act().then(
        () => true,
        () => undefined,
      ),
    );
    expect(await untilVideo(person, 'rejected')).toMatchObject({ reason: 'The room is too dark.' });
  });

  test('is asked again when its webhook is lost', async () => {
    await fault(server, 'review_desk', 'webhook', { drop: true }, 'always');
    await policy('approve');
    const { person } = await waiting();
    await drained();
    await advance(server, 'PT20S');
    expect(await untilVideo(person, 'verified')).toMatchObject({ reason: null });
    await clearFaults(server);
    await policy('wait');
  });

  test('is told again when it was closed', async () => {
    await fault(server, 'review_desk', 'review_open', { http: 500 }, 'always');
    const { person, id } = await waiting();
    await drained();
    await clearFaults(server);
    await advance(server, 'PT1M');
    await untilPassing(server, 'PT20S', async () => {
      const reply = await server
        .control<{ status: string }>('POST', '/act', {
          what: 'auditor_verdict',
          reviewId: id,
          verdict: 'approve',
        })
        .catch(() => undefined);
      return reply;
    });
    expect(await untilVideo(person, 'verified')).toMatchObject({ reason: null });
  });

  test('comes too late where staff have decided, and believes no forged verdict', async () => {
    const { person, id } = await waiting();
    await until(() =>
      server
        .control('POST', '/act', { what: 'auditor_policy', policy: 'wait' })
        .then(() =>
          server.sql.query('select 1 from reviews where id = $1 and announced_at is not null', [id]),
        )
        .then(({ rowCount }) => (rowCount ? true : undefined)),
    );
    await signInAgain(staff);
    await promote(server, staff);
    await decide(staff, id, { decision: 'reject', reason: 'not convincing' });
    await server.control('POST', '/act', { what: 'auditor_verdict', reviewId: id, verdict: 'approve' });
    await drained();
    expect(await video(person)).toMatchObject({ status: 'rejected', reason: 'not convincing' });
    const forged = await fetch(`${server.url}/api/v1/webhooks/review-desk`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-desk-signature': 'a'.repeat(64) },
      body: JSON.stringify({ event: 'review.decided', reviewId: id }),
    });
    expect(forged.status).toBe(401);
  });

  test('is told nothing about the person', async () => {
    const { person, id } = await waiting();
    await drained();
    const jobs = 'select payload::text from graphile_worker._private_jobs';
    expect(JSON.stringify((await server.sql.query<object>(jobs)).rows)).not.toContain(person.email);
    await server.control('POST', '/act', { what: 'auditor_verdict', reviewId: id, verdict: 'approve' });
    await drained();
    type Hook = Readonly<Record<'provider' | 'body', string>> & { readonly headers: object };
    const sent = await server.control<Hook[]>('GET', '/webhooks');
    // A reference and a signature are random, so any four digits may stand in them: what is told is compared by its names.
    const names = ({ headers, body }: Hook) => [headers, JSON.parse(body) as object].flatMap(Object.keys);
    const told = sent.filter((hook) => hook.provider === 'review_desk').map(names);
    const once = new Set(told.map(String));
    expect([...once]).toEqual(['x-desk-event-id,x-desk-signature,event,reviewId']);
  });
});

test('a verdict whose process ended before it took effect is found', async () => {
  const { person, id } = await waiting();
  await server.sql.query(
    `update reviews set status = 'approved', decided_at = now() - interval '1 minute' where id = $1`,
    [id],
  );
  expect(await untilVideo(person, 'verified')).toMatchObject({ reason: null });
});
