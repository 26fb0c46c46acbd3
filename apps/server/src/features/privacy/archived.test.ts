import { readFileSync } from 'node:fs';
import { businessDate } from '@mohlat/money';
import { machineClock } from '#platform/clock/clock.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDINGS, HELD_TABLES } from '#features/all.ts';
import { openEvidenceLab } from '#features/evidence/evidence.testing.ts';
import type { Fate } from '#features/personal-data.ts';
import { EMI3 } from '#test/lending-lab.ts';
import { carryOutRetention, privacyJobs } from './retention.jobs.ts';

/** The columns of text, bytes or JSON that are archived as they are, each under the reason why it says nothing about a person. */
const SAYS_NOTHING: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'a word of our own, or a code of a rail': {
    account_balances: ['account'],
    account_closures: ['done'],
    bill_fetches: ['exactness'],
    bill_status_log: ['event', 'from_status', 'to_status'],
    chargebacks: ['phase', 'reason_code', 'response_refusal'],
    contacts: ['channels', 'step'],
    journals: ['source_kind'],
    key_facts: ['version'],
    parked_loans: ['reason'],
    payment_attempts: ['failure_code'],
    payments: ['failure_reason', 'plan_kind', 'review_reason'],
    postings: ['account'],
    presentations: ['reason'],
    rail_rows: ['matched_as', 'verdict'],
    reconciliation_breaks: ['resolution'],
    refunds: ['failure_reason'],
    repayments: ['failure_reason'],
    rewards: ['kind'],
    stored_files: ['purpose', 'type'],
  },
  'the number under which a rail or a book knows one movement of money': {
    bill_fetches: ['provider_ref'],
    chargebacks: ['dispute_ref'],
    mandates: ['order_ref', 'token_ref'],
    payment_attempts: ['our_reference', 'provider_ref', 'provider_txn'],
    payments: ['rail_reference'],
    presentations: ['order_ref'],
    rail_rows: ['our_reference', 'provider_txn', 'rail_reference'],
    reconciliation_breaks: ['detail', 'reference'],
    refund_transfers: ['reference'],
    refunds: ['bank_ref', 'provider_ref'],
    repayments: ['link_payment_ref', 'order_ref', 'provider_payment_ref'],
    tax_documents: ['number'],
  },
  'a bank, with four digits at most': {
    bill_fetches: ['biller_id'],
    cards: ['bank_name', 'last4', 'network'],
    mandates: ['masked_account'],
    payment_attempts: ['biller_id', 'last4'],
    refund_transfers: ['account_last4'],
  },
  'the figures and the terms of a price, and the state whose tax is in it': {
    key_facts: ['content', 'hash'],
    payments: ['schedule', 'supplier_state', 'supply_state'],
    quotes: ['key_facts', 'key_facts_hash', 'schedule', 'supplier_state', 'supply_state'],
    tax_documents: ['supply_state'],
  },
  'the sums that a bank offered for a bill, under its own words': { bill_fetches: ['payment_options'] },
  'a hash of nothing that could be guessed': {
    journal_leaves: ['hash'],
    rail_rows: ['row_hash'],
    stored_files: ['content_hash'],
  },
  'the list that was answered on closing, by topics and without data': { account_closures: ['answer'] },
  'taken away with the file itself, before': { stored_files: ['key_sealed'] },
};

let lab: Awaited<ReturnType<typeof openEvidenceLab>>;
beforeAll(async () => {
  lab = await openEvidenceLab();
});
afterAll(() => lab.close());

/** Every column of a table that can hold words or bytes, but for those whose words a check of the table lists. */
const SPEAKING = `select c.relname as table, a.attname as column from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relname = any ($1)
    and (t.typcategory in ('S', 'I', 'A', 'U') and t.typname not in ('uuid', '_uuid'))
    and not exists (select 1 from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
      and pg_get_constraintdef(k.oid) ~ format('^CHECK \\(\\(%s = (ANY \\(ARRAY\\[)?''', a.attname))
  order by 1, 2`;

const emptiedBy = (fate: Fate): string[] => {
  if (fate === 'erase') return [];
  const sets = [fate.blank ?? '', typeof fate.atEnd === 'object' ? fate.atEnd.blank : ''];
  return sets.flatMap((set) => [...set.matchAll(/(?:^|, )(\w+) = /g)].map((match) => match[1]!));
};

