import { randomUUID } from 'node:crypto';
import { type Endpoint, ENDPOINTS, type Problem } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import { beginAsStaff } from '#test/acting.ts';
import { aRequest } from '#test/belongings.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { repaying } from '#test/repaying.ts';
import { somebody } from '#test/steps.ts';
import { propose } from './approvals.service.ts';

let server: TestServer;
let colleague: Person;
let asha: Person;
const { aLoan } = repaying(() => server);
const of = { user: '', payment: '', note: '', difference: '', request: '', chargeback: '', approval: '' };
const reason = 'It is only fair';

beforeAll(async () => {
  server = await startTestServer();
  colleague = await promote(server, await somebody(server).signUp());
  const loan = await aLoan(300_000);
  asha = loan.person;
  of.payment = loan.id;
  of.user = (await asha.ok<{ id: string }>('GET', '/me')).id;
  of.request = await aRequest(asha);
  of.note = (
    await colleague.ok<{ id: string }>('POST', `/admin/users/${of.user}/notes`, { text: 'Calls on Mondays' })
  ).id;
  const { rows } = await server.sql.query<{ id: string }>(
    "select break_open($1, 'missing', 'billpay', 'operations', 'OWN1', current_date, $2, null, 1, 0, null, now()) as id",
    [of.user, of.payment],
  );
  of.difference = rows[0]!.id;
  of.approval = (
    await colleague.ok<{ approvalId: string }>(
      'POST',
      `/admin/payments/${of.payment}/settlements`,
      { agreedPaise: 100_000, payBy: inTwoWeeks(), reason },
      { 'idempotency-key': randomUUID() },
    )
  ).approvalId;
  // No sum is proposed while a repayment is disputed.
  of.chargeback = await aChargeback(await asha.repay(of.payment, 50_000));
  await promote(server, asha);
});
afterAll(() => server.stop());

const inTwoWeeks = () => new Date(server.now() + 14 * 86_400_000).toISOString().slice(0, 10);

async function aChargeback({ id }: { readonly id: string }): Promise<string> {
  const { rows } = await server.sql.query<{ ref: string }>(
    'select provider_payment_ref as ref from repayments where id = $1',
    [id],
  );
  await server.control('POST', '/act', { what: 'dispute_payment', paymentId: rows[0]!.ref });
  return until(async () => {
    const found = await server.sql.query<{ id: string }>(
      'select id from chargebacks where repayment_id = $1',
      [id],
    );
    return found.rows[0]?.id;
  });
}

const proof = () => {
  const form = new FormData();
  form.set('name', 'Proof');
  form.set('file', new Blob(['%PDF-1.4'], { type: 'application/pdf' }), 'proof.pdf');
  return form;
};

type Call = readonly [method: string, path: string, body?: unknown];
const user = (what: string, body: unknown): Call => ['POST', `/users/${of.user}/${what}`, body];
const payment = (what: string, body: object): Call => ['POST', `/payments/${of.payment}/${what}`, body];
const chargeback = (what: string, body: unknown): Call => [
  'POST',
  `/chargebacks/${of.chargeback}/${what}`,
  body,
];

/** Each endpoint that knows the refusal, asked about one's own account with a body that anybody else could send. */
const CALLS: Record<string, () => Call> = {
  acceptChargeback: () => chargeback('acceptance', { reason }),
  addChargebackEvidence: () => chargeback('evidence', proof()),
  removeChargebackEvidence: () => ['DELETE', `/chargebacks/${of.chargeback}/evidence/${randomUUID()}`],
  representChargeback: () => chargeback('representation', { summary: 'The bill was paid on the same day.' }),
  listUserNotes: () => ['GET', `/users/${of.user}/notes`],
  addUserNote: () => user('notes', { text: 'I am nice' }),
  changeUserNote: () => ['PATCH', `/users/${of.user}/notes/${of.note}`, { text: 'I am nice', version: 1 }],
  blockUser: () => user('block', { reason }),
  changeUser: () => ['PATCH', `/users/${of.user}`, { state: 'blocked', reason }],
  proposeUnblock: () => user('unblock', { reason }),
  proposeLimit: () => user('credit/limit', { limitPaise: 5_000_000, reason }),
  proposeReinstatement: () => user('credit/reinstatement', { reason }),
  revealUserField: () => user('reveal', { field: 'pan', reason }),
  changeSupportMessage: () => ['PATCH', `/support/messages/${of.request}`, { version: 1, assignee: 'me' }],
  replyToSupportMessage: () => [
    'POST',
    `/support/messages/${of.request}/replies`,
    { message: 'Granted', version: 1 },
  ],
  decideApproval: () => ['POST', `/approvals/${of.approval}`, { decision: 'approve' }],
  resolveBreak: () => [
    'POST',
    `/reconciliation/breaks/${of.difference}/resolve`,
    { resolution: 'agreed', note: 'It is fine' },
  ],
  proposeSettlement: () => payment('settlements', { agreedPaise: 100, payBy: inTwoWeeks(), reason }),
  proposeWriteOff: () => payment('write-offs', { reason }),
  waivePayment: () => payment('waivers', { component: 'fee', amountPaise: 1, reason }),
  recordPaymentOutcome: () =>
    payment('outcome', { outcome: 'failed', evidence: 'The statement of the bank', reason }),
  nameRecoveryAgent: () => payment('recovery-agent', { name: 'Ravi Kumar', phone: '9876543210', reason }),
  logContact: () =>
    payment('contacts', { at: new Date(server.now()).toISOString(), channel: 'call', note: reason }),
  sendRepayLink: () => ['POST', `/payments/${of.payment}/repay-links`],
  refundPaymentExcess: () => payment('refunds', { reason }),
  recordRefundTransfer: () =>
    payment('refund-transfers', { reference: 'UTR000001', accountLast4: '1234', reason }),
};
/** Operations whose subject takes a whole journey to make; the tests beside each feature cover them. */
const ELSEWHERE = [
  'decideReview',
  'identifyReceipt',
  'judgeTestimonial',
  'proposeHardshipExtension',
  'proposeReceiptBack',
  'recordDebitOutcome',
];

