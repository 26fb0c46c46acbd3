// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../../test/network.ts';
import { sampleMe } from '../../../test/samples.ts';
import { sampleSession } from '../../../test/session.ts';
import { auth } from '../../lib/auth-client.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { routes } from '../../shell/routes.tsx';

afterEach(async () => {
  cleanup();
  stubNetwork({ 'POST /auth/v1/logout': [204, null] });
  await auth.signOut({ scope: 'local' });
  vi.unstubAllGlobals();
});

test('SPEC-2.help-replaces: /help leads to the help of the dashboard and leaves no step to go back to', async () => {
  stubNetwork({
    'POST /auth/v1/token': [200, sampleSession(Date.now())],
    'GET /me': [200, sampleMe()],
  });
  await auth.signInWithPassword({ email: 'asha@example.in', password: 'x' });
  const router = createMemoryRouter(routes, { initialEntries: ['/dashboard', '/help'] });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/help'));
  expect(router.state.historyAction).toBe('REPLACE');
});
