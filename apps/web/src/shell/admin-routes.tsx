import type { RouteObject } from 'react-router';
import { signedInOnly } from './guards.ts';
import { NotFoundWithin } from './not-found.tsx';
import { RootProblem } from './root-problem.tsx';
import { routesBelow } from './routes-below.ts';
import { STAFF_SCREENS } from './staff-screens.ts';
import { to } from '../lib/addresses.ts';

/** The staff's pages, in a file of their own: fetched with the first step below `/admin`. */
export const adminRoutes: RouteObject[] = [
  {
    path: 'admin',
    loader: signedInOnly,
    lazy: () => import('./admin-layout.tsx'),
    ErrorBoundary: RootProblem,
    children: [...routesBelow(to('/admin'), STAFF_SCREENS), { path: '*', Component: NotFoundWithin }],
  },
];
