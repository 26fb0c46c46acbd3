import { type BusinessDate, financialYearOf, type Paise, paise } from '@mohlat/money';
import { JOURNALS, type JournalKind, TAXES } from './journals.ts';

export const TAX_DOCUMENT_KINDS = ['invoice', 'credit_note'] as const;
export type TaxDocumentKind = (typeof TAX_DOCUMENT_KINDS)[number];

/**
 * Kinds of event that move tax on fees, and so have a document: those of the chart, and their mirrors. Paying the tax to the
 * government is no supply.
 * Rule: LEND-F5
 */
export const TAXED_JOURNALS: readonly (JournalKind | 'reversal')[] = [
  ...(Object.keys(JOURNALS) as JournalKind[]).filter((kind) => kind !== 'gst_paid' && movesTax(kind)),
  'reversal',
];

function movesTax(kind: JournalKind): boolean {
  const names: readonly string[] = [...JOURNALS[kind].debit, ...JOURNALS[kind].credit];
  return TAXES.some((name) => names.includes(name));
}

/** A fee and its tax as a journal moves them, in paise: above zero earned and owed, below zero given back. */
export interface FeeMoved {
  readonly taxablePaise: number;
  readonly cgstPaise: number;
  readonly sgstPaise: number;
  readonly igstPaise: number;
}

/** A tax document before it has its number. Its amounts are never below zero: the kind says which way. */
export interface TaxDocument {
  readonly kind: TaxDocumentKind;
  readonly taxablePaise: Paise;
  readonly cgstPaise: Paise;
  readonly sgstPaise: Paise;
  readonly igstPaise: Paise;
}

/**
 * The document of a journal: an invoice for a fee that is earned, a credit note for one that is given back. Null where it
 * moves no fee: a mirror of tax that was paid to the government.
 * Rule: LEND-F5
 */
export function taxDocument({ taxablePaise, cgstPaise, sgstPaise, igstPaise }: FeeMoved): TaxDocument | null {
  if (taxablePaise === 0) return null;
  return {
    kind: taxablePaise > 0 ? 'invoice' : 'credit_note',
    taxablePaise: paise(Math.abs(taxablePaise)),
    cgstPaise: paise(Math.abs(cgstPaise)),
    sgstPaise: paise(Math.abs(sgstPaise)),
    igstPaise: paise(Math.abs(igstPaise)),
  };
}

/** The day a document is issued on. Numbers run with the dates, also where a trial clock went back. Rule: LEND-F5 */
export function taxDocumentOn(today: BusinessDate, lastOn: BusinessDate | null): BusinessDate {
  return lastOn !== null && lastOn > today ? lastOn : today;
}

const PREFIX = { invoice: 'MI', credit_note: 'MC' } as const satisfies Record<TaxDocumentKind, string>;
const SEQUENCE_DIGITS = 9;

/** The number of a document in the series of its kind and financial year: 16 characters, `MI2627/000000001`. Rule: LEND-F5 */
export function taxDocumentNumber(kind: TaxDocumentKind, issuedOn: BusinessDate, sequence: number): string {
  const { fromOn, throughOn } = financialYearOf(issuedOn);
  return `${PREFIX[kind]}${fromOn.slice(2, 4)}${throughOn.slice(2, 4)}/${String(sequence).padStart(SEQUENCE_DIGITS, '0')}`;
}
