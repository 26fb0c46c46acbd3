import type { Reader } from './reader.ts';

export interface Call {
  readonly path: string;
}

/** Lists and overviews as the pages ask for them, and filters that find little among much. */
const LISTS = [
  'me',
  'overview',
  'users',
  'users?search=aarav',
  'users?isOverdue=true',
  'users?kyc=open',
  'payments',
  'payments?bank=HDFC%20Bank',
  'payments/export',
  'approvals',
  'approvals?status=approved',
  'kyc/reviews',
  'reconciliation',
  'reconciliation?state=resolved',
  'support/messages',
  'support/messages?status=closed',
  'hardships',
  'settlements',
  'chargebacks',
  'receipts',
  'books',
  'audit',
  'settings',
  'settings/versions',
  'staff',
] as const;
/** What the page of an account asks for. */
const OF_ACCOUNT = [
  '',
  '/payments',
  '/repayments',
  '/journals',
  '/timeline',
  '/notes',
  '/deliveries',
] as const;
/** An overview of everything there is. */
const SPAN_DAYS = 359;

interface Found {
  readonly items: readonly { readonly id: string }[];
}

/** Every list and overview of the staff's, the page of the account with the longest history, and a payment's. */
export async function listCalls(reader: Reader): Promise<Call[]> {
  const account = await reader.get<Found>('/api/v1/admin/users?search=aarav@demo.example.in');
  const payment = await reader.get<Found>('/api/v1/admin/payments');
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const paths = [
    ...LISTS,
    `overview?from=${day(SPAN_DAYS)}&to=${day(0)}`,
    ...OF_ACCOUNT.map((part) => `users/${account.items[0]?.id}${part}`),
    `payments/${payment.items[0]?.id}`,
  ];
  return paths.map((path) => ({ path: `/api/v1/admin/${path}` }));
}
