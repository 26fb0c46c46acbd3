import {
  type AdminPayment,
  CHARGEBACK_EVIDENCE_FILES_MAX,
  type ChargebackDetail,
  type Overview,
  type Problem,
  type Repayment,
} from '@mohlat/contract';
import { istDate } from '@mohlat/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PDF } from '#test/crediting.ts';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, type Reply, until } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { type Loan, repaying } from '#test/repaying.ts';
import { advance, balances, clearFaults, fault, signInAgain, somebody } from '#test/steps.ts';

let server: TestServer;
let staff: Person;
let colleague: Person;
const { aLoan } = repaying(() => server);

beforeAll(async () => {
  server = await startTestServer();
  [staff, colleague] = await Promise.all([
    promote(server, await somebody(server).signUp()),
    promote(server, await somebody(server).signUp()),
  ]);
});
afterAll(() => server.stop());

interface Disputed {
  readonly loan: Loan;
  readonly disputeRef: string;
  readonly id: string;
  readonly path: string;
}

/** A repayment of ₹1,000 that its payer's bank demands back, or a part of it. */
async function disputed(amountPaise?: number): Promise<Disputed> {
  const loan = await aLoan(300_000);
  const { id: repaymentId } = await loan.person.repay(loan.id, 100_000);
  const { rows } = await server.sql.query<{ ref: string }>(
    'select provider_payment_ref as ref from repayments where id = $1',
    [repaymentId],
  );
  const about = { paymentId: rows[0]!.ref, ...(amountPaise === undefined ? {} : { amountPaise }) };
  const act = { what: 'dispute_payment', ...about };
  const { disputeId: disputeRef } = await server.control<{ disputeId: string }>('POST', '/act', act);
  const id = await until(async () => (await rowOf(disputeRef))?.id);
  return { loan, disputeRef, id, path: `/admin/chargebacks/${id}` };
}

async function rowOf(disputeRef: string) {
  const { rows } = await server.sql.query<{ id: string }>(
    'select id from chargebacks where dispute_ref = $1',
    [disputeRef],
  );
  return rows[0];
}

const see = (path: string, by = staff) => by.ok<ChargebackDetail>('GET', path);
const untilSaid = (path: string, response: ChargebackDetail['response']) =>
  until(async () => {
    const seen = await see(path);
    return seen.response === response ? seen : undefined;
  });

async function hand<T = ChargebackDetail & Pick<Problem, 'code'>>(
  path: string,
  content: Buffer = PDF,
): Promise<Reply<T>> {
  const form = new FormData();
  form.set('name', 'Receipt');
  form.set('file', new Blob([new Uint8Array(content)]), 'whatever.exe');
  const headers = { authorization: `Bearer ${staff.token}` };
  const url = `${server.url}/api/v1${path}/evidence`;
  const response = await fetch(url, { method: 'POST', headers, body: form });
  return { status: response.status, headers: response.headers, body: (await response.json()) as T };
}

/** Reads a dispute as the rail has it. */
async function atRail(disputeRef: string) {
  const { disputes } = await server.control<{
    disputes: { disputeId: string; status: string; summary: string | null; documents: string[] }[];
  }>('GET', '/truth');
  return disputes.find(({ disputeId }) => disputeId === disputeRef);
}

const SUMMARY = 'The card bill was paid on the day the person asked for it; the receipt is attached.';
const represent = (path: string, by = staff) =>
  by.call<ChargebackDetail & Pick<Problem, 'code'>>('POST', `${path}/representation`, { summary: SUMMARY });

const remove = (path: string, id: string) => staff.call<Problem>('DELETE', `${path}/evidence/${id}`);
const accept = (path: string) =>
  staff.call<{ approvalId: string } & Problem>('POST', `${path}/acceptance`, {
    reason: 'The account was taken over; the payer is right',
  });

