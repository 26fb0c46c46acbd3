import {
  TAX_DOCUMENT_KINDS,
  type TaxDocument,
  taxDocument,
  type TaxDocumentKind,
  taxDocumentNumber,
  taxDocumentOn,
  TAXED_JOURNALS,
} from '@mohlat/lending';
import { type BusinessDate, financialYearOf, istDate } from '@mohlat/money';
import { accountsIn } from '#ledger/accounts-in.ts';
import type { Tx } from '#platform/db/database.ts';
import { oneOf } from '#platform/db/one-of.ts';

/**
 * Gives events that move tax on fees their documents, and the documents their numbers; answers how many. Apart from booking, so that
 * no payment waits for another one's number. One run at a time, so that the numbers have no gap.
 * Rule: LEND-F5. Locks: an advisory one, and the rows of the series.
 */
export async function issueTaxDocuments(tx: Tx, now: Date, limit: number): Promise<number> {
  const last = await lockSeries(tx);
  if (!last) return 0;
  const after = await findLook(tx, now);
  const moved = await listUndocumented(tx, after, limit);
  const documents = moved.flatMap(({ userId, journalId, loanId, ...fee }) => {
    const document = taxDocument(fee);
    return document === null ? [] : [{ userId, journalId, loanId, ...document }];
  });
  for (const kind of TAX_DOCUMENT_KINDS) {
    const issuedOn = taxDocumentOn(istDate(now.getTime()), last[kind]);
    await write(
      tx,
      issuedOn,
      documents.filter((document) => document.kind === kind),
    );
  }
  if (moved.length < limit) {
    await tx.call('select tax_documents_done()');
    await markLooked(tx, after);
  }
  return documents.length;
}

