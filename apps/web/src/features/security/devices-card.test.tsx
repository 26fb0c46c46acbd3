// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { sampleMe } from '../../../test/samples.ts';
import { keys } from '../../lib/keys.ts';
import { toast } from '../../ui/toast.tsx';
import { DevicesCard } from './devices-card.tsx';

afterEach(() => {
  toast.dismissAll();
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function logOutAnother(pendingContact: ReturnType<typeof sampleMe>['pendingContact']) {
  const at = '2026-11-01T06:00:00Z';
  const here = { browser: 'Chrome', system: 'Android', signedInAt: at, lastUsedAt: at };
  const items = [
    { ...here, id: 's1', isCurrent: true },
    { ...here, id: 's2', browser: null, system: null, isCurrent: false },
  ];
  stubNetwork({
    'GET /me/sessions': [200, { items, leftOutCount: 0 }],
    'DELETE /me/sessions/s2': [204, null],
  });
  const { client } = await openScreen(
    { path: '/dashboard/security', Component: DevicesCard },
    '/dashboard/security',
  );
  client.setQueryData(keys.me, sampleMe({ pendingContact }));
  await userEvent.click(await screen.findByRole('button', { name: /^Log out Unknown device/ }));
  expect(await screen.findByText('Device logged out')).toBeDefined();
  return client;
}
const DROPPED = /that was waiting is dropped/;

test('a device that is logged out drops a new mobile that waits, which is said', async () => {
  const client = await logOutAnother({ email: null, mobile: '+919123456789' });
  expect(screen.getByText(DROPPED)).toBeDefined();
  expect(client.getQueryState(keys.me)?.isInvalidated).toBe(true);
});

test('where no change waits, nothing is said of one', async () => {
  await logOutAnother({ email: null, mobile: null });
  expect(screen.queryByText(DROPPED)).toBeNull();
});
