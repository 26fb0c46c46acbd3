import { figure } from '#platform/figures/figures.ts';

const RECENT = "$1::timestamptz - interval '10 minutes'";
/** The index by time begins with the acceptance: what was accepted more than a day ago is not looked at. */
const PAID = `from payments where accepted_at > $1::timestamptz - interval '1 day' and paid_at > ${RECENT}`;
const AGE = 'coalesce(extract(epoch from $1::timestamptz - min(accepted_at)), 0)::bigint';

/** Whether bills are accepted and paid, and how long people wait to hear of them. */
export const PAYMENT_FIGURES = [
  figure({
    name: 'mohlat_payments_accepted',
    help: 'Bills accepted in the last ten minutes',
    sql: `select count(*)::integer as value from payments where accepted_at > ${RECENT}`,
  }),
  figure({
    name: 'mohlat_payments_paid',
    help: 'Bills paid in the last ten minutes',
    sql: `select count(*)::integer as value ${PAID}`,
  }),
  figure({
    name: 'mohlat_payments_paid_paise',
    help: 'What was paid for bills in the last ten minutes',
    sql: `select coalesce(sum(amount_paise), 0)::bigint as value ${PAID}`,
  }),
  figure({
    name: 'mohlat_payment_open_seconds',
    help: 'Age of the oldest accepted bill that is neither paid nor failed',
    sql: `select ${AGE} as value from payments where next_enquiry_at is not null`,
  }),
  figure({
    name: 'mohlat_payments_unknown',
    help: 'Bills whose outcome nobody knows',
    sql: "select count(*)::integer as value from payments where bill_status = 'unknown'",
  }),
  figure({
    name: 'mohlat_payment_unknown_seconds',
    help: 'Age of the oldest bill whose outcome nobody knows',
    sql: `select ${AGE} as value from payments where bill_status = 'unknown'`,
  }),
];