test('LEND-24: given a table whose rows outlive every period, then each word in it is emptied or says nothing about a person', async () => {
  const archived = HELD_TABLES.filter(
    ({ fate }) => fate.customer !== 'erase' && fate.customer.atEnd !== 'erase',
  );
  const { rows } = await lab.owner.query<{ table: string; column: string }>(SPEAKING, [
    archived.map(({ table }) => table),
  ]);
  const emptied = new Map(archived.map(({ table, fate }) => [table, emptiedBy(fate.customer)]));
  const left = rows
    .filter(({ table, column }) => emptied.get(table)?.includes(column) !== true)
    .map(({ table, column }) => `${table}.${column}`);
  const silent = Object.values(SAYS_NOTHING).flatMap((tables) =>
    Object.entries(tables).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`)),
  );
  expect(left.toSorted()).toEqual(silent.toSorted());
});

/** A loan of somebody whose rows have words in every column that is emptied: `$1` is the person, `$2` the loan. */
const WORDS = [
  `insert into bill_fetches (user_id, id, card_id, provider_ref, biller_id, amount_due_paise, bill_number, customer_name, exactness,
     fetched_at, payable_until) select $1, $2, card_id, 'ref', 'LAB', 1500000, 'BILL1', 'Asha Rao', 'exact', now(), now()
   from payments where user_id = $1 and id = $2`,
  'update payments set bill_fetch_id = id where user_id = $1 and id = $2',
  `update payment_attempts set bill_number = 'BILL1', request_hash = 'hash' where user_id = $1 and payment_id = $2`,
  `insert into waivers (user_id, id, loan_id, origin, component, granted_paise, reason, granted_by, granted_at, effective_on)
   values ($1, $2, $2, 'staff', 'fee', 1, 'her mother is ill', new_id(), now(), '2027-01-20'),
     ($1, new_id(), $2, 'tiny', 'fee', 1, null, null, now(), '2027-01-20')`,
  `insert into reconciliation_breaks (user_id, payment_id, kind, detail, opened_at, resolved_at, resolution, note)
   values ($1, $2, 'missing', '{}', now(), now(), 'agreed', 'she said so on the telephone')`,
  `insert into chargebacks (user_id, id, repayment_id, loan_id, dispute_ref, amount_paise, phase, status, opened_at, response_summary_sealed)
   values ($1, $2, $2, $2, 'disp', 100, 'chargeback', 'won', now(), 'sealed')`,
  `insert into chargeback_files (user_id, id, chargeback_id, name, added_by, added_at)
   values ($1, $2, $2, 'asha-rao-passbook.pdf', new_id(), now())`,
  `insert into mandates (user_id, id, loan_id, kind, status, maximum_paise, until_on, customer_ref, reason, created_at)
   values ($1, $2, $2, 'upi', 'cancelled', 100, '2027-01-01', 'cust_asha', 'ended by Asha Rao', now())`,
];
const SAID = `select
    (select json_build_array(customer_name, bill_number) from bill_fetches where user_id = $1) as bill,
    (select json_build_array(bill_number, length(request_hash)) from payment_attempts where user_id = $1) as attempt,
    (select json_agg(reason order by origin) from waivers where user_id = $1) as waivers,
    (select json_agg(note) from reconciliation_breaks where user_id = $1) as breaks,
    (select json_agg(response_summary_sealed) from chargebacks where user_id = $1) as disputes,
    (select count(*)::integer from chargeback_files where user_id = $1) as files,
    (select json_build_array(customer_ref, reason) from mandates where user_id = $1) as mandate`;

const MIGRATION = new URL('../../../../../db/migrations/0740_names_on_bills.sql', import.meta.url);

test('LEND-24: given an account that was closed before, when the database is upgraded, then its names on bills go, and no others', async () => {
  const [closed, open] = [await lab.lend('closed before', EMI3), await lab.lend('still open', EMI3)];
  for (const { userId, loanId } of [closed, open])
    for (const sql of WORDS.slice(0, 3)) await lab.asOwner(sql, [userId, loanId]);
  await lab.owner.query(
    "insert into account_closures (user_id, standing, answer, closed_at, erased_at) values ($1, 'customer', '{}', $2, $2)",
    [closed.userId, lab.clock.now()],
  );
  await lab.owner.query(readFileSync(MIGRATION, 'utf8'));
  const said = async (userId: string) => (await lab.owner.query(SAID, [userId])).rows[0];
  expect(await said(closed.userId)).toMatchObject({ bill: [null, 'BILL1'], attempt: ['BILL1', 0] });
  expect(await said(open.userId)).toMatchObject({ bill: ['Asha Rao', 'BILL1'], attempt: ['BILL1', 4] });
});

test('LEND-24: given a closed account, then the name on a bill goes at once, and the words of others when its books are archived', async () => {
  const { userId, loanId } = await lab.lend('archived', EMI3);
  for (const sql of WORDS) await lab.asOwner(sql, [userId, loanId]);
  await lab.owner.query(
    "insert into account_closures (user_id, standing, answer, closed_at) values ($1, 'customer', '{}', $2)",
    [userId, lab.clock.now()],
  );
  const said = async () => (await lab.owner.query(SAID, [userId])).rows[0];
  const deps = { ...lab.deps(), machineClock, held: HELD_TABLES, endings: ENDINGS };
  await privacyJobs(deps)[0]!.run({ userId }, { attempt: 1, isLastAttempt: false });
  expect(await said()).toMatchObject({
    bill: [null, 'BILL1'],
    attempt: ['BILL1', 0],
    waivers: ['her mother is ill', null],
    files: 1,
  });

  const later = {
    ...lab.clock,
    now: () => new Date('2036-04-02T00:00:00Z'),
    today: () => businessDate('2036-04-02'),
  };
  await carryOutRetention({ ...deps, clock: later });
  expect(await said()).toEqual({
    bill: [null, null],
    attempt: [null, 0],
    waivers: ['', null],
    breaks: [null],
    disputes: [null],
    files: 0,
    mandate: [null, null],
  });
});
