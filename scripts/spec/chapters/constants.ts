import { type Chapter, constant, noted, rule, sentence } from '../item.ts';

/** Figures that are fixed. */
export const CONSTANTS: Chapter = {
  title: '9. Business constants and limits',
  groups: [
    {
      title: 'Money',
      where: ['packages/', 'apps/web/src/'],
      items: [
        constant(
          'SPEC-9.fee',
          'Service fee: 2 % of the bill, at least ₹50, at most ₹500.',
          5_000,
          50_000,
          30_000,
        ),
        constant('SPEC-9.total', 'Total is amount and fee.', 1_530_000),
        constant(
          'SPEC-9.fee-sample',
          'A sample set uses 1 %: 15000 gives 150, 10000 gives 100.',
          15_000,
          10_000,
        ),
        rule(
          'SPEC-9.available',
          'Available credit is limit minus used; the percentage is rounded.',
          'availablePaise',
          'usedPercent',
        ),
        rule(
          'SPEC-9.available-rewards',
          'Available rewards are the sum of those unused, with two decimals.',
          '₹138.00',
        ),
        constant('SPEC-9.emi', 'Three payments of 5,200.', 520_000, 3),
        constant(
          'SPEC-9.referral',
          'Referral reward ₹125, once the friend completed KYC and the first bill payment.',
          12_500,
        ),
        constant(
          'SPEC-9.referred-label',
          'A friend is shown as User and the first eight characters of the id.',
          'referredLabel',
          'User {id}',
        ),
      ],
    },
    {
      title: 'Counts and lengths',
      where: ['packages/', 'apps/web/src/'],
      items: [
        constant('SPEC-9.steps-onboarding', 'Onboarding has three steps.', 'Step 1 of 3', 'Step 2 of 3'),
        constant('SPEC-9.steps-pay', 'Pay bill has three.', 'Step 1 of 3', 'Step 3 of 3'),
        constant('SPEC-9.steps-kyc', 'The KYC wizard has three.', 3),
        constant(
          'SPEC-9.lengths',
          'Card 16, expiry MM/YY, OTP 6, mobile 10 with +91, IFSC 11, PAN 10, Aadhaar 12, phone at least 10, name at least 2.',
          16,
          '12/29',
          6,
          10,
          11,
          12,
          2,
        ),
        constant(
          'SPEC-9.pan-retries',
          'PAN verification is tried again up to twice, two seconds apart.',
          3,
          2,
        ),
        constant(
          'SPEC-9.backoff',
          'A refresh of the session is tried again after 200 ms, then twice as long.',
          200,
        ),
        constant(
          'SPEC-9.url-session',
          'A session in the address issued more than 120 s ago is warned about.',
          'Session as retrieved from URL was issued over 120s ago',
        ),
        constant('SPEC-9.breakpoint', 'The phone’s layout ends at 768 px.', 768),
        noted(
          'No delay is simulated: what takes time is what a provider takes.',
          constant('SPEC-9.delays', 'Simulated delays: 1000, 1500, 2000 ms.', 'Payment Successful'),
        ),
      ],
    },
    {
      title: 'Facts in the answers',
      where: ['apps/web/src/features/support/', 'apps/web/src/marketing/'],
      items: [
        sentence('24-48 hours', 'KYC is usually confirmed within.'),
        rule(
          'SPEC-9.faq-late',
          'Late payment can bring fees, a lower score, a lower limit, and weigh on later loans.',
          'late payment fees',
          'affect your credit score, reduce your limit and affect future loan approvals',
        ),
        rule(
          'SPEC-9.faq-limit',
          'The limit depends on income and employment, score and history, commitments, payment behaviour.',
          'income and employment status, credit score and history, existing commitments and payment behaviour',
        ),
        sentence('reviewed periodically', 'the limit is.'),
      ],
    },
  ],
};