describe('a dispute that staff fight', () => {
  test('LEND-16 journal 34: is told to the bank with its documents, once, and its end is booked', async () => {
    const { loan, disputeRef, path } = await disputed();
    const seen = await see(path);
    expect(seen).toMatchObject({
      status: 'open',
      response: null,
      evidence: [],
      repayment: { amountPaise: 100_000, status: 'succeeded' },
      outstandingPaise: loan.owed - 100_000,
      allowed: ['add_evidence', 'accept'],
    });
    expect(Date.parse(seen.respondBy!)).toBeGreaterThan(Date.parse(seen.openedAt));
    expect((await represent(path)).body.code).toBe('chargeback_evidence_missing');

    expect((await hand(path, Buffer.from('no document'))).body.code).toBe('chargeback_evidence_unreadable');
    const wrong = (await hand(path)).body.evidence[0]!;
    expect(wrong).toMatchObject({ name: 'Receipt', type: 'application/pdf' });
    const { evidence } = await staff.ok<ChargebackDetail>('DELETE', `${path}/evidence/${wrong.id}`);
    expect(evidence).toEqual([]);
    expect((await staff.call('GET', `${path}/evidence/${wrong.id}`)).status).toBe(404);
    const { status, body: kept } = await hand(path);
    expect([status, kept.evidence.length]).toEqual([201, 1]);
    const file = await fetch(`${server.url}/api/v1${path}/evidence/${kept.evidence[0]!.id}`, {
      headers: { authorization: `Bearer ${colleague.token}` },
    });
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(await file.arrayBuffer()).equals(PDF)).toBe(true);

    // The answer of the rail is lost on its way: what it was told is looked for, not told again.
    await fault(server, 'razorpay', 'dispute_contest', { http: 502, commit: 'after' }, 1);
    expect((await represent(path)).body).toMatchObject({ response: 'representing', allowed: [] });
    expect((await represent(path, colleague)).body.code).toBe('chargeback_answered');
    const told = await untilSaid(path, 'represented');
    expect(told.said).toMatchObject({ summary: SUMMARY, refusal: null });
    expect(await atRail(disputeRef)).toMatchObject({
      status: 'under_review',
      summary: SUMMARY,
      documents: ['Receipt'],
    });
    await clearFaults(server);
    expect((await hand(path)).body.code).toBe('chargeback_answered');
    expect((await remove(path, kept.evidence[0]!.id)).body.code).toBe('chargeback_answered');
    expect((await accept(path)).body.code).toBe('chargeback_answered');
    await server.control('POST', '/act', { what: 'dispute_verdict', disputeId: disputeRef, verdict: 'won' });
    await until(async () => ((await see(path)).status === 'won' ? true : undefined));
    expect((await hand(path)).body.code).toBe('chargeback_ended');
    expect((await loan.person.payment(loan.id)).outstandingPaise).toBe(loan.owed - 100_000);
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  });

  test('LEND-16 journal 34: takes ten documents, and an eleventh once one of them is gone', async () => {
    const { path } = await disputed();
    for (let count = 1; count <= CHARGEBACK_EVIDENCE_FILES_MAX; count += 1)
      expect([count, (await hand(path)).status]).toEqual([count, 201]);
    expect((await hand(path)).body.code).toBe('chargeback_evidence_full');
    const { evidence } = await see(path);
    expect((await remove(path, evidence[0]!.id)).status).toBe(200);
    expect((await hand(path)).status).toBe(201);
  });

  test('LEND-16 journal 34: is kept in clear nowhere, and every step of staff is in the log', async () => {
    const { id, path } = await disputed();
    await hand(path);
    await represent(path);
    await untilSaid(path, 'represented');
    const { rows } = await server.sql.query<{ all: string; actions: string[] }>(
      `select (select string_agg(c::text, ' ') from chargebacks c) || (select string_agg(payload::text, ' ') from graphile_worker._private_jobs) as all,
         (select array_agg(distinct action order by action) from audit_log where object_id = $1) as actions`,
      [id],
    );
    expect(rows[0]!.all ?? '').not.toContain('receipt is attached');
    expect(rows[0]!.actions).toEqual(
      expect.arrayContaining(['chargeback.evidence_added', 'chargeback.read', 'chargeback.represented']),
    );
  });

  test('LEND-16 journal 34: what the rail does not take is said, and may be said again', async () => {
    const { path, id } = await disputed();
    await hand(path);
    await advance(server, 'P8D');
    await Promise.all([staff, colleague].map(signInAgain).map((one) => one.then((p) => promote(server, p))));
    expect((await represent(path)).body.code).toBe('chargeback_late');
    expect((await hand(path)).body.code).toBe('chargeback_late');
    // Where the rail set no deadline, it is the rail that refuses; a look at the rail meanwhile sets it again.
    await until(async () => {
      await server.sql.query('update chargebacks set respond_by = null where id = $1', [id]);
      return (await represent(path)).status === 202 ? true : undefined;
    });
    const refused = await untilSaid(path, 'refused');
    expect(refused.said?.refusal).toEqual(expect.any(String));
    expect(refused.status).toBe('open');
  });
});

