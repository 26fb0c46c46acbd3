/** Where a balance of an account may stand: its own side alone, or either. */
type Bounds = 'own side' | 'either side';

/** The class of an account, by the first letter of its code. */
export type AccountClass = 'asset' | 'liability' | 'income' | 'expense' | 'equity' | 'memo';

export interface Account {
  readonly code: string;
  /** The title that an accountant reads. */
  readonly title: string;
  readonly class: AccountClass;
  /** It has a kept balance for each person and loan. */
  readonly isTracked: boolean;
  readonly mayStandOn: Bounds;
  /** It exists only while a loan does: no line is dated before the first day of the loan. */
  readonly isOfLoan: boolean;
  /** It belongs to a person, not to one loan: its lines name no loan. */
  readonly isPersonal: boolean;
}

type Rest = Partial<Pick<Account, 'isTracked' | 'mayStandOn' | 'isOfLoan' | 'isPersonal'>>;

function account<const Code extends string>(
  accountClass: AccountClass,
  code: Code,
  title: string,
  { isTracked = false, mayStandOn = 'either side', isOfLoan = false, isPersonal = false }: Rest = {},
) {
  return { code, title, class: accountClass, isTracked, mayStandOn, isOfLoan, isPersonal };
}

/** A receivable or an advance of one loan. */
const OF_LOAN: Rest = { isTracked: true, mayStandOn: 'own side', isOfLoan: true };

/**
 * The chart of accounts. Money stands on assets, liabilities, income, expenses and equity. The reserved limit is only
 * noted: it stands on memo accounts, which balance among themselves.
 * Rule: LEND-15
 */
export const CHART = {
  BANK: account('asset', 'A100', 'Bank settlement'),
  RAIL_FLOAT: account('asset', 'A105', 'Bill-rail float'),
  BILL_IN_TRANSIT: account('asset', 'A110', 'Bill money in transit'),
  RAIL_OWES: account('asset', 'A115', 'Rail owes back to float'),
  CHECKOUT_CLEARING: account('asset', 'A120', 'Checkout collection clearing'),
  MANDATE_CLEARING: account('asset', 'A121', 'Mandate collection clearing'),
  PRINCIPAL_NOT_DUE: account('asset', 'A200', 'Bill principal, not yet demanded', OF_LOAN),
  PRINCIPAL_DUE: account('asset', 'A201', 'Bill principal, demanded', OF_LOAN),
  FEE_NOT_DUE: account('asset', 'A202', 'Financed fee, not yet demanded', OF_LOAN),
  FEE_DUE: account('asset', 'A203', 'Financed fee, demanded', OF_LOAN),
  INTEREST_ACCRUED: account('asset', 'A210', 'Interest accrued', OF_LOAN),
  INTEREST_DUE: account('asset', 'A211', 'Interest demanded', OF_LOAN),
  PENAL_DUE: account('asset', 'A220', 'Penal charges receivable', OF_LOAN),
  BOUNCE_DUE: account('asset', 'A221', 'Bounce charges receivable', OF_LOAN),
  DISPUTED: account('asset', 'A230', 'Disputes receivable'),
  LOSS_ALLOWANCE: account('asset', 'A290', 'Loss allowance', { isTracked: true, isOfLoan: true }),
  ADVANCE: account('liability', 'L300', 'Customer advance, earmarked', OF_LOAN),
  EXCESS: account('liability', 'L310', 'User excess, refundable', {
    isTracked: true,
    mayStandOn: 'own side',
  }),
  REFUND_IN_TRANSIT: account('liability', 'L311', 'Refunds in transit'),
  UNIDENTIFIED: account('liability', 'L320', 'Unidentified receipts'),
  CGST: account('liability', 'L330', 'CGST payable'),
  SGST: account('liability', 'L331', 'SGST payable'),
  IGST: account('liability', 'L332', 'IGST payable'),
  REWARDS: account('liability', 'L340', 'Rewards liability', {
    isTracked: true,
    mayStandOn: 'own side',
    isPersonal: true,
  }),
  SUSPENSE: account('liability', 'L350', 'Interest and charges in suspense', { isOfLoan: true }),
  FEE_INCOME: account('income', 'I400', 'Service fee income'),
  INTEREST_INCOME: account('income', 'I410', 'Interest income'),
  PENAL_INCOME: account('income', 'I420', 'Penal charge income'),
  BOUNCE_INCOME: account('income', 'I421', 'Bounce charge income'),
  RECOVERY_INCOME: account('income', 'I430', 'Recovery of written-off loans'),
  REWARD_EXPENSE: account('expense', 'E500', 'Rewards expense'),
  REFERRAL_EXPENSE: account('expense', 'E501', 'Referral expense'),
  WAIVED: account('expense', 'E510', 'Waivers'),
  CREDIT_LOSS: account('expense', 'E520', 'Credit loss'),
  RAIL_CHARGES: account('expense', 'E530', 'Rail charges'),
  COMPENSATION: account('expense', 'E540', 'Compensation'),
  PAYMENT_LOSS: account('expense', 'E550', 'Payment losses'),
  FUNDING: account('equity', 'Q600', 'Funding and equity'),
  LIMIT_RESERVED: account('memo', 'M900', 'Memo: limit reserved'),
  LIMIT_RESERVED_CONTRA: account('memo', 'M901', 'Memo: limit reserved, contra'),
} as const satisfies Record<string, Account>;

export type AccountName = keyof typeof CHART;
export type AccountCode = (typeof CHART)[AccountName]['code'];

/** The accounts of amounts that are due. */
export const DUE = [
  'PRINCIPAL_DUE',
  'FEE_DUE',
  'INTEREST_DUE',
  'PENAL_DUE',
  'BOUNCE_DUE',
] as const satisfies readonly AccountName[];

/** The accounts of amounts that are not due yet. */
export const NOT_DUE = [
  'PRINCIPAL_NOT_DUE',
  'FEE_NOT_DUE',
  'INTEREST_ACCRUED',
] as const satisfies readonly AccountName[];

/** The code of an account by its name. */
export function codeOf<Name extends AccountName>(name: Name): (typeof CHART)[Name]['code'] {
  return CHART[name].code;
}

/** The accounts that exist only while a loan does, and those of what it earns. */
export function codesOfLoan(): AccountCode[] {
  const accounts = Object.values(CHART).filter((one) => one.isOfLoan || one.class === 'income');
  return accounts.map(({ code }) => code);
}

/** The title of each account, by its code. */
export function accountTitles(): Readonly<Record<AccountCode, string>> {
  const titles: Partial<Record<AccountCode, string>> = {};
  for (const { code, title } of Object.values(CHART)) titles[code] = title;
  return titles as Record<AccountCode, string>;
}
