// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, expect, test, vi } from 'vitest';
import { LanguageProvider } from '../lib/i18n.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { RootLayout } from './root-layout.tsx';

/** Where the router keeps the places of pages. */
const KEPT = 'react-router-scroll-positions';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test('given another page that was left further down, a page loaded anew does not open there', async () => {
  sessionStorage.setItem(KEPT, JSON.stringify({ default: 400 }));
  const scrollTo = vi.fn();
  vi.stubGlobal('scrollTo', scrollTo);
  const router = createMemoryRouter(
    [{ Component: RootLayout, children: [{ path: 'help', element: <h1>Help</h1> }] }],
    { initialEntries: ['/help#contact'] },
  );
  render(
    <LanguageProvider initial="en">
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </LanguageProvider>,
  );
  expect(await screen.findByRole('heading', { name: 'Help' })).toBeDefined();
  expect(scrollTo.mock.calls).not.toContainEqual([0, 400]);
});
