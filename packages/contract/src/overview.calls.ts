import { declareCall } from './endpoint.ts';
import { STAFF_ROLES } from './staff-roles.ts';

/** Days past due of a loan at the last close of a day, as staff group them. */
export const ARREARS_BUCKETS = ['current', 'd1_30', 'd31_60', 'd61_90', 'd91_180', 'd181_up'] as const;
export type ArrearsBucket = (typeof ARREARS_BUCKETS)[number];

/** The funnel of people who signed up in the period, as of now; each step counts people of the one before. */
export const FUNNEL_STEPS = ['signed_up', 'kyc_complete', 'limit_given', 'first_bill_paid'] as const;

/** The outcomes of bills on days in the books. */
export const BILLS_BECAME = ['paid', 'failed', 'reversed'] as const;
type Period = { readonly from: string; readonly to: string };

/** The list behind a figure: as many rows as the figure says. */
export const FIGURE_LISTS = {
  accepted: ({ from, to }: Period) => `/admin/payments?from=${from}&to=${to}`,
  became: (what: (typeof BILLS_BECAME)[number], { from, to }: Period) =>
    `/admin/payments?became=${what}&from=${from}&to=${to}`,
  unknown: () => '/admin/payments?billStatus=unknown',
  arrears: (bucket: ArrearsBucket) => `/admin/payments?arrears=${bucket}`,
  reached: (step: (typeof FUNNEL_STEPS)[number], { from, to }: Period) =>
    `/admin/users?reached=${step}&from=${from}&to=${to}`,
} as const;

/** Kinds of work that wait for staff. */
export const TODO_KINDS = [
  'unknown_payments',
  'payments_to_review',
  'bounced_collections',
  'reviews',
  'approvals',
  'breaks',
  'parked_loans',
  'bureau_reports',
  'unidentified_receipts',
  'chargebacks',
  'limits',
  'tickets',
  'sentences',
] as const;
export type TodoKind = (typeof TODO_KINDS)[number];

/** closed: calls go through; open: none is tried for now; half_open: the next one decides. */
export const CIRCUIT_STATES = ['closed', 'half_open', 'open'] as const;

/** The longest period that is asked for at once. */
export const OVERVIEW_DAYS_MAX = 366;

export const getOverview = declareCall({
  name: 'getOverview',
  method: 'GET',
  path: '/admin/overview',
  access: 'admin',
  roles: STAFF_ROLES,
});
