import { type AccountName, codeOf } from '@mohlat/lending';

/** The list of accounts that a condition of SQL names, by their names: `account in ${accountsIn('CGST', 'SGST')}`. */
export function accountsIn(...names: readonly AccountName[]): string {
  return `(${names.map((name) => `'${codeOf(name)}'`).join(', ')})`;
}
