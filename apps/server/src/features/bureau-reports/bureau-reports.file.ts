import { pinCodeIn, readStateCode, STATES } from '@mohlat/money';
import type { Vault } from '#platform/crypto/vault.ts';
import { type Cell, CSV_MARK, csvLines } from '#platform/csv/csv.ts';
import type { FileRow } from './bureau-reports.repo.ts';

/**
 * The layout of the file: named columns, one line a record. The formats of the companies (UCRF, TUDF) are mappings of it; docs/bureau-file.md
 * says which column is which. Amounts are rupees, dates `YYYY-MM-DD`, an empty cell is nothing.
 */
export const COLUMNS = [
  'Record',
  'As on',
  'Account',
  'Account type',
  'Ownership',
  'Name',
  'Date of birth',
  'PAN',
  'Mobile',
  'Address',
  'PIN code',
  'State',
  'Opened on',
  'Sanctioned (INR)',
  'Instalments',
  'Status',
  'Closed on',
  'Balance (INR)',
  'Overdue (INR)',
  'Days past due',
  'Asset class',
  'Written off on',
  'Written off (INR)',
  'Settled for (INR)',
  'Last paid on',
  'Loan',
] as const;

const ACCOUNT_SIGNS = 25;

/**
 * The number of an account at the companies: the id of its loan in base 36, as long as the shortest of their fields. The same loan has it in
 * every report, and no two have one. Rule: LEND-24 (bureau)
 */
export function accountNumberOf(loanId: string): string {
  const id = BigInt(`0x${loanId.replaceAll('-', '')}`);
  return id.toString(36).toUpperCase().padStart(ACCOUNT_SIGNS, '0');
}

/** The first line. */
export const fileHead = (): string => CSV_MARK + csvLines([COLUMNS]);

/** The lines of some records. Rule: LEND-24 (bureau) */
export function fileLines(rows: readonly FileRow[], vault: Vault): string {
  return csvLines(rows.map((row) => toCells(row, vault)));
}

function toCells(row: FileRow, vault: Vault): Cell[] {
  const open = (sealed: Buffer | null, context: string) =>
    sealed === null ? '' : vault.open(sealed, `${context}:${row.userId}`);
  const address = open(row.addressSealed, 'address');
  return [
    row.asOn < row.reportedOn ? 'correction' : 'current',
    row.asOn,
    accountNumberOf(row.loanId),
    'personal loan, unsecured',
    'individual',
    row.fullName ?? '',
    row.dateOfBirth ?? '',
    open(row.panSealed, 'pan'),
    open(row.mobileSealed, 'mobile'),
    address,
    pinCodeIn(address) ?? '',
    stateOf(row.stateCode),
    row.openedOn,
    BigInt(row.sanctionedPaise),
    String(row.instalmentCount),
    row.status,
    row.closedOn ?? '',
    BigInt(row.balancePaise),
    BigInt(row.overduePaise),
    String(row.daysPastDue),
    row.class ?? '',
    row.writtenOffOn ?? '',
    amountOr(row.writtenOffPaise),
    amountOr(row.settledPaise),
    row.lastPaidOn ?? '',
    row.loanId,
  ];
}

/** As the GST names it: `27-Maharashtra`. */
function stateOf(code: string | null): string {
  const state = code === null ? undefined : readStateCode(code);
  return state === undefined ? '' : `${state}-${STATES[state].en}`;
}

const amountOr = (paise: number | null): Cell => (paise === null ? '' : BigInt(paise));

/** The figures of a report. */
export interface Totals {
  readonly asOn: string;
  readonly accountCount: number;
  readonly correctionCount: number;
  readonly balancePaise: number;
  readonly overduePaise: number;
}

/** The last line: how many records there are, and the sums of those that are current. */
export function totalLine(totals: Totals): string {
  const { asOn, accountCount, correctionCount, balancePaise, overduePaise } = totals;
  const cells = new Map<string, Cell>([
    ['Record', 'total'],
    ['As on', asOn],
    ['Account', String(accountCount + correctionCount)],
    ['Balance (INR)', BigInt(balancePaise)],
    ['Overdue (INR)', BigInt(overduePaise)],
  ]);
  return csvLines([COLUMNS.map((column) => cells.get(column) ?? '')]);
}
