import { createBrowserRouter, replace, type RouteObject } from 'react-router';
import { keepToDocument, noteDocument } from './document-border.ts';
import { guestOnly, signedInHalf, signedInOnly } from './guards.ts';
import { NotFound, NotFoundWithin } from './not-found.tsx';
import { Opening, RootLayout } from './root-layout.tsx';
import { RootProblem } from './root-problem.tsx';

/** The landing page is plain HTML outside the app: what leads there, as after a log-out, is handed to the server. */
const leaveApp: RouteObject[] = ['/', '/hi'].map((path) => ({
  path,
  Component: NotFound,
  loader: ({ request }) => {
    // Without a network it is not there, and asking for it again would come back here.
    if (!navigator.onLine) return null;
    globalThis.location.replace(new URL(request.url).pathname);
    // Nothing is drawn while the browser leaves.
    return new Promise(() => undefined);
  },
}));

const authRoutes: RouteObject[] = [
  { path: 'login', loader: guestOnly, lazy: () => import('../features/auth/login.tsx') },
  { path: 'signup', loader: guestOnly, lazy: () => import('../features/auth/signup.tsx') },
  { path: 'second-factor', loader: signedInHalf, lazy: () => import('../features/auth/second-factor.tsx') },
  { path: 'forgot-password', lazy: () => import('../features/auth/forgot-password.tsx') },
  { path: 'new-password', lazy: () => import('../features/auth/new-password.tsx') },
  { path: 'account-closed', lazy: () => import('../features/privacy/account-closed.tsx') },
  { path: 'receipt', lazy: () => import('../features/payments/shared-receipt.tsx') },
  { path: 'auth/enter', lazy: () => import('../features/auth/enter.tsx') },
  { path: 'auth/not-me', lazy: () => import('../features/auth/not-me.tsx') },
  { path: 'auth/confirmed', lazy: () => import('../features/auth/confirmed.tsx') },
];

/** One line per screen; a screen module exports `Component`. Paths are relative to /dashboard. */
const dashboardRoutes: RouteObject[] = [
  { index: true, lazy: () => import('../features/me/dashboard.tsx') },
  { path: 'pay-bill', lazy: () => import('../features/payments/pay-bill.tsx') },
  { path: 'payment-success', lazy: () => import('../features/payments/payment-success.tsx') },
  { path: 'rewards', lazy: () => import('../features/rewards/rewards.tsx') },
  { path: 'transactions', lazy: () => import('../features/payments/transactions.tsx') },
  { path: 'payments', lazy: () => import('../features/repayments/payments.tsx') },
  { path: 'payments/:id', lazy: () => import('../features/repayments/payment-plan.tsx') },
  { path: 'profile', lazy: () => import('./profile-page.tsx') },
  { path: 'kyc-verification', lazy: () => import('./kyc-page.tsx') },
  { path: 'credit', lazy: () => import('../features/credit/credit-page.tsx') },
  { path: 'security', lazy: () => import('../features/security/security.tsx') },
  { path: 'privacy', lazy: () => import('../features/privacy/privacy.tsx') },
  { path: 'help', lazy: () => import('../features/support/help.tsx') },
];

/** Signed in, without the dashboard's frame: onboarding. */
const focusedRoutes: RouteObject[] = [
  { path: 'onboarding', lazy: () => import('../features/me/onboarding.tsx') },
];

export const routes: RouteObject[] = [
  {
    id: 'root',
    loader: keepToDocument,
    shouldRevalidate: () => true,
    Component: RootLayout,
    ErrorBoundary: RootProblem,
    HydrateFallback: Opening,
    children: [
      ...leaveApp,
      { lazy: () => import('./auth-layout.tsx'), children: authRoutes },
      { loader: signedInOnly, lazy: () => import('./focused-layout.tsx'), children: focusedRoutes },
      {
        path: 'dashboard',
        loader: signedInOnly,
        lazy: () => import('./dashboard-layout.tsx'),
        ErrorBoundary: RootProblem,
        children: [...dashboardRoutes, { path: '*', Component: NotFoundWithin }],
      },
      { path: 'help', loader: () => replace('/dashboard/help') },
      { path: '*', Component: NotFound },
    ],
  },
];

export function createRoutes() {
  noteDocument(globalThis.location.pathname);
  return createBrowserRouter(routes, {
    /** The staff's pages stand in a file of their own, which no customer fetches. */
    patchRoutesOnNavigation: async ({ path, patch }) => {
      if (/^\/admin(\/|$)/.test(path)) patch('root', (await import('./admin-routes.tsx')).adminRoutes);
    },
  });
}
