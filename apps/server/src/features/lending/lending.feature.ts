import { BOOKS, OWN_MARKS } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';

const SAME_FACTS = {
  en: 'the same facts as under Payments, as bookkeeping lines',
  hi: '"भुगतान" के ही तथ्य, बहीखाते की पंक्तियों के रूप में',
};

export const lending: Feature = {
  name: 'lending',
  personalData: [
    { table: 'loans', topic: 'books', title: { en: 'Loans', hi: 'ऋण' }, fate: BOOKS },
    {
      table: 'loan_days',
      topic: 'books',
      title: { en: 'Days closed', hi: 'बंद किए गए दिन' },
      leftOut: OWN_MARKS,
      fate: BOOKS,
    },
    {
      table: 'dpd_log',
      topic: 'books',
      title: { en: 'Days past due', hi: 'देरी के दिन' },
      fate: BOOKS,
    },
    {
      table: 'journals',
      topic: 'books',
      title: { en: 'Journals', hi: 'जर्नल' },
      leftOut: SAME_FACTS,
      fate: BOOKS,
    },
    {
      table: 'postings',
      topic: 'books',
      title: { en: 'Postings', hi: 'प्रविष्टियाँ' },
      leftOut: SAME_FACTS,
      fate: BOOKS,
    },
    {
      table: 'account_balances',
      topic: 'books',
      title: { en: 'Balances', hi: 'शेष' },
      leftOut: SAME_FACTS,
      fate: BOOKS,
    },
    {
      table: 'charges',
      topic: 'books',
      title: { en: 'Charges for lateness', hi: 'देरी के शुल्क' },
      fate: BOOKS,
    },
  ],
};