/** Rows about endpoints of a feature that was deleted are left out. */
const isKnown = (name: string) => name in ENDPOINTS;

/** Everything that a decision about one's own account could change. */
const decided = async () => {
  const { rows } = await server.sql.query(
    `select (select json_agg(status) from approvals) as approvals, (select count(*) from waivers) as waivers,
       (select count(*) from user_notes) as notes, (select count(resolved_at) from reconciliation_breaks) as resolved`,
  );
  return rows[0];
};

describe('LEND-24: a member of staff and their own account', () => {
  test('every endpoint that knows the refusal is tried, here or beside its feature', () => {
    const known = Object.values<Endpoint>(ENDPOINTS).filter((one) => one.errors.includes('own_account'));
    expect(known.map((one) => one.name).toSorted()).toEqual(
      [...Object.keys(CALLS), ...ELSEWHERE].filter(isKnown).toSorted(),
    );
  });

  test.each(Object.entries(CALLS).filter(([name]) => isKnown(name)))(
    '%s is refused, and nothing is decided',
    async (_, call) => {
      const [method, path, body] = call();
      const before = await decided();
      const response = await fetch(`${server.url}/api/v1/admin${path}`, {
        method,
        headers: {
          authorization: `Bearer ${asha.token}`,
          'idempotency-key': randomUUID(),
          ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      });
      expect([response.status, ((await response.json()) as Problem).code]).toEqual([403, 'own_account']);
      expect(await decided()).toEqual(before);
    },
  );
});

test('LEND-24: no feature can propose something about the account of the one who proposes', async () => {
  const actor = { userId: of.user, sessionId: randomUUID() };
  const own = { kind: 'waiver', userId: of.user, objectId: of.payment, payload: {}, reason } as const;
  const untouched = {} as Tx;
  const proposing = propose(untouched, actor, own, { ip: '127.0.0.1', requestId: 'none' }, new Date());
  await expect(proposing).rejects.toMatchObject({ code: 'own_account' });
});

describe('LEND-24: in SQL, below the service', () => {
  const asOwner = (sql: string, values: unknown[] = []) => server.sql.query(sql, values);
  const APPROVED =
    "update approvals set status = 'approved', decided_at = now(), decided_by = $2 where id = $1";

  test('staff cannot approve what is about their own account', async () => {
    await expect(asOwner(APPROVED, [of.approval, of.user])).rejects.toThrow(/check constraint/);
  });

  test('staff cannot propose what is about their own account', async () => {
    const propose = `insert into approvals (kind, object_id, subject_id, payload, reason, proposed_by, proposed_at, expires_at)
      values ('waiver', gen_random_uuid(), $1, '{}', 'mine', $1, now(), now())`;
    await expect(asOwner(propose, [of.user])).rejects.toThrow(/check constraint/);
  });

  test('staff cannot approve their own proposal', async () => {
    const { id } = await colleague.ok<{ id: string }>('GET', '/me');
    await expect(asOwner(APPROVED, [of.approval, id])).rejects.toThrow(/check constraint/);
  });

  test('staff cannot decide a review of their own recording', async () => {
    await asOwner(
      `insert into reviews (user_id, id, kind, subject_id, created_at)
       values ($1, gen_random_uuid(), 'video', gen_random_uuid(), now())`,
      [of.user],
    );
    const verdict = "update reviews set status = 'approved', decided_by = app_staff_id(), decided_at = now()";
    expect(await asStaff('mohlat_staff', of.user, of.user, verdict)).toBe(0);
    expect(await asStaff('mohlat_staff', randomUUID(), of.user, verdict)).toBe(1);
  });

  test('staff cannot block or unblock themselves', async () => {
    for (const act of ['block', 'unblock']) {
      const sql = `select auth.${act}('${of.user}', now())`;
      await expect(asStaff('mohlat_worker', of.user, of.user, sql)).rejects.toThrow(/blocked by staff/);
      expect(await asStaff('mohlat_worker', randomUUID(), of.user, sql)).toBe(1);
    }
  });
});

/** Runs SQL as a role in which a member of staff acts for an account, and gives it up. Answers how many rows it met. */
async function asStaff(role: string, staffId: string, userId: string, sql: string): Promise<number> {
  const client = await server.sql.connect();
  try {
    await beginAsStaff(client, staffId, ['risk']);
    await client.query("select set_config('app.user_id', $1, true)", [userId]);
    await client.query(`set local role ${role}`);
    return (await client.query(sql)).rowCount ?? 0;
  } finally {
    await client.query('rollback');
    client.release();
  }
}
