import { randomUUID } from 'node:crypto';
import type { AdminPayment, ApprovalItem, Payment, Problem } from '@mohlat/contract';
import { istDate } from '@mohlat/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settleBreaks } from '../reconciliation/reconciliation.cleared.ts';
import { createClock } from '#platform/clock/clock.ts';
import { createDatabase, type Tx } from '#platform/db/database.ts';
import { createLog } from '#platform/log/log.ts';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, type Reply, until } from '#test/person.ts';
import { lockOf, meetAt } from '#test/racing.ts';
import { promote } from '#test/recordings.ts';
import {
  advance,
  attemptsOf,
  balances,
  breaksOf,
  drained,
  journalKinds,
  signInAgain,
  somebody,
} from '#test/steps.ts';
import { patientPool } from '#test/database.ts';

let server: TestServer;
let maker: Person;
let checker: Person;
/** Bills of unknown outcome, of one person each, and one that is paid. */
let silent: readonly { readonly id: string; readonly payer: Person }[];
let paid: string;

async function aBill(ending: string, status: Payment['billStatus']) {
  const payer = await somebody(server).ready();
  const { id } = await payer.pay((await payer.addCard(ending)).id, 200_000);
  await payer.untilBill(id, status);
  return { id, payer };
}

beforeAll(async () => {
  server = await startTestServer();
  const [first, second, known, ...bills] = await Promise.all([
    somebody(server).signUp(),
    somebody(server).signUp(),
    aBill('4021', 'paid'),
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(() => aBill('1006', 'submitted')),
  ]);
  [maker, checker, silent, paid] = [first, second, bills, known.id];
  // The rail has them: a request that has not left by then is not sent any more.
  await drained();
  await advance(server, 'PT45M');
  for (const { id, payer } of silent) await (await signInAgain(payer)).untilBill(id, 'unknown');
  for (const staff of [maker, checker])
    await promote(server, await signInAgain(staff), { roles: ['finance'] });
});
afterAll(() => server.stop());

const said = (reply: Reply<unknown>) => [reply.status, (reply.body as Problem).code];
const evidence = 'Statement of the network of that day, line 12';
const dayOf = async ({ id, payer }: (typeof silent)[number]) =>
  istDate(Date.parse((await payer.payment(id)).date));
const record = (id: string, body: object, key: string = randomUUID(), by: Person = maker) =>
  by.call<{ approvalId: string }>(
    'POST',
    `/admin/payments/${id}/outcome`,
    { evidence, reason: 'The rail gives no answer', ...body },
    { 'idempotency-key': key },
  );
const decide = (by: Person, id: string, decision: 'approve' | 'reject' = 'approve') =>
  by.call<ApprovalItem>('POST', `/admin/approvals/${id}`, { decision });

async function asWorker(work: (tx: Tx) => Promise<unknown>): Promise<void> {
  const pool = patientPool(server.databaseUrl, 'mohlat_worker', 1);
  try {
    await createDatabase(pool, createClock(createLog('silent', { write: () => {} }))).plain(work);
  } finally {
    await pool.end();
  }
}

