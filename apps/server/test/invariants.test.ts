import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  AUDITED,
  BOOKING,
  FROZEN,
  MIRROR,
  OPEN_BOOKS,
  STUCK,
  TWICE,
  journal,
  ofInstalment,
  raised,
  unguarded,
} from './breaches.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { repaying } from './repaying.ts';
import { balances, drained, somebody } from './steps.ts';

/** One way of breaking one invariant, in SQL of the database's owner; `:user` and `:loan` name the lived-through loan. */
interface Breach {
  readonly title: string;
  readonly plant: string;
}

const BREACHES: readonly Breach[] = [
  {
    title: 'LEND-I21: a first closed day without its days past due is seen',
    plant: `delete from dpd_log where ctid = (
      select ctid from dpd_log where loan_id = :loan and is_active order by business_on limit 1);`,
  },
  {
    title: 'LEND-I21: days past due of a day that is not closed are seen',
    plant: `update loan_days set closed_through_on = (
      select max(business_on) - 1 from dpd_log where loan_id = :loan and is_active) where loan_id = :loan;`,
  },
  {
    title: 'LEND-I22: a class that does not follow from the days is seen',
    plant: `update dpd_log set class = 'SMA2' where ctid = (select ctid from dpd_log where loan_id = :loan and is_active limit 1);`,
  },
  {
    title: 'LEND-I22: days past due that are fewer than those of what is unpaid are seen',
    plant: `insert into charges (user_id, loan_id, kind, number, late_days, levied_on, overdue_on, amount_paise)
      select user_id, loan_id, 'bounce', 1, 0, closed_through_on - 5, closed_through_on - 3, 100 from loan_days where loan_id = :loan;`,
  },
  {
    title: 'LEND-I44: interest that was earned and is not in the books is seen',
    plant: `update account_balances set balance_paise = balance_paise + 1 where account = 'A210' and loan_id = :loan;
      insert into account_balances (user_id, account, loan_id, balance_paise)
        select user_id, 'A210', id, 1 from loans where id = :loan on conflict do nothing;`,
  },
  {
    title: 'LEND-I45: a loan that was passed over on its day is seen',
    plant: `update loan_days set next_on = closed_through_on + 1 where loan_id = :loan;
      insert into business_days (day_on, opened_at, loans_closed_at)
        select closed_through_on + 1, now(), now() from loan_days where loan_id = :loan
        on conflict (day_on) do update set loans_closed_at = now();`,
  },
  {
    title: 'LEND-I90: an entry of the audit log that was changed is seen',
    plant: `${AUDITED} update audit_log set reason = 'another' where seq = 2;`,
  },
  {
    title: 'LEND-I90: an entry of the audit log that was taken out is seen',
    plant: `${AUDITED} delete from audit_log where seq = 2;`,
  },
  {
    title: 'LEND-I63: a journal that takes effect after the day it is posted on is seen',
    plant: `${OPEN_BOOKS} update journals set effective_on = '2099-01-01' where id = ${BOOKING};`,
  },
  {
    title: 'LEND-I63: a journal of a loan before the loan began is seen',
    plant: `${OPEN_BOOKS} update journals set effective_on = '1999-01-01' where id = ${BOOKING};`,
  },
  {
    title: 'LEND-I64: a journal about a loan that is not its own person’s is seen',
    plant: `${OPEN_BOOKS} update journals set loan_id = new_id() where id = ${BOOKING};`,
  },
  {
    title: 'LEND-I65: tax on the heads of another place is seen',
    plant: `update payments set supplier_state = '27', supply_state = '29' where id = :loan;`,
  },
  {
    title: 'LEND-I65: a tax document that names another place than its payment is seen',
    plant: `update tax_documents set supply_state = '29' where loan_id = :loan;`,
  },
  { title: 'LEND-I01: a journal that does not balance is seen', plant: raised('A200') },
  {
    title: 'LEND-I01: a journal of one line is seen',
    plant: `${OPEN_BOOKS} delete from postings where journal_id = ${BOOKING} and line > 1;`,
  },
  {
    title: 'LEND-I02: a journal without lines is seen',
    plant: `${OPEN_BOOKS} delete from postings where journal_id = ${BOOKING};`,
  },
  {
    title: 'LEND-I03: a kept balance that is not the sum of its postings is seen',
    plant: `update account_balances set balance_paise = balance_paise + 1 where account = 'A200' and loan_id = :loan;`,
  },
  {
    title: 'LEND-I03: a kept balance that is missing is seen',
    plant: `delete from account_balances where account = 'A200' and loan_id = :loan;`,
  },
  {
    title: 'LEND-I04: principal of the schedule that the ledger does not have is seen',
    plant: `update instalments set principal_paise = principal_paise + 1 ${ofInstalment(3)}`,
  },
  {
    title: 'LEND-I05: fee of the schedule that the ledger does not have is seen',
    plant: `update instalments set fee_paise = fee_paise + 1 ${ofInstalment(3)}`,
  },
  {
    title: 'LEND-I06: demanded interest that the ledger does not have is seen',
    plant: `update instalments set interest_paise = interest_paise + 1 ${ofInstalment(1)}`,
  },
  {
    title: 'LEND-I07: an advance that no earmark explains is seen',
    plant: `update allocations set is_active = false where loan_id = :loan and is_earmark and is_active;`,
  },
  {
    title: 'LEND-I08: an instalment paid beyond what it is is seen',
    plant: `${unguarded('instalments', 'c')} update instalments set paid_principal_paise = principal_paise + 1 ${ofInstalment(2)}`,
  },
  {
    title: 'LEND-I10: a repayment that is not fully allocated is seen',
    plant: `update repayments set amount_paise = amount_paise + 1 where loan_id = :loan and status = 'succeeded';`,
  },
  {
    title: 'LEND-I11: a refund of more than was too much is seen',
    plant: `insert into refunds (user_id, loan_id, repayment_id, amount_paise, status, created_at)
      select user_id, loan_id, id, 1, 'processed', now() from repayments where loan_id = :loan and status = 'succeeded' limit 1;`,
  },
  {
    title: 'LEND-I36: a refund under way that the ledger does not have is seen',
    plant: `insert into refunds (user_id, loan_id, repayment_id, amount_paise, status, created_at)
      select user_id, loan_id, id, 1, 'initiated', now() from repayments where loan_id = :loan and status = 'succeeded' limit 1;`,
  },
  {
    title: 'LEND-I24: a reward that the ledger does not owe is seen',
    plant: `insert into rewards (user_id, kind, amount_paise, loan_id, number, earned_on, earned_at, expires_on)
      values (:user, 'cashback', 1, :loan, 99, now(), now(), now());`,
  },
  {
    title: 'LEND-I12: a reserved amount without its reservation is seen',
    plant: `update credit_accounts set reserved_paise = reserved_paise + 1 where user_id = :user;`,
  },
  {
    title: 'LEND-I13: a used amount that is not the unpaid principal is seen',
    plant: `update credit_accounts set used_paise = used_paise + 1 where user_id = :user;`,
  },
  {
    title: 'LEND-I14: a reservation still held for a paid bill is seen',
    plant: `update reservations set state = 'held' where payment_id = :loan;`,
  },
  {
    title: 'LEND-I14: a payment without a reservation is seen',
    plant: `delete from reservations where payment_id = :loan;`,
  },
  {
    title: 'LEND-I15: a loan of a bill that was not paid is seen',
    plant: `update payments set bill_status = 'failed' where id = :loan;`,
  },
  {
    title: 'LEND-I15: a paid bill without a loan is seen',
    plant: `update payments set bill_status = 'paid' where user_id = :user and bill_status = 'submitted';`,
  },
  {
    title: 'LEND-I16: two attempts that could both have paid are seen',
    plant: `drop index payment_attempts_one_open;
      insert into payment_attempts
      select (jsonb_populate_record(a, jsonb_build_object('id', new_id(), 'our_reference', 'MOHSECOND'))).*
      from payment_attempts a where payment_id = :loan;`,
  },
  {
    title: 'LEND-I17: a change of status that is not allowed is seen',
    plant: `${unguarded('bill_status_log', 'f')}
      update bill_status_log set from_status = 'failed' where payment_id = :loan and to_status = 'paid';`,
  },
  {
    title: 'LEND-I17: a status that the log does not end with is seen',
    plant: `update payments set bill_status = 'unknown' where user_id = :user and bill_status = 'submitted';`,
  },
  {
    title: 'LEND-I09: a late charge that the ledger does not have is seen',
    plant: `insert into charges (user_id, loan_id, kind, number, late_days, levied_on, overdue_on, amount_paise)
      values (:user, :loan, 'penal', 1, 4, '2026-01-05', '2026-01-20', 10000);`,
  },
  {
    title: 'LEND-I18: a tax that is not the one inside the fee is seen',
    plant: `update payments set gst_paise = gst_paise + 1 where id = :loan;`,
  },
  {
    title: 'LEND-I19: a charge added to the principal is seen',
    plant: journal('penal', `(1, 'A200', 100), (2, 'I420', -100)`),
  },
  {
    title: 'LEND-I20: a posting on a day that was never opened is seen',
    // A day that was summed up meanwhile is named by its sums, and by those of its loans.
    plant: `${unguarded('ledger_days', 'f')} ${unguarded('loan_months', 'f')}
      delete from business_days where day_on = (select posting_on from journals where id = ${BOOKING});`,
  },
  {
    title: 'LEND-I20: a posting after its day was closed is seen',
    plant: `update business_days set closed_at = '2000-01-01'
      where day_on = (select posting_on from journals where id = ${BOOKING});`,
  },
  { title: 'LEND-I23: a half of the tax without the other is seen', plant: raised('L330') },
  {
    title: 'LEND-I25: a payment without accepted key facts is seen',
    plant: `delete from key_facts where payment_id = :loan;`,
  },
  {
    title: 'LEND-I25: key facts accepted that were not the ones shown are seen',
    plant: `update key_facts set hash = 'another' where payment_id = :loan;`,
  },
  {
    title: 'LEND-I27: a receivable below zero is seen',
    plant: `update account_balances set balance_paise = -1 where account = 'A200' and loan_id = :loan;`,
  },
  {
    title: 'LEND-I27: a liability that a person owes us is seen',
    plant: `update account_balances set balance_paise = 1 where account = 'L300' and loan_id = :loan;`,
  },
  {
    title:
      'LEND-I28: a success of the rail that is no payment of ours, and in no list of differences, is seen',
    // The rail's list lacks this bill, which was written and not sent: that open difference would explain the plant.
    plant: `delete from reconciliation_breaks where payment_id = :loan;
      insert into rail_rows (user_id, rail, business_on, our_reference, rail_reference, status, amount_paise, row_hash,
        payment_id, read_id, first_seen_at, matched_at) select :user, 'billpay', current_date, 'planted', 'planted',
        'success', amount_paise + 1, '', id, id, now(), now() from payments where id = :loan;`,
  },
  {
    title: 'LEND-I37: a bill that the rail executed and no person owes is seen',
    plant: `update payment_attempts a set executed_at = now() from payments p
        where p.user_id = :user and p.bill_status = 'submitted' and a.user_id = p.user_id and a.payment_id = p.id;
      update payments set bill_status = 'failed' where user_id = :user and bill_status = 'submitted';`,
  },
  { title: 'LEND-I37: one executed days ago that still waits is seen, whatever else is open', plant: STUCK },
  { title: 'LEND-I38: an instalment that was demanded of a frozen loan is seen', plant: FROZEN },
  { title: 'LEND-I29: a journal reversed twice is seen', plant: TWICE },
  { title: 'LEND-I30: a reversal that is no mirror is seen', plant: journal('unwind', MIRROR, BOOKING) },
  {
    title: 'LEND-I31: a loan without its booking is seen',
    plant: `${OPEN_BOOKS} update journals set source_kind = 'float' , source_id = new_id() where id = ${BOOKING};`,
  },
  {
    title: "LEND-I31: a loan booked with another amount than the bill's is seen",
    plant: raised('A200'),
  },
  { title: 'LEND-I32: a memo of reserved limit that nothing holds is seen', plant: raised('M900') },
  { title: 'LEND-I33: money in transit that no payment is on its way with is seen', plant: raised('A110') },
  {
    title: 'LEND-I34: money in the books for a repayment that did not come is seen',
    plant: `update repayments set status = 'failed' where loan_id = :loan and status = 'succeeded';`,
  },
  {
    title: 'LEND-I34: a repayment that came and is not in the books is seen',
    plant: `${OPEN_BOOKS} update journals set source_kind = 'float' where loan_id = :loan and source_kind = 'repayment';`,
  },
  {
    title: 'LEND-I34: a repayment whose journal it does not name is seen',
    plant: `update repayments set journal_id = null where loan_id = :loan and status = 'succeeded';`,
  },
  {
    title: 'LEND-I35: income in suspense of a loan that performs is seen',
    plant: journal('npa', `(1, 'I410', 5), (2, 'L350', -5)`),
  },
  {
    title: 'LEND-I40: a tax document that says another amount than its journal is seen',
    plant: `update tax_documents set cgst_paise = cgst_paise + 1 where loan_id = :loan;`,
  },
  {
    title: 'LEND-I40: a number of a tax document that is missing is seen',
    plant: `delete from tax_documents where loan_id = :loan;`,
  },
  {
    title: 'LEND-I40: tax moved by an event that is never given a document is seen',
    plant: journal('forged', `(1, 'I400', 5), (2, 'L330', -5)`),
  },
  {
    title: 'LEND-I41: a waiver that is not in the books is seen',
    plant: `insert into waivers (user_id, loan_id, origin, component, granted_paise, applied_paise, granted_at, effective_on)
      values (:user, :loan, 'tiny', 'all', 5, 5, now(), current_date);`,
  },
  {
    title: 'LEND-I41: something waived in the books by no staff is seen',
    plant: journal('waiver', `(1, 'E510', 5), (2, 'A220', -5)`),
  },
  {
    title: 'LEND-I42: an allowance held the wrong way round is seen',
    plant: `insert into account_balances (user_id, account, loan_id, balance_paise) values (:user, 'A290', :loan, 5)
      on conflict (user_id, account, loan_id) do update set balance_paise = 5;`,
  },
  {
    title: 'LEND-I43: a loan that has ended and is still in the books is seen',
    plant: `update loans set status = 'closed', closed_on = current_date where id = :loan;`,
  },
  {
    title: 'LEND-I43: a loan written off by no staff is seen',
    plant: `update loans set status = 'written_off', written_off_on = current_date where id = :loan;`,
  },
  {
    title: 'LEND-I60: a sum of a closed day that its postings do not explain is seen',
    plant: `insert into ledger_days (day_on, source_kind, account, debit_paise, credit_paise, debit_count, credit_count)
      select min(day_on), 'planted', 'A105', 1, 0, 1, 0 from business_days;`,
  },
  {
    title: 'LEND-I61: an account that has no part in its event is seen',
    plant: journal('demand', `(1, 'A100', 5), (2, 'A105', -5)`),
  },
  {
    title: 'LEND-I61: an unknown kind of event is seen',
    plant: journal('gift', `(1, 'A100', 5), (2, 'Q600', -5)`),
  },
  {
    title: 'LEND-I62: a memo account against a real one is seen',
    plant: journal('reserve', `(1, 'A100', 5), (2, 'M901', -5)`),
  },
  {
    title: 'LEND-I50: a settlement that no row of the file explains is seen',
    plant: journal('coll_settle', `(1, 'A100', 1), (2, 'A120', -1)`),
  },
  {
    title: 'LEND-I50: a settled repayment that still stands in the clearing account is seen',
    plant: `update repayments set settled_on = value_on where loan_id = :loan and amount_paise = 100000;`,
  },
  {
    title: 'LEND-I51: money kept for an owner that no receipt explains is seen',
    plant: journal('unidentified', `(1, 'A120', 1), (2, 'L320', -1)`),
  },
  {
    title: 'LEND-I52: a dispute that is not in the books is seen',
    plant: `insert into chargebacks (user_id, repayment_id, loan_id, dispute_ref, amount_paise, phase, status, deducted_at, opened_at)
      select user_id, id, loan_id, 'disp_planted', amount_paise, 'chargeback', 'open', received_at, received_at
      from repayments where loan_id = :loan and amount_paise = 100000;`,
  },
];