describe('a dispute that staff give in to', () => {
  test('LEND-24: takes two, the rail is told once, and the repayment counts no more', async () => {
    const { loan, id, disputeRef, path } = await disputed();
    const { status, body } = await accept(path);
    expect(status).toBe(202);
    expect((await accept(path)).body.code).toBe('approval_open');
    await hand(path);
    expect((await represent(path)).body.code).toBe('approval_open');
    expect((await see(path)).openApprovalId).toBe(body.approvalId);
    const decide = (by: Person) =>
      by.call<Problem>('POST', `/admin/approvals/${body.approvalId}`, { decision: 'approve' });
    expect((await decide(staff)).body.code).toBe('second_person_required');
    expect((await atRail(disputeRef))?.status).toBe('open');
    expect((await decide(colleague)).status).toBe(200);
    const ended = await until(async () => {
      const seen = await see(path);
      return seen.status === 'lost' && seen.response === 'accepted' ? seen : undefined;
    });
    expect(ended).toMatchObject({
      outstandingPaise: loan.owed,
      repayment: { status: 'failed' },
      allowed: [],
    });
    const takenBackOn = istDate(server.now());
    const { items } = await loan.person.ok<{ items: Repayment[] }>('GET', `/repayments?paymentId=${loan.id}`);
    expect(items).toMatchObject([{ status: 'failed', takenBackOn }]);
    const shown = await staff.ok<AdminPayment>('GET', `/admin/payments/${loan.id}`);
    expect(shown.repayments).toMatchObject([{ status: 'failed', takenBackOn }]);
    expect(shown.timeline.findLast(({ source }) => source === 'repayment')?.detail).toMatchObject({
      takenBackOn,
    });
    expect((await atRail(disputeRef))?.status).toBe('lost');
    expect(await balances(server, { loanId: loan.id })).not.toHaveProperty('A230');
    const { rows } = await server.sql.query(
      "select 1 from journals where source_kind = 'chargeback' and source_id in ($1::uuid, md5($1::uuid || ' lost')::uuid)",
      [id],
    );
    expect(rows).toHaveLength(2);
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  });

  test('LEND-24: is refused to staff who own the account, and stale once the bank has decided', async () => {
    const { loan, disputeRef, path } = await disputed();
    const reason = 'The payer is right';
    const proposed = await staff.ok<{ approvalId: string }>('POST', `${path}/acceptance`, { reason });
    await server.control('POST', '/act', { what: 'dispute_verdict', disputeId: disputeRef, verdict: 'won' });
    await until(async () => ((await see(path)).status === 'won' ? true : undefined));
    const decided = await colleague.call<Problem>('POST', `/admin/approvals/${proposed.approvalId}`, {
      decision: 'approve',
    });
    expect(decided.body.code).toBe('approval_stale');
    const own = await promote(server, loan.person);
    const asked = await own.call<Problem>('POST', `${path}/acceptance`, { reason });
    expect(asked.body.code).toBe('own_account');
    expect((await see(path, own)).allowed).toEqual([]);
  });
});

test('LEND-24: given the reference of a decided dispute, it is found and the log keeps no word of it', async () => {
  const { id, disputeRef } = await disputed();
  await disputed();
  await server.sql.query("update chargebacks set status = 'won', ended_at = now() where id = $1", [id]);
  const found = await staff.ok<{ items: ChargebackDetail[] }>(
    'GET',
    `/admin/chargebacks?disputeRef=${disputeRef}`,
  );
  expect(found.items.map((one) => one.id)).toEqual([id]);
  const { rows } = await server.sql.query<{ details: object }>(
    "select details - 'roles' as details from audit_log where action = 'chargebacks.read' order by seq desc limit 1",
  );
  expect(rows).toEqual([{ details: { status: 'reference', count: 1 } }]);
  const none = await staff.ok<{ items: unknown[] }>('GET', '/admin/chargebacks?disputeRef=disp_nothing');
  expect(none.items).toEqual([]);
});

/** The answer to a dispute, the days left for one, and whether a person can act on it. */
const SAID = [
  [null, 1, true],
  [null, null, true],
  ['refused', 1, true],
  ['represented', 1, false],
  ['accepted', 1, false],
  [null, 0, false],
] as const;

test('LEND-21: given disputes, then the desk and its list hold those that a person can act on', async () => {
  const { id } = await disputed(45_000);
  const waiting = async () => {
    const { items } = await staff.ok<{ items: ChargebackDetail[] }>(
      'GET',
      '/admin/chargebacks?status=waiting&limit=100',
    );
    const { todo } = await staff.ok<Overview>('GET', '/admin/overview');
    expect(todo.find(({ kind }) => kind === 'chargebacks')?.count).toBe(items.length);
    return items.some((one) => one.id === id);
  };
  for (const [response, days, isFor] of SAID) {
    await server.sql.query(
      `update chargebacks set response = $2::text, response_by = case when $2::text is not null then id end,
         response_at = case when $2::text is not null then opened_at end, respond_by = $3::timestamptz + $4::integer * interval '1 day' where id = $1`,
      [id, response, new Date(server.now()), days],
    );
    expect([response, days, await waiting()]).toEqual([response, days, isFor]);
  }
});

test('LEND-21: one in review waits until two have cleared the difference it became', async () => {
  const { id, disputeRef, path } = await disputed(40_000);
  await server.control('POST', '/act', { what: 'dispute_verdict', disputeId: disputeRef, verdict: 'lost' });
  const seen = await until(async () => {
    const one = await see(path);
    return one.status === 'review' ? one : undefined;
  });
  expect(seen.difference).toMatchObject({ kind: 'chargeback_partial', resolvedAt: null });
  const listed = async (status: string) => {
    const page = await staff.ok<{ items: ChargebackDetail[] }>(
      'GET',
      `/admin/chargebacks?status=${status}&limit=100`,
    );
    return page.items.some((one) => one.id === id);
  };
  expect(await Promise.all(['waiting', 'review', 'open', 'decided'].map(listed))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  await server.sql.query(
    "update reconciliation_breaks set resolved_at = opened_at, resolution = 'loss', note = 'Given up' where id = $1",
    [seen.difference!.id],
  );
  expect(await Promise.all(['waiting', 'review', 'decided'].map(listed))).toEqual([false, false, true]);
  expect(await see(path)).toMatchObject({
    status: 'decided',
    difference: { resolution: 'loss', note: 'Given up' },
  });
});