/** The days of the last numbers; undefined while another run has them. Locks: an advisory one. */
async function lockSeries(tx: Tx): Promise<Record<TaxDocumentKind, BusinessDate | null> | undefined> {
  const [lock] = await tx.call<{ isMine: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('tax documents', 0)) as "isMine"`,
  );
  if (!lock?.isMine) return undefined;
  const rows = await tx.call<{ kind: TaxDocumentKind; lastOn: BusinessDate }>(
    'select kind, max(last_issued_on) as "lastOn" from tax_series group by kind',
  );
  const lastOf = (kind: TaxDocumentKind) => rows.find((row) => row.kind === kind)?.lastOn ?? null;
  return { invoice: lastOf('invoice'), credit_note: lastOf('credit_note') };
}

/**
 * The time behind which journals may lack a document; null where all journals of the open days are looked at again. That is once after
 * each close of a day, for what a transaction of hours may have left behind, and for a trial clock that goes back.
 */
async function findLook(tx: Tx, now: Date): Promise<Date | null> {
  const [look] = await tx.call<{ after: Date | null }>(
    `select case when $1::timestamptz < t.looked_through
       or t.through_on < (select max(day_on) - 1 from business_days where closed_at is not null) then null else t.looked_through end as after
     from tax_documents_through t`,
    [now],
  );
  return look!.after;
}

/** Taxed journals `j` of days that may have one without a document, posted after a time, which may be null. */
const LATELY_TAXED = `${oneOf('j.source_kind', TAXED_JOURNALS)}
       and j.posting_on = any (array(select b.day_on from business_days b, tax_documents_through t where b.day_on > t.through_on))
       and j.posted_at > coalesce($1::timestamptz, '-infinity')`;

/** The next look begins behind the newest journal, less what a transaction may take to commit. */
async function markLooked(tx: Tx, after: Date | null): Promise<void> {
  const [newest] = await tx.call<{ at: Date | null }>(
    `select max(j.posted_at) - interval '10 minutes' as at from journals j where ${LATELY_TAXED}`,
    [after],
  );
  await tx.call('update tax_documents_through set looked_through = $1 where looked_through < $1', [
    newest?.at ?? null,
  ]);
}

interface Undocumented extends Record<string, unknown> {
  readonly userId: string;
  readonly journalId: string;
  readonly loanId: string;
  readonly taxablePaise: number;
  readonly cgstPaise: number;
  readonly sgstPaise: number;
  readonly igstPaise: number;
}

const OF = (account: 'FEE_INCOME' | 'CGST' | 'SGST' | 'IGST') =>
  `-coalesce(sum(p.amount_paise) filter (where p.account in ${accountsIn(account)}), 0)::bigint`;

/** Journals that move tax and have no document, each with what it moved; `relived_at` of those that a replay of their loan wrote. */
const TAXED = `
  select j.user_id, j.id, coalesce(j.loan_id, min(p.loan_id::text)::uuid) as loan_id, j.posted_at,
    case when exists (
      select 1 from journals r where r.user_id = j.user_id and r.loan_id = j.loan_id and r.posted_at = j.posted_at
        and r.source_kind = 'reversal') then j.posted_at end as relived_at,
    ${OF('FEE_INCOME')} as taxable, ${OF('CGST')} as cgst, ${OF('SGST')} as sgst, ${OF('IGST')} as igst
  from journals j join postings p on p.user_id = j.user_id and p.journal_id = j.id
    and p.account in ${accountsIn('FEE_INCOME', 'CGST', 'SGST', 'IGST')}
  where ${LATELY_TAXED}
    and not exists (select 1 from tax_documents d where d.user_id = j.user_id and d.journal_id = j.id)
  group by j.user_id, j.id, j.loan_id, j.posted_at
  having sum(p.amount_paise) filter (where p.account in ${accountsIn('CGST', 'SGST', 'IGST')}) <> 0`;

/**
 * Lists what was moved of fees and their tax without a document, the oldest first: by each journal, and by a replay of a loan as a whole.
 * A replay takes a waiver or an exit back and books it again, and only what is another amount then is an event of its own.
 */
function listUndocumented(tx: Tx, after: Date | null, limit: number): Promise<Undocumented[]> {
  return tx.call<Undocumented>(
    `select t.user_id as "userId", max(t.id::text)::uuid as "journalId", t.loan_id as "loanId", sum(t.taxable)::bigint as "taxablePaise",
       sum(t.cgst)::bigint as "cgstPaise", sum(t.sgst)::bigint as "sgstPaise", sum(t.igst)::bigint as "igstPaise"
     from (${TAXED}) t
     where t.relived_at is null or not exists (
       select 1 from tax_documents d join journals g on g.user_id = d.user_id and g.id = d.journal_id
       where d.user_id = t.user_id and d.loan_id = t.loan_id and g.posted_at = t.relived_at)
     group by t.user_id, t.loan_id, t.posted_at, case when t.relived_at is null then t.id end
     having sum(t.cgst + t.sgst + t.igst) <> 0
     order by t.posted_at, 2 limit $2`,
    [after, limit],
  );
}

type Unnumbered = TaxDocument & Pick<Undocumented, 'userId' | 'journalId' | 'loanId'>;

/** Writes documents of one kind, in their order, with the next numbers of their series. */
async function write(tx: Tx, issuedOn: BusinessDate, documents: readonly Unnumbered[]): Promise<void> {
  const [first] = documents;
  if (!first) return;
  const financialYear = financialYearOf(issuedOn).startYear;
  const [taken] = await tx.call<{ first: number }>('select tax_series_take($1, $2, $3, $4) as first', [
    first.kind,
    financialYear,
    documents.length,
    issuedOn,
  ]);
  const numbered = documents.map((document, index) => {
    const sequence = taken!.first + index;
    return {
      ...document,
      financialYear,
      sequence,
      number: taxDocumentNumber(document.kind, issuedOn, sequence),
      issuedOn,
    };
  });
  await tx.call('select tax_documents_write($1)', [JSON.stringify(numbered)]);
}
