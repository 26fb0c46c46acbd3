import { type Chapter, noted, rule, sentence } from '../item.ts';

const AUTH = ['apps/web/src/features/auth/'];
const ME = ['apps/web/src/features/me/'];
const PAY = ['apps/web/src/features/payments/'];
const KYC = ['apps/web/src/features/kyc/'];
const BANK = ['apps/web/src/features/bank-accounts/'];

/** What is said when something worked, or did not. */
export const ERRORS: Chapter = {
  title: '8. Error catalogue',
  groups: [
    {
      title: 'Log-in, log-out, sign-up',
      where: [...AUTH, 'apps/web/src/shell/', ...ME],
      items: [
        sentence('Login Successful', 'toast.'),
        sentence('Welcome back to Mohlat!', 'toast.'),
        rule('SPEC-8.login-leads', 'Then to /dashboard.', 'at /dashboard', 'Login Successful'),
        sentence('Login Failed', 'toast, with the error message.'),
        sentence('Logout Failed', 'toast, with the error message.'),
        rule('SPEC-8.logout-home', 'Logging out leads to /.', '/'),
        sentence('Signup Failed', 'toast, with the server’s message.'),
        sentence('Signup Successful', 'toast.'),
        sentence('Please check your email to confirm your account.', 'its text.'),
        sentence('OTP Sent', 'toast.'),
        sentence('6-digit code', 'its text.'),
        sentence('Mobile Verified', 'toast.'),
        sentence("Welcome! Let's complete your profile.", 'its text.'),
        sentence('Onboarding completed', 'toast.'),
        sentence('Your account has been set up successfully.', 'its text.'),
      ],
    },
    {
      title: 'Cards and payments',
      where: PAY,
      items: [
        sentence('Error fetching saved cards', 'toast.'),
        sentence('Error saving card', 'toast, with the message.'),
        sentence('Card saved successfully', 'toast.'),
        sentence('Your card has been saved for future use.', 'its text.'),
        sentence('Please fill in all required fields', 'toast.'),
        sentence('Please enter a valid amount within your credit limit', 'toast.'),
        sentence('Payment Successful', 'toast.'),
        sentence('The credit card bill payment of ₹{amount} has been initiated.', 'its text.'),
        noted(
          'The card’s record is what is paid, so nothing can be paid without it: the step stays and says why.',
          rule(
            'SPEC-8.card-not-saved',
            'A failure to save a card during a payment is logged, and the flow continues.',
            'Card Details',
            'Error saving card',
          ),
        ),
      ],
    },
    {
      title: 'Bank accounts and profile',
      where: [...BANK, ...ME],
      items: [
        sentence('Bank account linked successfully', 'toast.'),
        sentence('Failed to link bank account. Please try again.', 'toast.'),
        sentence('Failed to load bank accounts.', 'in place of the list.'),
        sentence('Profile updated successfully', 'toast.'),
        sentence('Failed to update profile', 'toast.'),
        sentence('Verification email sent to your new email address', 'toast.'),
      ],
    },
    {
      title: 'KYC',
      where: KYC,
      items: [
        sentence('PAN verified successfully', 'toast.'),
        sentence('Verification attempt {n} failed. Retrying...', 'toast.'),
        sentence('PAN verification failed', 'toast.'),
        sentence('Aadhaar verified successfully', 'toast.'),
        sentence('Aadhaar verification failed', 'toast.'),
        sentence('Video KYC completed successfully!', 'toast.'),
      ],
    },
    {
      title: 'Rewards, help, history',
      where: [
        'apps/web/src/features/rewards/',
        'apps/web/src/features/support/',
        'apps/web/src/lib/',
        ...PAY,
      ],
      items: [
        sentence('Referral code copied to clipboard', 'toast.'),
        sentence('Referral link copied to clipboard', 'toast.'),
        sentence('Error loading rewards', 'with the error’s text.'),
        sentence('Message Sent', 'toast.'),
        sentence("We'll get back to you as soon as possible.", 'its text.'),
        sentence('No transactions found', 'the empty list.'),
        sentence('Invalid time value', 'thrown for what is no date.'),
      ],
    },
    {
      title: 'Auth',
      where: ['apps/server/src/features/auth/', 'apps/web/src/lib/', 'apps/web/src/features/auth/'],
      items: [
        rule(
          'SPEC-8.url-errors',
          'An error in the address of a call-back is shown.',
          'This link did not work',
        ),
        rule(
          'SPEC-8.identity-exists',
          'identity_already_exists keeps the session.',
          'identity_already_exists',
        ),
        rule('SPEC-8.identity-missing', 'identity_not_found keeps the session.', 'identity_not_found'),
        rule(
          'SPEC-8.identity-single',
          'single_identity_not_deletable keeps the session.',
          'single_identity_not_deletable',
        ),
        rule('SPEC-8.logout-ignores', 'Signing out ignores 401, 403 and 404.', 401, 403, 404),
        noted(
          'The client can no longer come to “An error occurred on token verification.”: the service’s own reason is said.',
          rule('SPEC-8.token-verification', 'A code that brings no session is told.', 'Invalid OTP'),
        ),
        noted(
          'The client no longer stops at “JWKS is empty”.',
          rule(
            'SPEC-8.jwks-empty',
            'Without public keys the service itself is asked of a token.',
            '/auth/v1/.well-known/jwks.json',
            '/auth/v1/user',
          ),
        ),
        sentence('Invalid JWT signature', 'a token of another key.'),
      ],
    },
  ],
};
