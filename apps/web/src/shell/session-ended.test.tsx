// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../test/network.ts';
import { openScreen } from '../../test/open-screen.tsx';
import { kept } from '../../test/video-samples.ts';
import { keepName, keptName } from '../lib/kept-name.ts';
import { keepRequest, keptRequest } from '../lib/kept-request.ts';
import { forgetTakes, keepTake, readTake } from '../lib/take-store.ts';
import { SessionEnded } from './session-ended.tsx';

let backCount = 0;
// Before the sheets listen, which tell others nothing of it.
globalThis.addEventListener('popstate', () => (backCount += 1), { capture: true });

afterEach(async () => {
  cleanup();
  await forgetTakes();
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('who leaves from the dialog of an ended session leaves no recording, name, request or answer on the device', async () => {
  stubNetwork({});
  const Ended = () => <SessionEnded email="asha@example.in" onDone={() => undefined} />;
  const { client } = await openScreen({ path: '/dashboard', Component: Ended }, '/dashboard');
  keepName('u1', 'Asha');
  await keepTake('u1', kept());
  sessionStorage.setItem('draft', 'half a form');
  keepRequest({ key: 'k1' });
  client.setQueryData(['me'], { name: 'Asha' });
  const assign = vi.fn<(url: string) => void>();
  vi.stubGlobal('location', Object.assign(new URL(globalThis.location.href), { assign }));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave and go to the home page' }));
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
  expect(keptName('u1')).toBeUndefined();
  expect(await readTake('u1')).toBeUndefined();
  expect(sessionStorage.getItem('draft')).toBeNull();
  expect(keptRequest()).toBeUndefined();
  expect(client.getQueryData(['me'])).toBeUndefined();
});

test('given a session that ended by itself, when the dialog says so, then the device forgets the name', async () => {
  stubNetwork({});
  keepName('u1', 'Asha');
  const Ended = () => <SessionEnded email={undefined} onDone={() => undefined} />;
  await openScreen({ path: '/dashboard', Component: Ended }, '/dashboard');
  await screen.findByRole('dialog', { name: 'Your session has ended' });
  expect(localStorage.getItem('mohlat-name')).toBeNull();
});

const isUnderSheet = () => globalThis.history.state?.isUnderSheet === true;

test.each<[string, () => Promise<unknown>]>([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['a press beside the box', () => userEvent.click(document.querySelector('[data-veil]')!)],
  [
    'Back',
    async () => {
      const before = backCount;
      globalThis.history.back();
      await vi.waitUntil(() => backCount > before);
    },
  ],
])('given an ended session, when it is answered by %s, then what was typed stays', async (_, press) => {
  stubNetwork({});
  const Ended = () => (
    <>
      <textarea aria-label="Message" />
      <SessionEnded email="asha@example.in" onDone={() => undefined} />
    </>
  );
  await openScreen({ path: '/dashboard', Component: Ended }, '/dashboard');
  const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' });
  await vi.waitUntil(() => isUnderSheet());
  sessionStorage.setItem('draft', 'half a form');
  const assign = vi.fn<(url: string) => void>();
  vi.stubGlobal('location', Object.assign(new URL(globalThis.location.href), { assign }));
  await press();
  // To leave takes until the device has forgotten the person.
  await forgetTakes();
  await vi.waitUntil(() => isUnderSheet());
  expect(sessionStorage.getItem('draft')).toBe('half a form');
  expect(assign).not.toHaveBeenCalled();
  expect(dialog.isConnected).toBe(true);
});

test('given a person who logs in elsewhere alone, when the session ends, then the dialog leads there and back', async () => {
  stubNetwork({ 'GET /auth/v1/settings': [200, { external: { email: true, google: true } }] });
  const Ended = () => <SessionEnded email="asha@example.in" onDone={() => undefined} />;
  await openScreen({ path: '/dashboard/support', Component: Ended }, '/dashboard/support?topic=kyc');
  const button = await screen.findByRole('button', { name: 'Continue with Google' });
  const assign = vi.fn<(url: string) => void>();
  vi.stubGlobal('location', Object.assign(new URL(globalThis.location.href), { assign }));
  await userEvent.click(button);
  await vi.waitFor(() => expect(assign).toHaveBeenCalledOnce());
  const query = new URL(assign.mock.calls[0]![0], globalThis.location.origin).searchParams;
  expect(query.get('provider')).toBe('google');
  const back = new URL(query.get('redirect_to')!);
  expect([back.pathname, back.searchParams.get('next')]).toEqual(['/login', '/dashboard/support?topic=kyc']);
});
