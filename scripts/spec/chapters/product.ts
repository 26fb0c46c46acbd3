import { call, type Chapter, constant, noted, rule } from '../item.ts';

/** What the product is, and for whom. */
export const PRODUCT: Chapter = {
  title: '1. What the product does and for whom',
  groups: [
    {
      title: 'The promise',
      where: ['e2e/', 'apps/web/src/', 'apps/server/src/features/auth/'],
      items: [
        rule(
          'SPEC-1.rupees',
          'Amounts are in rupees; a mobile number carries +91.',
          '₹60,000',
          '+91 98765 43210',
        ),
        noted(
          'A server decides, a ledger remembers, and a rail is called; what the specification simulates is real here.',
          rule(
            'SPEC-1.pays-now',
            'The provider pays the card bill at once; it is repaid later in EMIs.',
            520_000,
            '₹5,200 received',
          ),
        ),
        rule('SPEC-1.repays-at-once', 'Or it is repaid later in one payment.', 'Nothing left to repay'),
        constant('SPEC-1.emi-example', 'The example shown: three EMIs of 5,200.', '₹5,200.00', '₹15,600.00'),
        rule(
          'SPEC-1.limit-after-kyc',
          'Each person has a credit limit, set from a CIBIL score after KYC.',
          'limitPaise',
          'score',
          'onboarding_incomplete',
        ),
        rule(
          'SPEC-1.used-counts',
          'Used credit counts against the limit.',
          '₹15,000 used of ₹60,000',
          '₹45,000',
        ),
        rule('SPEC-1.kyc-steps', 'KYC is PAN, Aadhaar, then a video.', 'PAN', 'Aadhaar', 'Video KYC'),
        noted(
          'Our own server speaks the hosted service’s protocol; the hosted client is used unmodified.',
          call('signUp', 'Sign-up, sign-in and sign-out go through the auth service.'),
        ),
      ],
    },
    {
      title: 'The landing’s parts',
      where: ['apps/web/src/marketing/'],
      items: [
        rule(
          'SPEC-1.hero',
          'A hero says what the product does.',
          'We pay your card bill today. You repay later.',
        ),
        rule(
          'SPEC-1.four-features',
          'Four feature cards: instant bill payment, flexible repayment, quick process, secure.',
          'Instant bill payment',
          'Flexible repayment',
          'Quick process',
          'Secure',
        ),
        rule(
          'SPEC-1.three-steps',
          'Three steps: sign up and KYC; card and bill amount; the provider pays and the person repays later.',
          'Sign up and complete KYC',
          'Enter card details and bill amount',
          'We pay, you repay later',
        ),
        noted(
          'Nothing is invented: without a sandbox only what the owner has put there is shown.',
          rule('SPEC-1.testimonials', 'Testimonials.', 'Example', 3),
        ),
      ],
    },
  ],
};
