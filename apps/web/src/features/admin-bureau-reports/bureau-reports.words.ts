import type { BUREAU_REPORT_STATES, CREDIT_INFORMATION_COMPANIES } from '@mohlat/contract';
import { defineWords } from '../../lib/i18n.tsx';
import type { WordsOf } from '../../lib/admin/words-of.ts';

export const en = {
  title: 'Bureau reports',
  subtitle:
    'Every loan is reported to the credit information companies as on the regulator’s reference dates. A report is made once its day is closed.',
  empty: 'No report was made yet.',
  emptyFiltered: 'There is none in this state.',
  asOn: 'As on',
  dueOn: 'Submit by',
  any: 'All',
  states: { waiting: 'To submit', submitted: 'Submitted' } satisfies WordsOf<typeof BUREAU_REPORT_STATES>,
  late: 'Late',
  kind: 'Accounts in it',
  full: 'All that are open, and those that ended',
  incremental: 'New, ended, changed or overdue',
  accounts: 'Accounts',
  corrections: 'Corrections of earlier days',
  balance: 'Balance',
  overdue: 'Overdue',
  madeAt: 'Made',
  fetchedAt: 'Taken along',
  never: 'Not yet',
  companies: {
    cibil: 'TransUnion CIBIL',
    crif: 'CRIF High Mark',
    equifax: 'Equifax',
    experian: 'Experian',
  } satisfies WordsOf<typeof CREDIT_INFORMATION_COMPANIES>,
  company: 'Company',
  reference: 'Reference',
  referenceHint: 'As the company’s receipt has it.',
  missing: 'Choose the company and enter the reference.',
  note: 'Note a submission',
  noteText:
    'Bring the file into the company’s format, submit it there, and write its receipt down here. Noted again, the newer receipt counts.',
  failed: 'It was not noted',
  noted: 'Noted',
  fileText:
    'The file names people, with PAN, mobile number and address. Delete it once it is submitted; who takes it along is in the audit log.',
  fileName: (on: string) => `mohlat-bureau-report-${on}.csv`,
};

export type BureauReportsWords = typeof en;

export const useBureauReportsWords = defineWords(en, () =>
  import('./words.hi.ts').then((module) => module.hi),
);
