import { createHash } from 'node:crypto';
import type { Source } from '@mohlat/lending';

/**
 * The name under which the ledger keeps a cause: the row's own id, or one made of loan, step and day; another one for each time
 * the loan was taken back. SQL: `loan_day_id`, `step_name`. Undefined for a new charge: its row's id is its name.
 */
export function sourceName(source: Source): string | undefined {
  switch (source.of) {
    case 'charge':
      return undefined;
    case 'row':
      return again(source.id, source.rewoundCount);
    case 'row step':
      return namedId(`${source.id} ${source.step}`);
    case 'rail row':
      return namedId(`${source.about} ${source.says} ${source.rowId}`);
    case 'rail reference':
      return namedId(`${source.reference} ${source.verdict}`);
    case 'loan day': {
      const { loanId, step, on, rewoundCount } = source;
      const name = again(namedId(`${loanId} ${step} ${on}`), rewoundCount);
      // A tiny balance that is let off is a row of this name, and its journal is named by the row.
      return step === 'tiny' ? again(name, rewoundCount) : name;
    }
  }
}

function again(id: string, rewoundCount: number): string {
  return rewoundCount === 0 ? id : namedId(`${id} again ${rewoundCount}`);
}

/** An id made of a text: the same of the same. */
export function namedId(text: string): string {
  const hex = createHash('md5').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
