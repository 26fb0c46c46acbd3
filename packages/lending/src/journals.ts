import { type AccountCode, type AccountName, CHART, codeOf, DUE, NOT_DUE } from './accounts.ts';
import type { BusinessDate } from '@mohlat/money';
import type { Source } from './source.ts';

export interface AllowedJournal {
  /** The purpose of the journal, and its number in the rules. */
  readonly saying: string;
  readonly debit: readonly AccountName[];
  readonly credit: readonly AccountName[];
}

/** The accounts that money from a person comes from: checkout, a mandate, unidentified money, rewards. */
const SOURCES = ['CHECKOUT_CLEARING', 'MANDATE_CLEARING', 'UNIDENTIFIED', 'REWARDS'] as const;
export const TAXES = ['CGST', 'SGST', 'IGST'] as const;
const LATE_INCOME = ['INTEREST_INCOME', 'PENAL_INCOME', 'BOUNCE_INCOME'] as const;

/**
 * The journals that may be booked: for each kind of event the accounts it debits and credits, and no others. The database
 * holds the same list and refuses everything else. A correction is the exact mirror of a journal (kind `reversal`) and needs
 * no line here.
 * Rule: LEND-16
 */
export const JOURNALS = {
  reserve: {
    saying: '1: a payment is accepted, its bill is held against the limit',
    debit: ['LIMIT_RESERVED'],
    credit: ['LIMIT_RESERVED_CONTRA'],
  },
  release: {
    saying: '2: nothing was paid, the limit is free again',
    debit: ['LIMIT_RESERVED_CONTRA'],
    credit: ['LIMIT_RESERVED'],
  },
  submit: {
    saying: '3: the bill is sent to the rail out of the float',
    debit: ['BILL_IN_TRANSIT'],
    credit: ['RAIL_FLOAT'],
  },
  loan_booked: {
    saying:
      '4, 7: the bill is paid, the person owes bill and fee; the tax inside the fee is owed to the state',
    debit: ['PRINCIPAL_NOT_DUE', 'FEE_NOT_DUE', 'LIMIT_RESERVED_CONTRA'],
    credit: ['BILL_IN_TRANSIT', 'DISPUTED', 'FEE_INCOME', ...TAXES, 'LIMIT_RESERVED'],
  },
  submit_failed: {
    saying: '5: the rail refused, the money is in the float again or owed to it',
    debit: ['RAIL_FLOAT', 'RAIL_OWES'],
    credit: ['BILL_IN_TRANSIT'],
  },
  rail_orphan: {
    saying: '6: the rail took money for what is no paid bill of ours, or took less than we say',
    debit: ['DISPUTED', 'RAIL_FLOAT'],
    credit: ['RAIL_FLOAT', 'RAIL_OWES', 'DISPUTED'],
  },
  rail_orphan_back: {
    saying: '7: … and gave it back, or took what was missing after all',
    debit: ['RAIL_FLOAT', 'BANK', 'DISPUTED'],
    credit: ['DISPUTED', 'RAIL_FLOAT', 'BANK'],
  },
  float: {
    saying: '8: the float is topped up, the rail owes or refunds, the rail charges',
    debit: ['RAIL_FLOAT', 'RAIL_OWES', 'RAIL_CHARGES'],
    credit: ['BANK', 'RAIL_OWES', 'RAIL_FLOAT'],
  },
  unwind: {
    saying: '9: a paid bill came back, after the mirrors of all its journals the rail owes it to the float',
    debit: ['RAIL_OWES', 'LIMIT_RESERVED_CONTRA'],
    credit: ['BILL_IN_TRANSIT', 'LIMIT_RESERVED'],
  },
  accrual: {
    saying: '10: interest of a day; in suspense while the loan does not perform',
    debit: ['INTEREST_ACCRUED'],
    credit: ['INTEREST_INCOME', 'SUSPENSE'],
  },
  demand: {
    saying: '11: an instalment falls due',
    debit: ['PRINCIPAL_DUE', 'FEE_DUE', 'INTEREST_DUE'],
    credit: ['PRINCIPAL_NOT_DUE', 'FEE_NOT_DUE', 'INTEREST_ACCRUED'],
  },
  earmark: {
    saying: '12, 27: money held for an instalment is applied as it falls due',
    debit: ['ADVANCE', 'SUSPENSE'],
    credit: ['PRINCIPAL_DUE', 'FEE_DUE', 'INTEREST_DUE', 'INTEREST_INCOME'],
  },
  repayment: {
    saying: '13, 14, 18, 19, 22, 24, 27, 32: money from the person, and what closing with it leaves open',
    debit: [...SOURCES, 'ADVANCE', 'SUSPENSE', 'WAIVED', 'CREDIT_LOSS'],
    credit: [...DUE, ...NOT_DUE, 'ADVANCE', 'EXCESS', ...LATE_INCOME],
  },
  coll_settle: {
    saying: '15: what was collected reaches the bank, less the charge; or a collected sum is taken out again',
    debit: ['BANK', 'RAIL_CHARGES', 'CHECKOUT_CLEARING', 'MANDATE_CLEARING'],
    credit: ['CHECKOUT_CLEARING', 'MANDATE_CLEARING', 'BANK'],
  },
  bounce: {
    saying: '16: a debit under a mandate came back unpaid',
    debit: ['BOUNCE_DUE'],
    credit: ['BOUNCE_INCOME'],
  },
  exit: {
    saying: '20: the loan is left within its cooling-off time, fee and tax are given back',
    debit: ['CHECKOUT_CLEARING', 'ADVANCE', 'FEE_INCOME', ...TAXES, 'INTEREST_INCOME', 'SUSPENSE', 'WAIVED'],
    credit: [...NOT_DUE, 'PRINCIPAL_DUE', 'FEE_DUE', 'INTEREST_DUE', 'INTEREST_INCOME', 'EXCESS'],
  },
  penal: {
    saying: '21: a charge for lateness',
    debit: ['PENAL_DUE'],
    credit: ['PENAL_INCOME'],
  },
  waiver: {
    saying: '22: something owed is let off; of a fee its tax goes back, too',
    debit: ['WAIVED', 'SUSPENSE', 'FEE_INCOME', ...TAXES],
    credit: [...DUE, 'FEE_INCOME'],
  },
  refund: {
    saying: '23: a refund is begun, arrives, or fails; money that was nobody’s goes back',
    debit: ['EXCESS', 'REFUND_IN_TRANSIT', 'UNIDENTIFIED'],
    credit: ['REFUND_IN_TRANSIT', 'BANK', 'EXCESS', 'DISPUTED'],
  },
  unidentified: {
    saying: '24: money arrived that names nobody',
    debit: ['CHECKOUT_CLEARING'],
    credit: ['UNIDENTIFIED'],
  },
  ecl: {
    saying: '25: the loss allowance rises or falls',
    debit: ['CREDIT_LOSS', 'LOSS_ALLOWANCE'],
    credit: ['LOSS_ALLOWANCE', 'CREDIT_LOSS'],
  },
  npa: {
    saying: '26: the borrower stops performing, income not received goes into suspense',
    debit: [...LATE_INCOME],
    credit: ['SUSPENSE'],
  },
  npa_upgrade: {
    saying: '28: nothing is past due any more, what is left in suspense is income',
    debit: ['SUSPENSE'],
    credit: ['INTEREST_INCOME'],
  },
  write_off: {
    saying: '29: a loan is given up: the allowance first, the rest is a loss, suspense never was income',
    debit: ['LOSS_ALLOWANCE', 'CREDIT_LOSS', 'SUSPENSE', 'ADVANCE'],
    credit: [...DUE, ...NOT_DUE, 'CREDIT_LOSS'],
  },
  recovery: {
    saying: '30: money for a loan that was written off',
    debit: [...SOURCES],
    credit: ['RECOVERY_INCOME', 'EXCESS'],
  },
  reward: {
    saying: '31: a reward for paying on time',
    debit: ['REWARD_EXPENSE'],
    credit: ['REWARDS'],
  },
  reward_end: {
    saying: '31: a reward expires or is taken back',
    debit: ['REWARDS'],
    credit: ['REWARD_EXPENSE', 'REFERRAL_EXPENSE'],
  },
  reward_returned: {
    saying: '32: what a reward paid was not needed and is a reward again',
    debit: ['EXCESS'],
    credit: ['REWARDS'],
  },
  referral: {
    saying: '33: a reward for bringing somebody',
    debit: ['REFERRAL_EXPENSE'],
    credit: ['REWARDS'],
  },
  chargeback: {
    saying:
      '34: a payer’s bank disputes a repayment or money without an owner, wins, loses, or takes it back without a dispute',
    debit: ['DISPUTED', 'BANK', 'EXCESS', ...SOURCES],
    credit: ['BANK', 'DISPUTED', 'EXCESS', 'CHECKOUT_CLEARING', 'MANDATE_CLEARING', 'UNIDENTIFIED'],
  },
  compensation: {
    saying: '35: we were late and owe the person for it',
    debit: ['COMPENSATION'],
    credit: ['EXCESS'],
  },
  loss: {
    saying: '36: money at a rail is lost for good; the other way round when it comes after all',
    debit: ['PAYMENT_LOSS', 'BANK', 'RAIL_FLOAT', 'DISPUTED'],
    credit: ['DISPUTED', 'RAIL_OWES', 'BANK', 'PAYMENT_LOSS'],
  },
  gst_paid: {
    saying: '37: tax on fees is paid to the government',
    debit: [...TAXES],
    credit: ['BANK'],
  },
  funding: {
    saying: '38: money to lend comes in, or goes back to who gave it',
    debit: ['BANK', 'FUNDING'],
    credit: ['FUNDING', 'BANK'],
  },
} as const satisfies Record<string, AllowedJournal>;

