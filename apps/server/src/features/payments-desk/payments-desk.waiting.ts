import { PARKED_FOR_STAFF } from '#features/end-of-day/index.ts';
import type { Waiting } from '#features/feature.ts';
import { IS_UNPAID } from '#features/lending/index.ts';

/** Debits `x` that came back while their instalment is unpaid to this day. */
export const BOUNCED = `presentations x
  join instalments i on i.user_id = x.user_id and i.loan_id = x.loan_id and i.number = x.number and i.is_active and ${IS_UNPAID}
  where x.state = 'failed'`;

/** Payments and loans that staff have to look at. */
export const PAYMENTS_WAITING: readonly Waiting[] = [
  {
    kind: 'unknown_payments',
    path: '/admin/payments?billStatus=unknown',
    select: "select count(*), min(accepted_at) from payments where bill_status = 'unknown'",
  },
  {
    kind: 'payments_to_review',
    path: '/admin/payments?needsReview=true',
    select: 'select count(*), min(accepted_at) from payments where needs_review',
  },
  {
    kind: 'bounced_collections',
    path: '/admin/payments?hasBounced=true',
    select: `select count(distinct (x.user_id, x.loan_id)), min(x.ended_at) from ${BOUNCED} and x.ended_at > $1::timestamptz - interval '7 days'`,
  },
  {
    kind: 'parked_loans',
    path: '/admin/payments?isParked=true',
    select: `select count(*), min(k.parked_at) from ${PARKED_FOR_STAFF}`,
  },
];
