import type { RouteObject } from 'react-router';
import { signedInOnly } from './guards.ts';
import { NotFoundWithin } from './not-found.tsx';
import { RootProblem } from './root-problem.tsx';

/** One line per page of the staff's; paths are relative to /admin. Fetched with the first step below it. */
export const adminRoutes: RouteObject[] = [
  {
    path: 'admin',
    loader: signedInOnly,
    lazy: () => import('./admin-layout.tsx'),
    ErrorBoundary: RootProblem,
    children: [
      { index: true, lazy: () => import('../features/admin-overview/overview.tsx') },
      { path: 'users', lazy: () => import('../features/admin-users/users.tsx') },
      { path: 'users/:id', lazy: () => import('../features/admin-users/user.tsx') },
      { path: 'payments', lazy: () => import('../features/admin-payments/payments.tsx') },
      { path: 'payments/:id', lazy: () => import('../features/admin-payments/payment.tsx') },
      { path: 'approvals', lazy: () => import('../features/admin-approvals/approvals.tsx') },
      { path: 'approvals/:id', lazy: () => import('../features/admin-approvals/approval.tsx') },
      { path: 'kyc', lazy: () => import('../features/admin-reviews/reviews.tsx') },
      { path: 'kyc/:id', lazy: () => import('../features/admin-reviews/review.tsx') },
      { path: 'reconciliation', lazy: () => import('../features/admin-reconciliation/reconciliation.tsx') },
      { path: 'chargebacks/:id', lazy: () => import('../features/admin-reconciliation/chargeback.tsx') },
      { path: 'hardships', lazy: () => import('../features/admin-hardships/hardships.tsx') },
      { path: 'hardships/:id', lazy: () => import('../features/admin-hardships/hardship.tsx') },
      { path: 'limits', lazy: () => import('../features/admin-limits/limits.tsx') },
      { path: 'support', lazy: () => import('../features/admin-support/tickets.tsx') },
      { path: 'support/:id', lazy: () => import('../features/admin-support/ticket.tsx') },
      { path: 'settings', lazy: () => import('../features/admin-settings/settings.tsx') },
      { path: 'books', lazy: () => import('../features/admin-books/books.tsx') },
      { path: 'audit', lazy: () => import('../features/admin-audit/audit.tsx') },
      { path: '*', Component: NotFoundWithin },
    ],
  },
];
