import type { Bad } from './bad-input.cases.ts';

const INVALID = [422, 'validation_failed'] as const;

export const CREDIT_CASES: readonly Bad[] = [
  {
    name: 'an assessment without consent',
    path: '/credit/assessment',
    body: { consent: false },
    expect: INVALID,
    fields: ['consent'],
  },
  {
    name: 'an assessment whose wish about the limit is neither yes nor no',
    path: '/credit/assessment',
    body: { consent: true, acceptLimit: 'yes' },
    expect: INVALID,
    fields: ['acceptLimit'],
  },
  {
    name: 'an offer that is no id',
    path: '/credit/offers/1/accept',
    expect: INVALID,
    fields: ['id'],
  },
  {
    name: 'evidence of income that is no form',
    path: '/credit/income-evidence',
    body: { kind: 'salary_slip', monthlyIncomePaise: 8_500_000 },
    expect: INVALID,
    fields: ['file'],
  },
];
