import type { GivenBack, HeldShare, LimitUse } from '@mohlat/lending';
import type { Paise } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';
import { invariant } from '#platform/http/domain-error.ts';

/** The money of a person that waits for instalments to come, and the limit that it freed. */
export interface HeldMoney {
  readonly use: LimitUse;
  /** The shares of a loan that are held; none for a loan that was not asked about. */
  sharesOf(loanId: string): readonly HeldShare[];
}

/** A bill that failed, or that the network returned, is lent to nobody. */
const LENT = "p.bill_status in ('accepted', 'submitted', 'unknown', 'paid')";

/** Finds what is held of a person's loans, and how their limit is in use. */
export async function findHeldMoney(tx: Tx, userId: string, loanIds: readonly string[]): Promise<HeldMoney> {
  const [row] = await tx.call<{
    limitPaise: Paise;
    usedPaise: Paise;
    reservedPaise: Paise;
    newestAt: number | null;
    givenBack: GivenBack[] | null;
    shares: (HeldShare & { readonly loanId: string })[] | null;
  }>(
    `select c.limit_paise as "limitPaise", c.used_paise as "usedPaise", c.reserved_paise as "reservedPaise",
       (select extract(epoch from p.accepted_at)::float8 * 1000 from payments p where p.user_id = c.user_id and ${LENT}
        order by p.accepted_at desc limit 1) as "newestAt",
       (select json_agg(json_build_object('receivedAt', extract(epoch from r.received_at) * 1000,
            'releasedAt', extract(epoch from r.released_at) * 1000))
        from repayments r where r.user_id = c.user_id and r.wished_paise > 0) as "givenBack",
       (select json_agg(json_build_object('loanId', a.loan_id, 'number', a.number, 'component', a.component,
            'amountPaise', a.amount_paise))
        from allocations a where a.user_id = c.user_id and a.loan_id = any($2) and a.is_active and a.is_earmark) as shares
     from credit_accounts c where c.user_id = $1`,
    [userId, loanIds],
  );
  invariant(row, 'a borrower has a credit account');
  const { shares, givenBack, ...use } = row;
  return {
    use: { ...use, givenBack: givenBack ?? [] },
    sharesOf: (loanId) => (shares ?? []).filter((share) => share.loanId === loanId),
  };
}
