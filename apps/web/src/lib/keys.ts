import type { QueryClient } from '@tanstack/react-query';

/** Everything that shows money begins with this, so that one call refetches all of it. */
const MONEY = 'money';

/** The only place where query keys are made. */
export const keys = {
  me: [MONEY, 'me'],
  credit: [MONEY, 'credit'],
  assessments: [MONEY, 'credit', 'assessments'],
  payments: [MONEY, 'payments'],
  payment: (id: string) => [MONEY, 'payments', id],
  foreclosure: (id: string) => [MONEY, 'payments', id, 'foreclosure'],
  transactions: [MONEY, 'transactions'],
  transactionHistory: (status: string) => [MONEY, 'transactions', 'history', status],
  statements: [MONEY, 'statements'],
  repayments: [MONEY, 'repayments'],
  repaymentsOf: (paymentId: string) => [MONEY, 'repayments', 'of', paymentId],
  repayment: (id: string) => [MONEY, 'repayments', id],
  schedule: [MONEY, 'schedule'],
  rewards: [MONEY, 'rewards'],
  referrals: [MONEY, 'referrals'],
  /** An offer, not a balance: a movement elsewhere must not exchange the price a person is reading. */
  quotes: ['quote'],
  quote: (input: unknown) => ['quote', input],
  bill: (cardId: string) => [MONEY, 'bill', cardId],
  cards: ['cards'],
  bankAccounts: ['bank-accounts'],
  ifsc: (code: string) => ['ifsc', code],
  mandates: ['mandates'],
  kyc: ['kyc'],
  aadhaarSession: (sessionId: string) => ['aadhaar-session', sessionId],
  notifications: ['notifications'],
  preferences: ['preferences'],
  consents: ['consents'],
  closure: (language: string) => ['closure', language],
  pricing: ['pricing'],
  sharedReceipt: (token: string) => ['shared-receipt', token],
} as const;

/** After any money mutation or event: refetch whatever shows money. No screen patches a balance by hand. */
export async function moneyChanged(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: [MONEY] }),
    // Closing a plan divides what earlier repayments paid anew, so those not on screen are read again as well.
    client.refetchQueries({ queryKey: keys.repayments, type: 'inactive' }),
  ]);
}
