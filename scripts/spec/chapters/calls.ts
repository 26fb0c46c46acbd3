import { call, type Chapter, noted, rule } from '../item.ts';

const AUTH = ['apps/server/src/features/auth/', 'apps/server/test/auth-client.'];
const HTTP = [
  ...['bank-accounts', 'support'].map((name) => `apps/server/src/features/${name}/`),
  ...['accept', 'cards', 'edge', 'isolation', 'kyc', 'profile', 'referrals', 'rewards'].map(
    (name) => `apps/server/test/${name}.`,
  ),
];

/** Calls over HTTP. */
export const CALLS: Chapter = {
  title: '7. The calls it makes',
  groups: [
    {
      title: 'The auth service',
      where: AUTH,
      items: [
        call('POST /signup', 'e-mail or phone, password, data, captcha, PKCE challenge.'),
        call('POST /token?grant_type=password', 'log-in.'),
        call('POST /token?grant_type=refresh_token', 'a new session for an old one.'),
        call('POST /token?grant_type=pkce', 'a session for a code.'),
        call('POST /token?grant_type=id_token', 'a session for somebody else’s token.'),
        call('POST /otp', 'a code.'),
        call('POST /verify', 'a code or link taken up.'),
        call('POST /resend', 'another mail or SMS.'),
        call('POST /sso', 'a company’s own log-in.', 'signInWithSSO'),
        call('GET /reauthenticate', 'a code before a new password.', 'reauthenticate'),
        call('GET /user', 'who is logged in.', 'getUser'),
        call('PUT /user', 'name, phone, birth date, e-mail, password.', 'updateUser'),
        call('POST /recover', 'a forgotten password.'),
        call('POST /logout', 'by scope.', 'signOut'),
        call('GET /authorize', 'to somebody else’s log-in.', 'signInWithOAuth'),
        call('GET /user/identities/authorize', 'another way in.', 'linkIdentity'),
        call('DELETE /user/identities/{id}', 'a way in taken away.', 'unlinkIdentity'),
        call('POST /factors', 'a second factor.', 'enroll'),
        call('POST /factors/{id}/challenge', 'ask for it.', 'challenge'),
        call('POST /factors/{id}/verify', 'show it.', 'verify'),
        call('DELETE /factors/{id}', 'take it away.', 'unenroll'),
        call('GET /.well-known/jwks.json', 'the public keys.'),
        call('POST /invite', 'an invitation.', 'inviteUserByEmail'),
        call('POST /admin/generate_link', 'a link.', 'generateLink'),
        call('POST /admin/users', 'an account made.', 'createUser'),
        call('GET /admin/users', 'the list, in pages.', 'listUsers'),
        rule('SPEC-7.user-pages', 'The list’s total comes from a header.', 'x-total-count', 5),
        call('GET /admin/users/{id}', 'one account.', 'getUserById'),
        call('PUT /admin/users/{id}', 'changed.', 'updateUserById'),
        call('DELETE /admin/users/{id}', 'deleted.', 'deleteUser'),
        call('GET /admin/users/{id}/factors', 'its factors.', 'listFactors'),
        call('DELETE /admin/users/{id}/factors/{factor}', 'a factor taken away.', 'deleteFactor'),
      ],
    },
    {
      title: 'The product',
      where: HTTP,
      items: [
        rule('SPEC-7.signup-mail', 'A sign-up by e-mail sends a mail to confirm it.', 'auth.confirm'),
        call('GET /cards', 'the person’s own cards.'),
        rule(
          'SPEC-7.cards-failed',
          'When they cannot be read, an empty list is used: a new card can be entered.',
          'Error fetching saved cards',
          'Card number',
        ),
        call('POST /cards', 'a card saved.'),
        call('GET /ifsc/{code}', 'bank, branch, city, address.'),
        rule('SPEC-7.ifsc-unknown', 'An unknown code is invalid.', 'Invalid IFSC code', 'ifsc_not_found'),
        call('POST /bank-accounts', 'an account linked.'),
        rule('SPEC-7.bank-unknown', 'The bank’s name may be unknown.', 'branch', ''),
        call('GET /bank-accounts', 'the person’s own accounts.'),
        call('GET /me', 'name, phone, birth date.'),
        call('PATCH /me/profile', 'name, phone, birth date, e-mail.'),
        rule(
          'SPEC-7.email-change',
          'A new e-mail is confirmed by a mail to it.',
          'Verification email sent to your new email address',
        ),
        call('POST /kyc/pan', 'a PAN checked.'),
        call('POST /kyc/aadhaar', 'an Aadhaar checked.'),
        rule(
          'SPEC-7.no-data',
          'An answer without content is a failure.',
          'No data returned from verification API',
        ),
        call('GET /rewards', 'rewards, the newest first.'),
        rule('SPEC-7.rewards-order', 'Rewards come newest first.', 'earnedAt'),
        call('GET /referrals', 'the code and the friends.'),
        call('GET /transactions', 'the person’s own payments.'),
        noted(
          'None of these is simulated: codes are sent and checked, and the server keeps what it is told.',
          call('POST /payments', 'a bill paid.'),
        ),
        call('PUT /me/onboarding', 'the onboarding kept.'),
        call('POST /support/messages', 'the contact form kept.'),
      ],
    },
  ],
};
