import type { BusinessDate } from '@mohlat/money';
import { expect, test } from 'vitest';
import { readLender } from '#features/settings/index.ts';
import { textOfPdf } from '#test/pdf-text.ts';
import type { TaxPaper } from '../documents.repo.ts';
import { writeTaxDocuments } from './tax.pdf.ts';

const invoice: TaxPaper = {
  kind: 'invoice',
  number: 'MI2627/000000001',
  issued_on: '2026-11-20' as BusinessDate,
  supplied_on: '2026-11-20' as BusinessDate,
  supply_state: '27',
  taxable_paise: 25_424,
  cgst_paise: 2_288,
  sgst_paise: 2_288,
  igst_paise: 0,
};

test('an invoice of a trial in Hindi says in Hindi that the lender has no address and no GSTIN', async () => {
  const facts = { id: '0192ab34-0000-7000-8000-000000000001' };
  const lender = readLender({}, true);
  const parties = { name: 'आशा राव', lender: lender.name };
  const text = await textOfPdf(await writeTaxDocuments([invoice], facts, parties, lender, 'hi'));
  expect(text).not.toContain('Trial');
  expect(text).toContain('पता नहीं');
  expect(await textOfPdf(await writeTaxDocuments([invoice], facts, parties, lender, 'en'))).toContain(
    'Trial installation: no address',
  );
});

test('an invoice from before the place of supply was kept names the state of the lender in the language read', async () => {
  const facts = { id: '0192ab34-0000-7000-8000-000000000001' };
  const lender = readLender({}, true);
  const parties = { name: 'Asha Rao', lender: lender.name };
  const old = { ...invoice, supply_state: null };
  for (const [language, place] of [
    ['en', 'Maharashtra (27)'],
    ['hi', 'महाराष्ट्र (27)'],
  ] as const)
    expect(await textOfPdf(await writeTaxDocuments([old], facts, parties, lender, language))).toContain(
      place,
    );
});
