import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { createMemoryRouter, type Location, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { vi } from 'vitest';
import { LanguageProvider } from '../src/lib/i18n.tsx';
import { ThingPagesProvider } from '../src/lib/admin/thing-pages.ts';
import { ListNamesProvider } from '../src/lib/admin/way-back.ts';
import { PartsProvider } from '../src/lib/parts.tsx';
import { createQueryClient } from '../src/lib/query-client.ts';
import { PARTS } from '../src/shell/screens.ts';
import { LIST_NAMES, THING_PAGES } from '../src/shell/staff-screens.ts';
import { Toaster } from '../src/ui/toast.tsx';
// The page fetches the list of toasts when it is idle; here it is compiled beforehand.
import '../src/ui/toast-list.tsx';

/**
 * Opens one screen as the router would; every other address says where it is. A page that asks again by itself does so with
 * `intervals: 'held'` when the test moves them on, however long the machine takes for what comes before.
 */
export async function openScreen(
  screen: RouteObject,
  address: string | Partial<Location>,
  language: 'en' | 'hi' = 'en',
  { intervals = 'run' }: { readonly intervals?: 'run' | 'held' } = {},
) {
  const held = intervals === 'held' ? (['setInterval', 'clearInterval'] as const) : [];
  // Dates of this year are written without it, so the year has to stand still. Other timers run.
  vi.useFakeTimers({ toFake: ['Date', ...held], now: new Date('2026-11-20T12:00:00Z') });
  // jsdom draws nothing and therefore cannot scroll.
  vi.stubGlobal('scrollTo', () => undefined);
  const router = createMemoryRouter([screen, { path: '*', element: <p>elsewhere</p> }], {
    initialEntries: [address],
  });
  const client = createQueryClient();
  const options = client.getDefaultOptions();
  client.setDefaultOptions({ ...options, queries: { ...options.queries, retry: false } });
  const view = render(
    <LanguageProvider initial={language}>
      <QueryClientProvider client={client}>
        <PartsProvider value={PARTS}>
          <ThingPagesProvider value={THING_PAGES}>
            <ListNamesProvider value={LIST_NAMES}>
              <RouterProvider router={router} />
            </ListNamesProvider>
          </ThingPagesProvider>
        </PartsProvider>
        <Toaster label="Messages" closeLabel="Close" />
      </QueryClientProvider>
    </LanguageProvider>,
  );
  await vi.waitUntil(() => router.state.initialized);
  return { router, client, view };
}