describe('LEND-X1: a payment the rail gives no answer about', () => {
  test('is taken for paid when two people hold the evidence: the loan counts from that day', async () => {
    const { id, payer } = silent[0]!;
    const body = { outcome: 'paid', railReference: 'BD016337B41000001', paidOn: await dayOf(silent[0]!) };
    const key = randomUUID();
    const { status, body: proposed } = await record(id, body, key);
    expect(status).toBe(202);
    const again = await record(id, body, key);
    expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([proposed, 'true']);
    expect(said(await record(id, body))).toEqual([409, 'approval_open']);
    const seen = await checker.ok<{ facts: object[]; isCurrent: boolean }>(
      'GET',
      `/admin/approvals/${proposed.approvalId}`,
    );
    expect(seen.isCurrent).toBe(true);
    expect(seen.facts).toContainEqual({ code: 'evidence', value: evidence });
    expect(said(await decide(maker, proposed.approvalId))).toEqual([403, 'second_person_required']);
    expect((await payer.payment(id)).billStatus).toBe('unknown');
    expect((await decide(checker, proposed.approvalId)).status).toBe(200);
    expect(await payer.payment(id)).toMatchObject({
      billStatus: 'paid',
      status: 'pending',
      railReference: 'BD016337B41000001',
    });
    expect(await journalKinds(server, id)).toContain('loan_booked');
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
    const { timeline } = await maker.ok<AdminPayment>('GET', `/admin/payments/${id}`);
    const staff = timeline.filter((entry) => entry.source === 'staff').map((entry) => entry.event);
    expect(staff).toEqual(expect.arrayContaining(['approval.proposed', 'approval.decided']));
  });

  test('is taken for failed likewise: nothing is owed, and the rail owes where it promised', async () => {
    const { id, payer } = silent[1]!;
    const { body } = await record(id, { outcome: 'failed', isRefundPromised: true });
    expect((await decide(checker, body.approvalId)).status).toBe(200);
    expect(await payer.payment(id)).toMatchObject({ billStatus: 'failed', outstandingPaise: 0 });
    expect(await balances(server, { loanId: id })).toEqual({ A105: -200_000, A115: 200_000 });
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  });

  test('of two who decide at once one wins, and the other is told', async () => {
    const { id, payer } = silent[2]!;
    const { body } = await record(id, { outcome: 'failed' });
    const third = await promote(server, await somebody(server).signUp(), { roles: ['finance'] });
    const [won, lost] = await meetAt(server, lockOf.proposal(body.approvalId), [
      () => decide(checker, body.approvalId),
      () => decide(third, body.approvalId, 'reject'),
    ]);
    expect([won!.status, won!.body.status]).toEqual([200, 'approved']);
    expect(said(lost!)).toEqual([409, 'approval_already_decided']);
    expect((await payer.payment(id)).billStatus).toBe('failed');
  });

  test('is refused without evidence, with another payment’s reference, of a day to come, and once it is known', async () => {
    const fields = (reply: Reply<unknown>) =>
      ((reply.body as Problem).errors ?? []).map((one) => one.path).toSorted();
    expect(fields(await record(paid, { outcome: 'paid' }))).toEqual(['paidOn', 'railReference']);
    expect(fields(await record(paid, { outcome: 'failed', evidence: 'seen' }))).toEqual(['evidence']);
    expect(said(await record(paid, { outcome: 'failed' }))).toEqual([409, 'payment_outcome_known']);
    const open = silent[3]!;
    const taken = { outcome: 'paid', railReference: 'BD016337B41000001', paidOn: await dayOf(open) };
    expect(fields(await record(open.id, taken))).toEqual(['railReference']);
    const later = { outcome: 'paid', railReference: 'BD016337B41000009', paidOn: '2199-01-01' };
    expect(fields(await record(open.id, later))).toEqual(['paidOn']);
  });

  test('is refused with a reference that the rail’s list gives to another, or not to it', async () => {
    const open = silent[8]!;
    const tell = async (railReference: string) => {
      const body = { outcome: 'paid', railReference, paidOn: await dayOf(open) };
      const reply: Reply<unknown> = await record(open.id, body);
      return ((reply.body as Problem).errors ?? []).map(({ path, message }) => `${path}: ${message}`);
    };
    await list(paid, 'success');
    expect(await tell(`LISTED-${paid.slice(-12)}`)).toEqual([
      'railReference: The rail’s list gives this reference to another payment',
    ]);
    await list(open.id, 'success');
    expect(await tell('BD016337B41000088')).toEqual([
      'railReference: The rail’s list names this payment by another reference',
    ]);
    expect(await tell(`LISTED-${open.id.slice(-12)}`)).toEqual([]);
  });

  test('is not one of two that one transaction of the rail is said to have paid', async () => {
    const both = [silent[3]!, silent[7]!];
    const proposals = await Promise.all(
      both.map(async (one) =>
        record(one.id, { outcome: 'paid', railReference: 'BD016337B41000077', paidOn: await dayOf(one) }),
      ),
    );
    const [won, lost] = await meetAt(
      server,
      lockOf.advisory('rail-reference:BD016337B41000077'),
      proposals.map(
        ({ body }) =>
          () =>
            decide(checker, body.approvalId),
      ),
    );
    expect(won!.status).toBe(200);
    expect(said(lost!)).toEqual([409, 'approval_stale']);
    const standing = await Promise.all(
      both.map(async ({ id, payer }) => (await payer.payment(id)).billStatus),
    );
    expect(standing).toEqual(['paid', 'unknown']);
  });
});

test('LEND-24: what was paid too much is not sent again while nothing is stuck', async () => {
  const reply = await maker.call(
    'POST',
    `/admin/payments/${paid}/refunds`,
    { reason: 'The account is open again' },
    { 'idempotency-key': randomUUID() },
  );
  expect(said(reply)).toEqual([409, 'nothing_to_refund']);
});

/** A row of the rail's list that was compared while the outcome was unknown. */
const list = (id: string, status: string, offPaise = 0) =>
  server.sql.query(
    `insert into rail_rows (user_id, rail, business_on, our_reference, rail_reference, status, amount_paise, row_hash, payment_id,
       read_id, first_seen_at, matched_at, matched_as, verdict)
     select p.user_id, 'billpay', ist_date(p.accepted_at), a.our_reference, 'LISTED-' || right(p.id::text, 12), $2, p.amount_paise + $3::integer,
       sha256(p.id::text::bytea), p.id, new_id(), p.accepted_at, p.accepted_at, 'unknown',
       case when $3::integer <> 0 then 'amount' end
     from payments p join payment_attempts a on a.user_id = p.user_id and a.payment_id = p.id where p.id = $1`,
    [id, status, offPaise],
  );

