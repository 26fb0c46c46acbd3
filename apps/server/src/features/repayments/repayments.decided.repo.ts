import type { BusinessDate, Paise } from '@mohlat/money';
import { paise } from '@mohlat/money';
import { applyWaiver, applyWriteOff } from '#features/lending/index.ts';
import type { Tx } from '#platform/db/database.ts';

/** Something staff decided about a person's loan and a rewind took back: done anew in its turn between the receipts. */
export interface UndoneFact {
  readonly id: string;
  readonly kind: 'waiver' | 'write_off';
  readonly at: Date;
  readonly effectiveOn: BusinessDate;
}

export async function listUndoneFacts(tx: Tx, userId: string): Promise<UndoneFact[]> {
  return tx.call<UndoneFact & Record<string, unknown>>(
    'select id, kind, at, effective_on as "effectiveOn" from undone_facts($1)',
    [userId],
  );
}

/** Waivers and write-offs are facts: they stand, over what is there when their turn comes. */
export async function redoFact(tx: Tx, userId: string, { id, kind }: UndoneFact, now: Date): Promise<void> {
  const apply = kind === 'waiver' ? applyWaiver : applyWriteOff;
  await apply(tx, userId, id, now);
}

/**
 * What is left of a lower sum that was agreed for this loan when money came in: it ends the loan where it is received by its
 * day. Undefined where none was agreed for that time.
 */
export async function findAgreedRest(
  tx: Tx,
  userId: string,
  loanId: string,
  { receivedAt, valueOn }: { readonly receivedAt: Date; readonly valueOn: BusinessDate },
): Promise<Paise | undefined> {
  const [row] = await tx.call<{ rest: number }>(
    `select s.agreed_paise - (
       select coalesce(sum(a.amount_paise), 0) from repayments r
       join allocations a on a.user_id = r.user_id and a.repayment_id = r.id and a.is_active
         and a.component in ('interest', 'fee', 'principal', 'penal', 'bounce')
       where r.user_id = s.user_id and r.loan_id = s.loan_id and r.status = 'succeeded'
         and r.received_at >= s.agreed_at and r.value_on <= s.pay_by
     ) as rest
     from settlements s
     where s.user_id = $1 and s.loan_id = $2 and s.agreed_at <= $3 and s.pay_by >= $4
     order by s.agreed_at desc limit 1`,
    [userId, loanId, receivedAt, valueOn],
  );
  return row && row.rest > 0 ? paise(row.rest) : undefined;
}
