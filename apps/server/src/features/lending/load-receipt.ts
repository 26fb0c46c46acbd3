import type { Money, Relief } from '@mohlat/lending';
import type { Paise } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';
import { type Known, list, LOANS_OF_RECEIPT } from './load.ts';
import { type BorrowerRow, withTerms } from './terms.ts';

/** A repayment as its rows have it, before its money meets the loan. */
export interface Started extends Pick<Money, 'channel' | 'intent' | 'onlyNumber'> {
  /** The part that went back to its payer or is on its way (`RETURNED`): a bank that takes the money back takes it twice. */
  readonly returnedPaise: Paise;
  /** The part that pays nothing, where the money counts anew (`COUNTS_NO_MORE`). */
  readonly countsNoMorePaise: Paise;
  /** When it was begun: of a debit under a mandate, when the bank was asked for it. In milliseconds since the epoch. */
  readonly askedAt: number;
}

/** The part of a repayment that went back to its payer or is on its way; for a reward, the part that became a reward again. */
export const RETURNED = `(
  select coalesce(sum(f.amount_paise), 0) from refunds f
  where f.user_id = r.user_id and f.repayment_id = r.id and f.status <> 'failed'
) + (
  select coalesce(sum(w.amount_paise), 0) from rewards w where w.user_id = r.user_id and w.from_repayment_id = r.id
)`;

/** The part of a repayment that counts no more: it went back, or was released to its payer, also where a bank refuses it. Rule: LEND-9 (EMI) */
export const COUNTS_NO_MORE = `greatest(${RETURNED}, r.released_paise)`;

/** A repayment as it was begun, and what its money has to be put in order with beside other money. */
interface Beginning {
  readonly started: Started;
  /** All that staff waived or wrote off of its loan. */
  readonly relief: readonly Relief[];
}

interface LoadedReceipt extends Omit<Known, 'borrower'>, Pick<Beginning, 'started'> {
  readonly borrower: BorrowerRow;
  readonly waivers: readonly Relief[];
  readonly writeOffs: readonly Relief[];
}

/** A tiny balance let off follows from the days, and is no decision of staff. */
const WAIVERS = list(`
  select json_agg(json_build_object('at', extract(epoch from w.granted_at) * 1000, 'effectiveOn', w.effective_on))
  from waivers w where w.user_id = r.user_id and w.loan_id = r.loan_id and w.origin = 'staff'`);

const WRITE_OFFS = list(`
  select json_agg(json_build_object('at', extract(epoch from o.decided_at) * 1000, 'effectiveOn', o.effective_on))
  from write_offs o where o.user_id = r.user_id and o.loan_id = r.loan_id`);

/**
 * Facts that a receipt needs of its borrower: the loan it is for, what staff let off of it, and what the repayment was started for, in one query and its terms in another. Undefined when
 * there is no such repayment. The caller holds the borrower's lock.
 */
export async function loadForReceipt(
  tx: Tx,
  userId: string,
  repaymentId: string,
): Promise<(Known & Beginning) | undefined> {
  const [row] = await tx.call<LoadedReceipt>(
    `select c.book_version as version, json_build_object(
         'userId', c.user_id, 'usedPaise', c.used_paise, 'blocks', '[]'::json, 'loans', ${LOANS_OF_RECEIPT}) as borrower,
       json_build_object('channel', r.channel, 'intent', r.intent, 'onlyNumber', r.only_number,
         'returnedPaise', ${RETURNED}, 'countsNoMorePaise', ${COUNTS_NO_MORE}, 'askedAt', extract(epoch from r.created_at) * 1000) as started,
       ${WAIVERS} as waivers, ${WRITE_OFFS} as "writeOffs"
     from repayments r join credit_accounts c on c.user_id = r.user_id
     where r.user_id = $1 and r.id = $2`,
    [userId, repaymentId],
  );
  if (row === undefined) return undefined;
  const { version, started, waivers, writeOffs } = row;
  const [borrower] = await withTerms(tx, [row.borrower]);
  return { borrower: borrower!, version, started, relief: [...waivers, ...writeOffs] };
}
