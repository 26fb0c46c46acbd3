import { type Chapter, noted, rule, sentence } from '../item.ts';

const SERVER = ['packages/contract/', 'e2e/'];

/** Who may do what. */
export const ROLES: Chapter = {
  title: '6. Roles and permissions',
  groups: [
    {
      title: 'Roles',
      where: [...SERVER, 'apps/web/src/'],
      items: [
        rule(
          'SPEC-6.admin-menu',
          'An admin gets the menu Dashboard, Users, Payments, Settings.',
          'Dashboard',
          'Users',
          'Payments',
          'Settings',
        ),
        noted(
          'Staff also need a second factor; who lacks either is refused.',
          rule(
            'SPEC-6.admin-only',
            'Who is no admin is let into nothing of it.',
            'admin_required',
            'Oops! Page not found',
          ),
        ),
        rule('SPEC-6.signed-in', 'The dashboard needs a log-in; others go to /login.', 'at the log-in page'),
        rule(
          'SPEC-6.own',
          'Cards, accounts, rewards, referrals and transactions are one’s own.',
          '/cards',
          '/bank-accounts',
          '/rewards',
          '/referrals',
          '/transactions',
        ),
        noted(
          'Someone else’s object is not found.',
          rule('SPEC-6.not-found', 'What is somebody else’s cannot be reached.', 404, 'not_found'),
        ),
        sentence('User must be logged in to save a card', 'saving a card without a session.'),
        sentence('You must be logged in to link a bank account', 'linking one without a session.'),
        sentence('You must be logged in to update your profile', 'saving the profile without a session.'),
        sentence('Please login to continue', 'any call without a session.'),
      ],
    },
  ],
};