const INVARIANTS = join(import.meta.dirname, '../../../db/invariants');
const files = readdirSync(INVARIANTS).filter((name) => name.endsWith('.sql'));
const idOf = (title: string) => title.slice('LEND-'.length, title.indexOf(':'));

let server: TestServer;
let loan: { readonly id: string; readonly userId: string };
const { w2, onDay } = repaying(() => server);

/** A loan of three EMIs: one demanded, repaid in part and ahead of time, beside a payment that is on its way. */
beforeAll(async () => {
  server = await startTestServer({ startsAt: '2031-01-15T06:00:00Z' });
  const lived = await w2(2031, await somebody(server).ready());
  await onDay(lived, '2031-02-10');
  await lived.person.repay(lived.id, 700_000);
  await onDay(lived, '2031-03-10');
  await lived.person.repay(lived.id, 100_000);
  const slow = await lived.person.addCard('1006');
  const { id } = await lived.person.pay(slow.id, 100_000);
  await lived.person.untilBill(id, 'submitted');
  await drained();
  const { rows } = await server.sql.query<{ user_id: string }>('select user_id from loans where id = $1', [
    lived.id,
  ]);
  loan = { id: lived.id, userId: rows[0]!.user_id };
});
afterAll(() => server.stop());

async function breachesOf(client: pg.ClientBase, id: string): Promise<object[]> {
  const file = files.find((name) => name.startsWith(`${id}_`));
  await client.query('set local role mohlat_worker');
  const { rows } = await client.query<object>(readFileSync(join(INVARIANTS, file!), 'utf8'));
  await client.query('reset role');
  return rows;
}

test('every invariant has a breach that it is tried with', () => {
  const tried = new Set(BREACHES.map(({ title }) => idOf(title)));
  expect(files.map((name) => name.slice(0, 3)).filter((id) => !tried.has(id))).toEqual([]);
});

test('the loan that the breaches are planted in has lived: demanded, repaid, and paid ahead', async () => {
  const books = await balances(server, { loanId: loan.id });
  expect(Object.keys(books)).toEqual(
    expect.arrayContaining(['A120', 'A200', 'A202', 'I410', 'L300', 'L330']),
  );
});

test.each(BREACHES)('$title', async ({ title, plant }) => {
  const client = await server.sql.connect();
  try {
    await client.query('begin');
    expect(await breachesOf(client, idOf(title))).toEqual([]);
    await client.query(plant.replaceAll(':user', `'${loan.userId}'`).replaceAll(':loan', `'${loan.id}'`));
    expect(await breachesOf(client, idOf(title))).not.toEqual([]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
