import { type Chapter, noted, sentence, state } from '../item.ts';

const SERVER = ['packages/contract/', 'e2e/'];
const WEB = ['apps/web/src/', 'e2e/'];

/** How things change. */
export const STATES: Chapter = {
  title: '4. States and transitions',
  groups: [
    {
      title: 'Payments',
      where: WEB,
      items: [
        state('SPEC-4.completed', 'Completed is green.', 'completed', 'ok'),
        state('SPEC-4.pending', 'Pending is amber.', 'pending', 'due'),
        noted(
          'A bill that failed says so in words as well; what is only owed is never red.',
          state('SPEC-4.failed', 'Anything else is failed, neutral in the history.', 'failed', 'neutral'),
        ),
        state('SPEC-4.pay-steps', 'Steps 1 to 3, back allowed.', 'Step 1 of 3', 'Step 2 of 3', 'Step 3 of 3'),
        sentence('Processing...', 'while it is being paid.'),
        noted(
          'The message appears on acceptance; the page’s own headline says what is true.',
          state(
            'SPEC-4.paid',
            'Then a toast and the result page.',
            'Payment Successful',
            '/dashboard/payment-success',
          ),
        ),
      ],
    },
    {
      title: 'Sessions',
      where: SERVER,
      items: [
        state(
          'SPEC-4.events',
          'SIGNED_IN, TOKEN_REFRESHED, USER_UPDATED, SIGNED_OUT, INITIAL_SESSION, PASSWORD_RECOVERY, MFA_CHALLENGE_VERIFIED.',
          'SIGNED_IN',
          'TOKEN_REFRESHED',
          'USER_UPDATED',
          'SIGNED_OUT',
          'INITIAL_SESSION',
          'PASSWORD_RECOVERY',
          'MFA_CHALLENGE_VERIFIED',
        ),
        state('SPEC-4.refresh', 'A session is kept, renewed near its end, and other tabs are told.', 2),
        state(
          'SPEC-4.refresh-refused',
          'It is removed when a refresh is refused for good.',
          'refresh_token_not_found',
          'SIGNED_OUT',
        ),
        state(
          'SPEC-4.factor-status',
          'A factor is verified; its type is totp or phone.',
          'totp',
          'phone',
          'verified',
        ),
      ],
    },
    {
      title: 'Sign-up and onboarding',
      where: ['apps/web/src/features/auth/', 'e2e/'],
      items: [
        state(
          'SPEC-4.otp-entry',
          'The number, then the code after Send OTP.',
          'Send OTP',
          'Enter the 6-digit code',
        ),
        state(
          'SPEC-4.change-number',
          'Change Number returns to the number.',
          'Change Number',
          'Mobile number',
        ),
        sentence('Resend OTP', 'sends another code.'),
        noted(
          'The code is checked by the server.',
          state('SPEC-4.otp-right', 'The right code leads to /onboarding.', 'at /onboarding'),
        ),
        state('SPEC-4.email-signup', 'A sign-up by e-mail leads to /login.', 'Signup Successful', 'Log in'),
        state(
          'SPEC-4.onboarding',
          'Onboarding: steps 1, 2, 3, back allowed, completion to /dashboard.',
          'Previous',
          'Complete Setup',
        ),
      ],
    },
    {
      title: 'KYC, rewards, bank accounts',
      where: WEB,
      items: [
        state(
          'SPEC-4.kyc-order',
          'PAN, on success Aadhaar, on success Video KYC, then the dashboard.',
          'Aadhaar number',
          'Video KYC',
        ),
        sentence('Verifying...', 'while a document is checked.'),
        state(
          'SPEC-4.kyc-badges',
          'PAN and Aadhaar each show Verified or Pending Verification.',
          'Verified',
          'Pending Verification',
        ),
        noted(
          'Until the video is approved the limit is at most ₹60,000.',
          state('SPEC-4.kyc-complete', 'KYC is complete when both are verified.', 'isComplete'),
        ),
        state(
          'SPEC-4.referral',
          'A friend is at Signed Up, KYC Done, Payment Done, Completed; the amount stands only when it is credited.',
          'Signed Up',
          'KYC Done',
          'Payment Done',
          'Completed',
          '₹125.00',
        ),
        state('SPEC-4.reward', 'A reward is Available or Used.', 'Available', 'Used'),
        state(
          'SPEC-4.bank-save',
          'Save is enabled once all is filled, the numbers match and the terms are accepted.',
          'Link Bank Account',
        ),
        state(
          'SPEC-4.ifsc',
          'A code is being checked, then its bank, branch and address are shown.',
          'Validating IFSC code...',
          'IFSC code validated',
          'Jayanagar, Bengaluru',
        ),
        state(
          'SPEC-4.credit-by-kyc',
          'The dashboard shows credit only when KYC is complete.',
          'Available Credit',
          'KYC Required',
        ),
      ],
    },
  ],
};