export type JournalKind = keyof typeof JOURNALS;

/** A line that a kind of event may have. */
export interface AllowedLine {
  readonly kind: JournalKind;
  readonly account: AccountCode;
  readonly side: 'debit' | 'credit';
}

/** Every line that may be booked: the content of the table `allowed_journals`. Rule: LEND-16 */
export function allowedLines(): AllowedLine[] {
  return (Object.keys(JOURNALS) as JournalKind[]).flatMap((kind) =>
    (['debit', 'credit'] as const).flatMap((side) =>
      JOURNALS[kind][side].map((name) => ({ kind, account: codeOf(name), side })),
    ),
  );
}

/** One line of a journal on its way into the books: debit positive, in paise. */
export interface Line {
  readonly account: AccountCode;
  readonly amountPaise: number;
  readonly loanId: string | null;
}

/** One balanced event on its way into the books; the same source is booked once. Rule: LEND-16 */
export interface Journal {
  readonly kind: JournalKind;
  readonly source: Source;
  /** Null where it is about a person and not about one loan. */
  readonly loanId: string | null;
  readonly effectiveOn: BusinessDate;
  readonly lines: readonly Line[];
}

type Amounts<Name extends AccountName> = { readonly [One in Name]?: number };

/** Amounts in paise by account. An account that the kind does not allow on a side does not compile. */
export interface Sides<Kind extends JournalKind> {
  readonly debit: Amounts<(typeof JOURNALS)[Kind]['debit'][number]>;
  readonly credit: Amounts<(typeof JOURNALS)[Kind]['credit'][number]>;
}

