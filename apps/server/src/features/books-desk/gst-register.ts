import { type BusinessDate, readStateCode, STATES } from '@mohlat/money';
import type pg from 'pg';
import { type Cell, CSV_MARK, csvLines } from '#platform/csv/csv.ts';
import { beginLongRead } from '#platform/db/long-read.ts';

type Language = 'en' | 'hi';

/** Days of issue, both included. */
export interface RegisterPeriod {
  readonly from: BusinessDate;
  readonly to: BusinessDate;
}

const WORDS = {
  en: {
    head: [
      'Number',
      'Date',
      'Kind',
      'Against invoice',
      'Date of that invoice',
      'Date of supply',
      'Place of supply',
      'Taxable value (INR)',
      'CGST (INR)',
      'SGST (INR)',
      'IGST (INR)',
      'Payment',
    ],
    kinds: { invoice: 'Invoice', credit_note: 'Credit note' },
  },
  hi: {
    head: [
      'नंबर',
      'तारीख',
      'प्रकार',
      'किस इनवॉइस पर',
      'उस इनवॉइस की तारीख',
      'आपूर्ति की तारीख',
      'आपूर्ति का स्थान',
      'कर योग्य मूल्य (INR)',
      'CGST (INR)',
      'SGST (INR)',
      'IGST (INR)',
      'भुगतान',
    ],
    kinds: { invoice: 'इनवॉइस', credit_note: 'क्रेडिट नोट' },
  },
} as const;

interface DocumentRow {
  readonly number: string;
  readonly issued_on: string;
  readonly kind: 'invoice' | 'credit_note';
  readonly invoice_number: string | null;
  readonly invoice_on: string | null;
  readonly supplied_on: string;
  readonly supply_state: string | null;
  readonly taxable: string;
  readonly cgst: string;
  readonly sgst: string;
  readonly igst: string;
  readonly loan_id: string;
}

const ROWS_AT_ONCE = 2_000;

/** A credit note is against the invoice of its loan, of which there is one. A cluster takes no subquery for each row of an outside join. */
const DOCUMENTS = `declare register no scroll cursor for
  select d.number, d.issued_on::text, d.kind, i.number as invoice_number, i.issued_on::text as invoice_on,
    j.effective_on::text as supplied_on, d.supply_state, d.taxable_paise::text as taxable, d.cgst_paise::text as cgst,
    d.sgst_paise::text as sgst, d.igst_paise::text as igst, d.loan_id
  from tax_documents d
  join journals j on j.user_id = d.user_id and j.id = d.journal_id
  left join (
    select distinct on (x.user_id, x.loan_id) x.user_id, x.loan_id, x.number, x.issued_on
    from tax_documents n join tax_documents x on x.user_id = n.user_id and x.loan_id = n.loan_id and x.kind = 'invoice'
    where n.kind = 'credit_note' and n.issued_on between $1 and $2
    order by x.user_id, x.loan_id, x.financial_year, x.sequence) i
    on i.user_id = d.user_id and i.loan_id = d.loan_id and d.kind = 'credit_note'
  where d.issued_on between $1 and $2
  order by d.kind desc, d.financial_year, d.sequence`;

/**
 * Writes the invoices and credit notes of a period as a sheet, in the order of their numbers, out of one snapshot: the register that a GST
 * return is made from. Amounts are rupees, and positive for either kind, as the documents have them. No name leaves the books.
 * Rule: LEND-F5
 */
export async function exportGstRegister(
  client: pg.ClientBase,
  { from, to }: RegisterPeriod,
  language: Language,
  write: (text: string) => Promise<void>,
): Promise<void> {
  await beginLongRead(client);
  try {
    await client.query(DOCUMENTS, [from, to]);
    await write(CSV_MARK + csvLines([WORDS[language].head]));
    for (;;) {
      const { rows } = await client.query<DocumentRow>(`fetch ${ROWS_AT_ONCE} from register`);
      if (rows.length === 0) break;
      await write(csvLines(rows.map((row) => toCells(row, language))));
    }
  } finally {
    await client.query('rollback');
  }
}

function toCells(row: DocumentRow, language: Language): Cell[] {
  return [
    row.number,
    row.issued_on,
    WORDS[language].kinds[row.kind],
    row.invoice_number ?? '',
    row.invoice_on ?? '',
    row.supplied_on,
    placeOf(row.supply_state, language),
    BigInt(row.taxable),
    BigInt(row.cgst),
    BigInt(row.sgst),
    BigInt(row.igst),
    row.loan_id,
  ];
}

/** As a return names it: `27-Maharashtra`; empty for loans sold before places were recorded. */
function placeOf(state: string | null, language: Language): string {
  const code = state === null ? undefined : readStateCode(state);
  return code === undefined ? '' : `${code}-${STATES[code][language]}`;
}
