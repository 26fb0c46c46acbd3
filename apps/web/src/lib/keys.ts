import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Everything that shows money begins with this, so that one call refetches all of it. */
const MONEY = 'money';

/** The only place where query keys are made. */
export const keys = {
  me: [MONEY, 'me'],
  credit: [MONEY, 'credit'],
  assessments: [MONEY, 'credit', 'assessments'],
  allPayments: [MONEY, 'payments', 'all'],
  payment: (id: string) => [MONEY, 'payments', id],
  repayLinks: (id: string) => [MONEY, 'payments', id, 'links'],
  receiptLinks: (id: string) => [MONEY, 'payments', id, 'receipt-links'],
  testimonial: (id: string) => ['testimonial', id],
  hardship: (id: string) => [MONEY, 'payments', id, 'hardship'],
  /** The price of closing, for one outstanding sum and day. It is not under MONEY: an ended payment is not priced once more. */
  foreclosure: (id: string, outstandingPaise: number, day: string) => [
    'foreclosure',
    id,
    outstandingPaise,
    day,
  ],
  partPrepayment: (id: string, amountPaise: number, day: string) => [
    MONEY,
    'payments',
    id,
    'part',
    amountPaise,
    day,
  ],
  transactions: [MONEY, 'transactions'],
  spend: [MONEY, 'transactions', 'spend'],
  transactionHistory: (status: string) => [MONEY, 'transactions', 'history', status],
  statements: [MONEY, 'statements'],
  repayments: [MONEY, 'repayments'],
  newestRepayments: [MONEY, 'repayments', 'newest'],
  repaymentsOf: (paymentId: string) => [MONEY, 'repayments', 'of', paymentId],
  repayment: (id: string) => [MONEY, 'repayments', id],
  schedule: [MONEY, 'schedule'],
  mandates: [MONEY, 'mandates'],
  mandateOffer: (paymentId: string) => [MONEY, 'mandates', 'offer', paymentId],
  rewards: [MONEY, 'rewards'],
  rewardHistory: [MONEY, 'rewards', 'history'],
  referrals: [MONEY, 'referrals'],
  /** An offer, not a balance: a movement elsewhere must not exchange the price a person is reading. */
  quotes: ['quote'],
  quote: (input: unknown) => ['quote', input],
  bill: (cardId: string) => [MONEY, 'bill', cardId],
  cards: ['cards'],
  bankAccounts: ['bank-accounts'],
  ifsc: (code: string) => ['ifsc', code],
  kyc: ['kyc'],
  aadhaarSession: (sessionId: string) => ['aadhaar-session', sessionId],
  notifications: ['notifications'],
  notificationPages: ['notifications', 'pages'],
  /** An answer comes with a notification, so both are read again together. */
  supportRequests: ['notifications', 'requests'],
  supportRequest: (id: string) => ['notifications', 'requests', id],
  preferences: ['preferences'],
  consents: ['consents'],
  closure: (language: string) => ['closure', language],
  pricing: ['pricing'],
  serviceStatus: ['service-status'],
  notice: ['notice'],
  /** The second factors of the account. */
  ways: ['ways'],
  authSettings: ['auth-settings'],
  /** The exchange of the code that an address brought back from another provider, once. */
  cameBack: (code: string) => ['came-back', code],
  account: ['account'],
  recoveryCodes: ['account', 'recovery-codes'],
  enrolment: ['enrolment'],
  sessions: ['sessions'],
  sharedReceipt: (token: string) => ['shared-receipt', token],
  sharedInstalment: (token: string) => ['shared-instalment', token],
  receiptProof: (token: string) => ['shared-receipt', token, 'proof'],
} as const;

/** Shown at once by the screen a person goes to next: it must not offer to pay what was just paid. */
const SHOWN_NEXT = [keys.me, keys.schedule, keys.allPayments, keys.transactions];

/** After any money mutation or event: refetch whatever shows money. No screen patches a balance by hand. */
export async function moneyChanged(client: QueryClient): Promise<void> {
  await Promise.all([
    readAgain(client, [MONEY]),
    // Closing a plan divides what earlier repayments paid again, so those not on screen are read again as well.
    client.refetchQueries({ queryKey: keys.repayments, type: 'inactive' }),
    ...SHOWN_NEXT.map((queryKey) => client.refetchQueries({ queryKey, exact: true, type: 'inactive' })),
  ]);
}

/**
 * Reads again what the server said has changed. What is being read for the first time is read once more when its answer is
 * in: the answer may be older than the news, and a first question in flight is joined, not repeated.
 */
export async function readAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const first = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined)
    .map(async (query) => {
      await query.fetch().catch(() => undefined);
      await client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    });
  await Promise.all([client.invalidateQueries({ queryKey }), ...first]);
}