/**
 * Makes a journal out of its two sides, in paise. A zero amount makes no line, so a journal may have no lines.
 * Rule: LEND-16, LEND-I01
 * @throws RangeError when the sides are not equal, or an amount is no whole non-negative number of paise
 */
export function journal<Kind extends JournalKind>(
  kind: Kind,
  about: Pick<Journal, 'source' | 'loanId' | 'effectiveOn'>,
  { debit, credit }: Sides<Kind>,
): Journal {
  const lines = [...linesOf(debit, 1, about.loanId), ...linesOf(credit, -1, about.loanId)];
  const sum = lines.reduce((total, line) => total + line.amountPaise, 0);
  if (sum !== 0) throw new RangeError(`The journal ${kind} does not balance: ${sum} paise`);
  return { kind, ...about, lines };
}

function linesOf(amounts: Amounts<AccountName>, sign: 1 | -1, loanId: string | null): Line[] {
  const lines: Line[] = [];
  for (const name of Object.keys(amounts) as AccountName[]) {
    const amount = amounts[name] ?? 0;
    if (!Number.isSafeInteger(amount) || amount < 0)
      throw new RangeError(`A side of a journal is a whole, non-negative amount: ${name} ${amount}`);
    const { code, isPersonal } = CHART[name];
    if (amount > 0)
      lines.push({ account: code, amountPaise: sign * amount, loanId: isPersonal ? null : loanId });
  }
  return lines;
}
