// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { CLOSING_ERRORS, getClosure } from '@mohlat/contract';
import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { problem, stubNetwork, type Answer } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { sampleSession } from '../../../test/session.ts';
import { kept } from '../../../test/video-samples.ts';
import { call } from '../../lib/api.ts';
import { auth } from '../../lib/auth-client.ts';
import { hasStoredSession, logout, renewSession } from '../../lib/auth.ts';
import { keepName, keptName } from '../../lib/kept-name.ts';
import { getSessionState } from '../../lib/session-state.ts';
import { forgetTakes, keepTake, readTake } from '../../lib/take-store.ts';
import { SessionKeeper } from '../../shell/session-keeper.tsx';
import { toast } from '../../ui/toast.tsx';
import { Component as AccountClosed } from './account-closed.tsx';
import { CloseAccountDialog } from './close-account.tsx';

afterEach(async () => {
  cleanup();
  await forgetTakes();
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('given a log-out that the server refuses, when one has to log in again, then it says so and stays', async () => {
  stubNetwork({
    'POST /auth/v1/token': () => [200, sampleSession(Date.now())],
    'POST /auth/v1/logout': [500, { error_code: 'x', msg: 'Not just now.' }],
    'GET /me/closure': [200, { blockers: [], needsSignIn: true, erased: [], kept: [] }],
  });
  await openScreen(
    { path: '/dashboard/privacy', Component: () => <CloseAccountDialog onClose={() => undefined} /> },
    '/dashboard/privacy',
  );
  await auth.signInWithPassword({ email: 'asha@example.in', password: 'x' });
  const assign = vi.fn<(address: string) => void>();
  vi.stubGlobal('location', { origin: 'http://localhost', assign });
  await userEvent.click(await screen.findByRole('button', { name: 'Log in again' }));
  expect(await screen.findByText('Logout Failed')).toBeDefined();
  expect(assign).not.toHaveBeenCalled();
  toast.dismissAll();
});

test.each<[string, Answer]>([
  ['ends the session', [204, null]],
  ['refuses to end the session', [500, { error_code: 'x', msg: 'Not just now.' }]],
  ['cannot be reached', new TypeError('lost')],
])('a closed account leaves nothing on the device where the auth server %s', async (_, answer) => {
  stubNetwork({
    'POST /auth/v1/token': () => [200, sampleSession(Date.now())],
    'POST /auth/v1/logout': answer,
    'GET /me/closure': [
      200,
      {
        blockers: [],
        needsSignIn: false,
        forfeits: { rewardsPaise: 0, remainderPaise: 0 },
        erased: [],
        kept: [],
      },
    ],
    'DELETE /me': [200, { closedAt: '2026-11-20T12:00:00Z', erased: [], kept: [] }],
  });
  await openScreen(
    { path: '/dashboard/privacy', Component: () => <CloseAccountDialog onClose={() => undefined} /> },
    '/dashboard/privacy',
  );
  await auth.signInWithPassword({ email: 'asha@example.in', password: 'x' });
  keepName('u1', 'Asha');
  await keepTake('u1', kept());
  await userEvent.type(await screen.findByLabelText('Type DELETE to confirm'), 'DELETE');
  await userEvent.click(screen.getByRole('button', { name: 'Close for good' }));
  expect(await screen.findByText('elsewhere')).toBeDefined();
  expect(keptName('u1')).toBeUndefined();
  expect(await readTake('u1')).toBeUndefined();
  expect(hasStoredSession()).toBe(false);
});

test('given a disputed repayment, when closing is refused, then the sum, the reason and the way to write to us stand there', async () => {
  stubNetwork({
    'GET /me/closure': [
      200,
      { blockers: [{ code: 'dispute_open', amountPaise: 509_500 }], needsSignIn: true, erased: [], kept: [] },
    ],
  });
  await openScreen(
    { path: '/dashboard/privacy', Component: () => <CloseAccountDialog onClose={() => undefined} /> },
    '/dashboard/privacy',
  );
  expect(await screen.findByText('Not yet: ₹5,095')).toBeDefined();
  expect(screen.getByText(CLOSING_ERRORS.dispute_open.en)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe(
    '/dashboard/help#contact',
  );
  expect(screen.queryByRole('button', { name: 'Close for good' })).toBeNull();
  // Another log-in would change nothing.
  expect(screen.queryByRole('button', { name: 'Log in again' })).toBeNull();
});

test('given a reason that a newer server knows, when closing is refused, then its own words and the way to write to us stand there', async () => {
  const newer = { code: 'a_newer_reason', text: 'Something is still to be done.', amountPaise: 0 };
  stubNetwork({ 'GET /me/closure': [200, { blockers: [newer], needsSignIn: false, erased: [], kept: [] }] });
  await openScreen(
    { path: '/dashboard/privacy', Component: () => <CloseAccountDialog onClose={() => undefined} /> },
    '/dashboard/privacy',
  );
  expect(await screen.findByText(newer.text)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Write to us' })).toBeDefined();
});

function DismissableDialog() {
  const [isOpen, setIsOpen] = useState(true);
  return isOpen ? <CloseAccountDialog onClose={() => setIsOpen(false)} /> : <h1>Privacy</h1>;
}

test('given a press without a network, when it is called off, then the account stays open', async () => {
  let isOnline = true;
  const toldOnline: boolean[] = [];
  stubNetwork({
    'GET /me/closure': [200, { blockers: [], needsSignIn: false, erased: [], kept: [] }],
    'DELETE /me': () => {
      toldOnline.push(isOnline);
      return isOnline
        ? [200, { closedAt: '2026-11-20T12:00:00Z', erased: [], kept: [] }]
        : new TypeError('lost');
    },
  });
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  const goes = (online: boolean) => {
    isOnline = online;
    act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')));
  };
  const { client } = await openScreen(
    { path: '/dashboard/privacy', Component: DismissableDialog },
    '/dashboard/privacy',
  );
  await userEvent.type(await screen.findByLabelText('Type DELETE to confirm'), 'DELETE');
  goes(false);
  await userEvent.click(screen.getByRole('button', { name: 'Close for good' }));
  expect(await screen.findByText(/^There is no connection/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
  goes(true);
  await vi.waitUntil(() => client.isMutating() === 0);
  expect(toldOnline).not.toContain(true);
  expect(screen.getByRole('heading', { name: 'Privacy' })).toBeDefined();
});

const FOLLOWS = Node.DOCUMENT_POSITION_FOLLOWING;

/** Closes; the answer is lost, and the account is gone. */
async function loseClosing() {
  const network = stubNetwork({
    'POST /auth/v1/token': () => [200, sampleSession(Date.now())],
    'POST /auth/v1/logout': [403, { error_code: 'session_not_found', msg: 'gone' }],
    'GET /me/closure': [200, { blockers: [], needsSignIn: false, erased: [], kept: [] }],
    'DELETE /me': [new TypeError('lost'), problem(401, 'unauthorized', 'Log in to go on.')],
  });
  const Page = () => (
    <>
      <SessionKeeper />
      <DismissableDialog />
    </>
  );
  const { router } = await openScreen({ path: '/dashboard/privacy', Component: Page }, '/dashboard/privacy');
  await auth.signInWithPassword({ email: 'asha@example.in', password: 'x' });
  network.answers['POST /auth/v1/token'] = [400, { error_code: 'refresh_token_not_found', msg: 'gone' }];
  await userEvent.type(await screen.findByLabelText('Type DELETE to confirm'), 'DELETE');
  await userEvent.click(screen.getByRole('button', { name: 'Close for good' }));
  const told = await screen.findByText(/Your account may be closed already/);
  // A person who has read down to the field sees it.
  const field = screen.getByLabelText('Type DELETE to confirm');
  expect(screen.getByText('This cannot be undone', { exact: false }).compareDocumentPosition(told)).toBe(
    FOLLOWS,
  );
  expect(told.compareDocumentPosition(field)).toBe(FOLLOWS);
  return { ...network, router };
}

test.each([
  ['the next press', () => userEvent.click(screen.getByRole('button', { name: 'Close for good' }))],
  ['another call', () => act(() => renewSession())],
  [
    'another call once the dialog is dismissed',
    async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
      await act(() => renewSession());
    },
  ],
])(
  'given a closing whose answer was lost, when %s finds the session over, then the account may be closed',
  async (_, find) => {
    const { router } = await loseClosing();
    await find();
    expect(await screen.findByText('elsewhere')).toBeDefined();
    expect(router.state.location).toMatchObject({ pathname: '/account-closed', state: 'maybe' });
    expect(hasStoredSession()).toBe(false);
  },
);

test('given a closing whose answer was lost, when the server answers its person again, then the account is not said to be closed', async () => {
  const { router } = await loseClosing();
  await act(() => call(getClosure, {}));
  expect(screen.queryByText(/Your account may be closed already/)).toBeNull();
  await act(() => renewSession());
  expect(getSessionState()).toMatchObject({ status: 'out', reason: 'expired' });
  expect(await screen.findByRole('dialog', { name: 'Your session has ended' })).toBeDefined();
  expect(router.state.location.pathname).toBe('/dashboard/privacy');
});

test('given a closing whose answer was lost, when its person logs out, then the next log-in in this tab knows nothing of it', async () => {
  await loseClosing();
  await act(() => logout());
  expect(screen.queryByText(/Your account may be closed already/)).toBeNull();
});

test.each([
  ['maybe', 'Your account may be closed'],
  [null, 'Your account is closed'],
])(
  'given the page of a closed account, when it was told %s, then its title says no more',
  async (state, title) => {
    const { router } = await openScreen(
      { path: '/account-closed', Component: AccountClosed },
      '/account-closed',
    );
    await act(() => router.navigate('/account-closed', { state }));
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined();
  },
);

test('given a session that ended by itself, when closing is refused, then no account is said to be closed', async () => {
  stubNetwork({
    'GET /me/closure': [200, { blockers: [], needsSignIn: false, erased: [], kept: [] }],
    'DELETE /me': problem(401, 'unauthorized', 'Log in to go on.'),
  });
  await openScreen(
    { path: '/dashboard/privacy', Component: () => <CloseAccountDialog onClose={() => undefined} /> },
    '/dashboard/privacy',
  );
  await userEvent.type(await screen.findByLabelText('Type DELETE to confirm'), 'DELETE');
  await userEvent.click(screen.getByRole('button', { name: 'Close for good' }));
  expect(await screen.findByText('Log in to go on.')).toBeDefined();
  expect(screen.queryByText('elsewhere')).toBeNull();
});
