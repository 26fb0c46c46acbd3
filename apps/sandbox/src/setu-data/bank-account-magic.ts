import { HOUR_MS } from '../core/time.ts';

export type BankVerdict = {
  code: string;
  verification: 'success' | 'failed';
  message: string;
  /** The holder's name as the bank gives it, made from the name of whoever it belongs to. */
  nameOf: 'same' | 'similar' | 'other';
  /** Null: the answer never comes. */
  pendingMs: number | null;
  isAnswerLost: boolean;
};

const GOOD: BankVerdict = {
  code: 'BAV00',
  verification: 'success',
  message: 'Bank account details verified successfully.',
  nameOf: 'same',
  pendingMs: 0,
  isAnswerLost: false,
};

const failed = (code: string, message: string): BankVerdict => ({
  ...GOOD,
  code,
  message,
  verification: 'failed',
});

const BY_IFSC_ENDING: Record<string, BankVerdict> = {
  '3457': failed('BAVM1', 'Invalid transaction.'),
  '3458': failed('BAV78', 'Limit exceeded.'),
  '3459': failed('BAV2000', 'Downstream error.'),
  '3450': { ...GOOD, pendingMs: null },
  '3467': failed('BAV52', 'Invalid account.'),
};

const BY_ACCOUNT: Record<string, BankVerdict> = {
  '9990000001': { ...GOOD, nameOf: 'similar' },
  '9990000002': { ...GOOD, nameOf: 'other' },
  '9990000003': failed('BAVM5', 'Account is closed.'),
  '9990000004': failed('BAVM3', 'Account is blocked or frozen.'),
  '9990000005': failed('BAVM4', 'Account is an NRE account.'),
  '9990000006': { ...GOOD, pendingMs: 2 * HOUR_MS },
  '9990000007': failed('BAV91', 'Beneficiary bank is not answering.'),
  '9990000008': { ...GOOD, isAnswerLost: true },
  '9990000009': { ...GOOD, code: 'BAVM0', message: 'Verified, the credit failed later.' },
  '0987654321': failed('BAV52', 'Invalid account.'),
};

/** What the bank says of an account; documented test values first, then ours. */
export function judgeAccount(ifsc: string, accountNumber: string): BankVerdict {
  if (accountNumber === '1234567890') return BY_IFSC_ENDING[ifsc.slice(-4)] ?? GOOD;
  return BY_ACCOUNT[accountNumber] ?? GOOD;
}

/** A similar name scores about 78 %: one short word is added. */
export function nameAtBank(name: string, how: BankVerdict['nameOf']): string {
  if (how === 'other') return 'VIKRAM CHANDRASEKHAR';
  if (how === 'same') return name.toUpperCase();
  const letters = name.replace(/[^a-z]/gi, '').length;
  return `${name} ${'Devikumariprasad'.slice(0, Math.max(2, Math.round(letters * 0.28)))}`.toUpperCase();
}
