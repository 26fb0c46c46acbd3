import { FEE_SAC } from '@mohlat/lending';

interface TaxWords {
  readonly title: string;
  readonly invoice: (number: string) => string;
  readonly creditNote: (number: string) => string;
  readonly supplier: string;
  readonly address: string;
  readonly gstin: string;
  readonly recipient: string;
  readonly place: string;
  readonly issuedOn: string;
  readonly suppliedOn: string;
  readonly against: string;
  readonly columns: readonly [what: string, rate: string, amount: string];
  readonly service: string;
  readonly givenBack: string;
  readonly taxable: string;
  readonly total: string;
  readonly loan: string;
  readonly reverse: string;
  readonly written: string;
}

const en: TaxWords = {
  title: 'Tax invoice',
  invoice: (number) => `Tax invoice ${number}`,
  creditNote: (number) => `Credit note ${number}`,
  supplier: 'Supplier',
  address: 'Address',
  gstin: 'GSTIN',
  recipient: 'Recipient',
  place: 'Place of supply',
  issuedOn: 'Date',
  suppliedOn: 'Service given on',
  against: 'Against invoice',
  columns: ['What', 'Rate', 'Amount'],
  service: `Service fee for paying a credit card bill (SAC ${FEE_SAC})`,
  givenBack: `Service fee given back (SAC ${FEE_SAC})`,
  taxable: 'Taxable value',
  total: 'Total',
  loan: 'Loan',
  reverse:
    'Tax is not payable on reverse charge. Interest on the loan is exempt and not part of this invoice.',
  written: 'Written by a computer; it needs no signature.',
};

const hi: TaxWords = {
  title: 'कर बीजक (Tax invoice)',
  invoice: (number) => `कर बीजक ${number}`,
  creditNote: (number) => `क्रेडिट नोट ${number}`,
  supplier: 'आपूर्तिकर्ता',
  address: 'पता',
  gstin: 'GSTIN',
  recipient: 'प्राप्तकर्ता',
  place: 'आपूर्ति का स्थान',
  issuedOn: 'तारीख',
  suppliedOn: 'सेवा दी गई',
  against: 'किस बीजक पर',
  columns: ['विवरण', 'दर', 'रकम'],
  service: `क्रेडिट कार्ड बिल भरने का सेवा शुल्क (SAC ${FEE_SAC})`,
  givenBack: `लौटाया गया सेवा शुल्क (SAC ${FEE_SAC})`,
  taxable: 'कर योग्य मूल्य',
  total: 'कुल',
  loan: 'ऋण',
  reverse: 'कर रिवर्स चार्ज पर देय नहीं है। ऋण का ब्याज कर-मुक्त है और इस बीजक में नहीं है।',
  written: 'कंप्यूटर से बना है; हस्ताक्षर की ज़रूरत नहीं।',
};

export const TAX_WORDS = { en, hi } as const;
