import { randomUUID } from 'node:crypto';
import { PDF } from './crediting.ts';
import { idOf } from './erasing.ts';
import type { TestServer } from './harness.ts';
import type { Person } from './person.ts';
import { somebody } from './steps.ts';

interface Owner {
  readonly userId: string;
  readonly paymentId: string;
  readonly repaymentId: string;
}

/** Writes one row of every list that people seldom come to stand in; answers the ids by the kind of thing. */
export async function layOut(
  server: TestServer,
  staff: Person,
  { userId, ...of }: Owner,
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  const approval = await server.sql.query<{ id: string }>(
    `insert into approvals (kind, object_id, subject_id, payload, reason, proposed_by, proposed_at, expires_at)
     values ('account_unblock', $1, $1, '{}', 'New phone', $2, now(), now() + interval '7 days') returning id`,
    [userId, randomUUID()],
  );
  ids['approvals'] = approval.rows[0]!.id;
  ids['hardships'] = randomUUID();
  await server.sql.query(
    `insert into hardships (user_id, id, loan_id, reason, created_at, from_on, until_on)
     values ($1, $2, $3, 'illness', now(), ist_date(now()), ist_date(now()) + 29)`,
    [userId, ids['hardships'], of.paymentId],
  );
  const suspended = await idOf(await somebody(server).ready());
  await server.sql.query(
    "update credit_accounts set state = 'suspended', state_reason = 'arrears' where user_id = $1",
    [suspended],
  );
  const difference = await server.sql.query<{ id: string }>(
    `insert into reconciliation_breaks (user_id, payment_id, kind, detail, opened_at) values ($1, $2, 'amount', '{}', now())
     returning id`,
    [userId, of.paymentId],
  );
  ids['breaks'] = difference.rows[0]!.id;
  ids['chargebacks'] = randomUUID();
  await server.sql.query(
    `insert into chargebacks (user_id, id, repayment_id, loan_id, dispute_ref, amount_paise, phase, status, opened_at)
     values ($1, $2, $3, $4, 'disp_1', 100000, 'chargeback', 'open', now())`,
    [userId, ids['chargebacks'], of.repaymentId, of.paymentId],
  );
  ids['evidence'] = await handDocument(server, staff, `/admin/chargebacks/${ids['chargebacks']}/evidence`);
  await server.sql.query(
    `insert into bank_movements (id, source_id, kind, reference, amount_paise, value_on, booked_at)
     values ($1, $1, 'funding_in', 'UTR1', 50000000, ist_date(now()), now())`,
    [randomUUID()],
  );
  const report = await server.sql.query<{ id: string }>(
    `insert into bureau_reports (as_on, after_on, due_on, is_full, begun_at, made_at)
     values (ist_date(now()), ist_date(now()) - 7, ist_date(now()) + 4, false, now(), now()) returning id`,
  );
  ids['bureau-reports'] = report.rows[0]!.id;
  const receipt = await server.sql.query<{ id: string }>(
    `insert into unidentified_receipts (provider, payment_ref, amount_paise, is_credit_source, received_at, value_on, status,
       return_on, created_at)
     values ('razorpay', 'pay_1', 100000, false, now(), ist_date(now()), 'held', ist_date(now()) + 30, now())
     returning id`,
  );
  ids['receipts'] = receipt.rows[0]!.id;
  await server.sql.query(
    `insert into testimonials (user_id, payment_id, quote, language, given_at)
     values ($1, $2, 'The total was the total I had seen before.', 'en', now())`,
    [userId, of.paymentId],
  );
  await server.sql.query(
    `insert into settlement_rows (provider, row_hash, settled_on, settlement_ref, kind, entity_ref, amount_paise, fee_paise,
       tax_paise, credit_paise, debit_paise, occurred_at, read_at, state)
     values ('razorpay', '\\x01', ist_date(now()), 'setl_1', 'other', 'adj_1', 100, 0, 0, 100, 0, now(), now(), 'differs')`,
  );
  await server.sql.query(
    `insert into settlement_reads (provider, read_on, final_through_on, row_count, read_at)
     values ('razorpay', ist_date(now()), ist_date(now()) - 1, 1, now()) on conflict do nothing`,
  );
  await server.sql.query('insert into restores (restored_at, through_at) values (now(), now())');
  return ids;
}

async function handDocument(server: TestServer, staff: Person, path: string): Promise<string> {
  const form = new FormData();
  form.set('name', 'Receipt');
  form.set('file', new Blob([new Uint8Array(PDF)]), 'receipt.pdf');
  const headers = { authorization: `Bearer ${staff.token}` };
  const response = await fetch(`${server.url}/api/v1${path}`, { method: 'POST', headers, body: form });
  const { evidence } = (await response.json()) as { evidence: { id: string }[] };
  return evidence[0]!.id;
}
