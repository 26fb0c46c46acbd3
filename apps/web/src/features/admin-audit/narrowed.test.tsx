// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID } from '../../../test/staff-samples.ts';
import { faces } from './audit.faces.testing.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('given an audit log narrowed by three ids, when staff take one away, the lines of the other two stay', async () => {
  stubNetwork({
    'GET /admin/me': [200, { id: 'me', name: 'Lata', email: null, roles: ['admin'], stepUpUntil: null }],
    'GET /admin/audit': faces[0]!.content,
  });
  const { router } = await openScreen(
    { path: '/admin/audit', lazy: () => import('./audit.tsx') },
    `/admin/audit?actorId=${ID}&subjectId=${ID}&objectId=${ID}`,
  );
  await screen.findByRole('table');
  const lines = () =>
    screen
      .queryAllByRole('button', { name: 'Show all' })
      .map((button) => document.getElementById(button.getAttribute('aria-describedby')!)?.textContent);
  expect(lines()).toEqual([
    'Deeds of one colleague only',
    'About one person’s account only',
    'About one thing only',
  ]);
  await userEvent.click(screen.getAllByRole('button', { name: 'Show all' })[1]!);
  expect(router.state.location.search).toBe(`?actorId=${ID}&objectId=${ID}`);
  expect(lines()).toEqual(['Deeds of one colleague only', 'About one thing only']);
});
