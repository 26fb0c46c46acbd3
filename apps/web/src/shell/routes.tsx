import { isPayingPage } from '@mohlat/contract/app-pages';
import { createBrowserRouter, type LoaderFunctionArgs, replace, type RouteObject } from 'react-router';
import { inItsTurn } from '../lib/in-its-turn.ts';
import { signedInOnly } from './guards.ts';
import { NotFound, NotFoundWithin } from './not-found.tsx';
import { Opening, RootLayout } from './root-layout.tsx';
import { RootProblem } from './root-problem.tsx';
import { routesBelow } from './routes-below.ts';
import { type PlacedScreen, SCREENS } from './screens.ts';
import { to } from '../lib/addresses.ts';
import { keepSheetsOutOfHistory } from '../ui/back-closes.ts';

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

/** The address this document was opened at, whose headers it has; undefined where there is no document of ours, as in tests. */
let openedAt: string | undefined;

/**
 * Crosses the border of the page that pays with a new document: only there the headers allow the provider's checkout, and its
 * script is gone with the document. A loader of the outermost route; nothing is drawn while the browser leaves.
 */
function keepToDocument({ request }: LoaderFunctionArgs): null | Promise<never> {
  if (openedAt === undefined || isPayingPage(openedAt) === isPayingPage(new URL(request.url).pathname))
    return null;
  globalThis.location.assign(request.url);
  return new Promise(() => undefined);
}

const shortcuts: RouteObject[] = SCREENS.flatMap(({ address, shortcut }) =>
  shortcut === undefined ? [] : [{ path: shortcut.slice(1), loader: () => replace(address) }],
);

const isOfDashboard = ({ address }: PlacedScreen) => /^\/dashboard(\/|$)/.test(address);
const dashboard = SCREENS.filter(isOfDashboard);
const focused = SCREENS.filter(({ frame }) => frame === 'focused');
const plain = SCREENS.filter(({ frame }) => frame === 'plain');
const waysIn = SCREENS.filter((screen) => !dashboard.includes(screen) && screen.frame === undefined);

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
      { lazy: inItsTurn(() => import('./auth-layout.tsx')), children: routesBelow('', waysIn) },
      { lazy: inItsTurn(() => import('./plain-layout.tsx')), children: routesBelow('', plain) },
      {
        loader: signedInOnly,
        lazy: inItsTurn(() => import('./focused-layout.tsx')),
        children: routesBelow('', focused),
      },
      {
        path: 'dashboard',
        loader: signedInOnly,
        lazy: inItsTurn(() => import('./dashboard-layout.tsx')),
        ErrorBoundary: RootProblem,
        children: [...routesBelow(to('/dashboard'), dashboard), { path: '*', Component: NotFoundWithin }],
      },
      ...shortcuts,
      { path: '*', Component: NotFound },
    ],
  },
];

export function createRoutes() {
  openedAt = globalThis.location.pathname;
  const router = createBrowserRouter(routes, {
    /** The staff's pages stand in a file of their own, which no customer fetches. */
    patchRoutesOnNavigation: async ({ path, patch }) => {
      if (/^\/admin(\/|$)/.test(path)) patch('root', (await import('./admin-routes.tsx')).adminRoutes);
    },
  });
  keepSheetsOutOfHistory(router);
  return router;
}
