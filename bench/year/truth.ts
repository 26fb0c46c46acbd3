import { accountsIn } from '../../apps/server/src/ledger/accounts-in.ts';
import type { World } from './borrower.ts';

interface Truth {
  readonly billPayments: readonly { paymentRefId: string; amountPaise: number; status: string }[];
  readonly collections: readonly { paymentId: string; amountPaise: number; status: string }[];
  readonly refunds: readonly { refundId: string; paymentId: string; amountPaise: number; status: string }[];
  readonly mandates: readonly { tokenId: string; status: string }[];
}

/** One movement of money, or one permission, in the world or in the books. */
type Entry = readonly [reference: string, what: string];

/** The bills the network executed under our references: money that left the float, without its fee, and is not owed to it again. */
const BILLS = `
  select a.our_reference as reference, (-sum(p.amount_paise))::text as what
  from payment_attempts a
  join journals j on j.user_id = a.user_id and j.loan_id = a.payment_id
    and j.source_kind in ('submit', 'submit_failed', 'rail_orphan', 'unwind')
  join postings p on p.user_id = j.user_id and p.journal_id = j.id and p.account in ${accountsIn('RAIL_FLOAT', 'RAIL_OWES')}
  group by 1 having sum(p.amount_paise) <> 0`;

/** The collections under the provider's own reference: credited, kept for want of an owner, or left to a person to decide. */
const COLLECTIONS = `
  select r.provider_payment_ref as reference, sum(p.amount_paise)::text as what
  from repayments r
  join postings p on p.user_id = r.user_id and p.journal_id = r.journal_id and p.account in ${accountsIn('CHECKOUT_CLEARING', 'MANDATE_CLEARING')}
  group by 1
  union all
  select u.payment_ref, sum(p.amount_paise)::text
  from unidentified_receipts u
  join journals j on j.source_kind = 'unidentified' and j.source_id = u.id
  join postings p on p.user_id = j.user_id and p.journal_id = j.id and p.account in ${accountsIn('CHECKOUT_CLEARING')}
  group by 1
  union all
  -- Taken on an order that is not the product's: nothing is credited by a guess, a difference is open for a person.
  select b.detail ->> 'paymentRef', b.detail ->> 'amountPaise'
  from reconciliation_breaks b
  where b.kind = 'unmatched_receipt' and b.resolved_at is null and b.detail ? 'paymentRef'
    and not exists (select 1 from unidentified_receipts u where u.payment_ref = b.detail ->> 'paymentRef')`;

const REFUNDS = `
  select f.provider_ref as reference, (-sum(p.amount_paise))::text as what
  from refunds f
  join journals j on j.user_id = f.user_id and j.source_kind = 'refund' and j.source_id = md5(f.id::text || ' ended')::uuid
  join postings p on p.user_id = j.user_id and p.journal_id = j.id and p.account in ${accountsIn('BANK')}
  group by 1
  union all
  select u.refund_ref, (-sum(p.amount_paise))::text
  from unidentified_receipts u
  join journals j on j.source_kind = 'refund' and j.source_id = u.id
  join postings p on p.user_id = j.user_id and p.journal_id = j.id and p.account in ${accountsIn('BANK')}
  group by 1`;

/** Clearing accounts as a whole: nothing stands there that no repayment explains. Settlements are journals of their own. */
const CLEARING = `
  select p.user_id::text as reference, sum(p.amount_paise)::text as what
  from postings p
  join journals j on j.user_id = p.user_id and j.id = p.journal_id
  where p.account in ${accountsIn('CHECKOUT_CLEARING', 'MANDATE_CLEARING')} and j.source_kind in ('repayment', 'recovery', 'exit', 'reversal')
  group by 1 having sum(p.amount_paise) <> 0`;

const CREDITED = `
  select user_id::text as reference, sum(amount_paise)::text as what
  from repayments where provider_payment_ref is not null and journal_id is not null
  group by 1 having sum(amount_paise) <> 0`;

/** The bank as the books have it, and as the provider's settlements say; a refund stands in the file a day after it is done. */
const BANK = `
  select case when is_book then 'books' else 'file' end as reference, sum(paise)::text as what from (
    select true as is_book, p.amount_paise as paise from postings p where p.account in ${accountsIn('BANK')}
    union all
    select false, s.credit_paise - s.debit_paise from settlement_rows s where s.state = 'matched'
    union all
    select false, -f.amount_paise from refunds f
    where f.status = 'processed' and not exists (select 1 from settlement_rows s where s.subject_id = f.id and s.state = 'matched')
    union all
    select false, -u.amount_paise from unidentified_receipts u
    where u.status = 'returned' and not exists (
      select 1 from settlement_rows s where s.subject_id = u.id and s.kind = 'refund' and s.state = 'matched')
  ) as moved group by is_book`;

const MANDATES = `
  select token_ref as reference, case status when 'active' then 'confirmed' else status end as what
  from mandates where token_ref is not null`;

/** Where the product's books and the world's differ, one line each; none when they agree. */
export async function differencesFromTruth(world: World): Promise<string[]> {
  const truth = await world.control<Truth>('GET', '/truth');
  const read = async (text: string): Promise<Entry[]> => {
    const { rows } = await world.sql.query<{ reference: string; what: string }>(text);
    return rows.map((row) => [row.reference, row.what]);
  };
  const credited = await read(COLLECTIONS);
  const ours = new Set(credited.map(([reference]) => reference));
  return [
    ...compare(
      'bill',
      await read(BILLS),
      truth.billPayments
        .filter(({ status }) => status === 'executed')
        .map((one) => [one.paymentRefId, String(one.amountPaise)]),
    ),
    ...compare(
      'collection',
      credited,
      // Money that went back by itself before anybody captured it was never the product's.
      truth.collections
        .filter((one) => one.status === 'captured' || ours.has(one.paymentId))
        .map((one) => [one.paymentId, String(one.amountPaise)]),
    ),
    ...compare(
      'refund',
      await read(REFUNDS),
      truth.refunds
        .filter((one) => one.status === 'processed' && ours.has(one.paymentId))
        .map((one) => [one.refundId, String(one.amountPaise)]),
    ),
    ...differenceAtBank(await read(BANK)),
    ...compare('clearing account of', await read(CLEARING), await read(CREDITED)),
    ...compare(
      'mandate',
      await read(MANDATES),
      truth.mandates.map((one) => [one.tokenId, one.status]),
    ),
  ];
}

function differenceAtBank(sides: readonly Entry[]): string[] {
  const { books = '0', file = '0' } = Object.fromEntries(sides);
  return books === file ? [] : [`the bank: the books say ${books}, the settlement file ${file}`];
}

function compare(kind: string, books: readonly Entry[], world: readonly Entry[]): string[] {
  const inBooks = gather(books);
  const inWorld = gather(world);
  return [...new Set([...inBooks.keys(), ...inWorld.keys()])].flatMap((reference) => {
    const [ours, theirs] = [inBooks.get(reference) ?? 'nothing', inWorld.get(reference) ?? 'nothing'];
    return ours === theirs ? [] : [`${kind} ${reference}: the books say ${ours}, the world ${theirs}`];
  });
}

/** Two of the same reference are said both: money that moved twice is a difference. */
function gather(entries: readonly Entry[]): Map<string, string> {
  const all = new Map<string, string>();
  for (const [reference, what] of entries.toSorted((one, other) => one[1].localeCompare(other[1]))) {
    const known = all.get(reference);
    all.set(reference, known === undefined ? what : `${known} and ${what}`);
  }
  return all;
}