describe('LEND-X9: what the rail itself says otherwise stands open for a person', () => {
  test('where its list had told of a success and two people say that it failed: journal 6', async () => {
    const { id } = silent[4]!;
    await list(id, 'success');
    const { body } = await record(id, { outcome: 'failed' });
    expect((await decide(checker, body.approvalId)).status).toBe(200);
    expect(await breaksOf(server, id)).toEqual(['late_success']);
    expect(await balances(server, { loanId: id })).toEqual({ A105: -200_000, A230: 200_000 });
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  });

  test('given a success of another amount, when two people say that it failed, then the listed sum is booked', async () => {
    const { id } = silent[9]!;
    await list(id, 'success', -100);
    const { body } = await record(id, { outcome: 'failed' });
    expect((await decide(checker, body.approvalId)).status).toBe(200);
    expect(await balances(server, { loanId: id })).toEqual({ A105: -199_900, A230: 199_900 });
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  });

  test('given a success of another amount, when two people say paid, then the difference is booked and cleared', async () => {
    const { id } = silent[10]!;
    await list(id, 'success', -100);
    // As a look opens it that was answered with another amount: without the rail's reference.
    await server.sql.query(
      `select payment_review(user_id, id, now(), 'amount', '{}') from payments where id = $1`,
      [id],
    );
    const paidOn = await dayOf(silent[10]!);
    const railReference = `LISTED-${id.slice(-12)}`;
    const { body } = await record(id, { outcome: 'paid', railReference, paidOn });
    expect((await decide(checker, body.approvalId)).status).toBe(200);
    expect(await silent[10]!.payer.payment(id)).toMatchObject({ billStatus: 'paid', needsReview: true });
    expect(await balances(server, { loanId: id })).toMatchObject({
      A105: -199_900,
      A200: 200_000,
      A230: -100,
    });
    expect(await breaksOf(server, id)).toEqual(['amount']);
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
    const { rows } = await server.sql.query(
      `select break_standing(user_id, id)::integer as standing, ours_paise::integer as ours, theirs_paise::integer as theirs
       from reconciliation_breaks where payment_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ standing: -100, ours: 200_000, theirs: 199_900 }]);
  });

  test('where its list had told of a failure and two people say that it is paid', async () => {
    const { id } = silent[5]!;
    await list(id, 'failure');
    await server.sql.query(
      `select break_open(user_id, 'fail_unknown', 'billpay', 'operations', null, null, id, null, null, null,
         '{"railStatus": "failure"}', now()) from payments where id = $1`,
      [id],
    );
    const paidOn = await dayOf(silent[5]!);
    const { body } = await record(id, { outcome: 'paid', railReference: 'BD016337B41000005', paidOn });
    expect((await decide(checker, body.approvalId)).status).toBe(200);
    await asWorker((tx) => settleBreaks(tx, new Date()));
    expect(await breaksOf(server, id)).toEqual(['contradiction', 'fail_unknown']);
  });

  test('where it was being asked while they said so', async () => {
    const { id } = silent[6]!;
    const [attempt] = await attemptsOf(server, id);
    await server.control('POST', '/webhooks/policy', { provider: 'setu_billpay', drop: true });
    const act = { what: 'bill_payment', paymentRefId: attempt!.our_reference, step: 'succeed' };
    await server.control('POST', '/act', act);
    const { now } = await server.control<{ now: string }>('GET', '/clock');
    const deciding = await server.sql.connect();
    try {
      await deciding.query('begin');
      await deciding.query(
        `select set_config('app.user_id', c.user_id::text, true) from credit_accounts c join payments p using (user_id)
         where p.id = $1 for update of c`,
        [id],
      );
      await maker.ok('POST', `/admin/payments/${id}/enquire`);
      await until(async () => {
        const { rows } = await server.sql.query(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%payment_paid(%' and datname = current_database()",
        );
        return rows.length > 0 ? true : undefined;
      });
      await deciding.query(
        `select payment_failed(user_id, id, $2, 'not_executed', false) from payments where id = $1`,
        [id, now],
      );
      await deciding.query('commit');
    } finally {
      deciding.release();
    }
    await until(async () => ((await breaksOf(server, id)).includes('late_success') ? true : undefined));
    expect(await balances(server, { loanId: id })).toEqual({ A105: -200_000, A230: 200_000 });
  });
});
