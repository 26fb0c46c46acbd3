// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork, type Answer } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { sampleSession } from '../../../../test/session.ts';
import { auth } from '../../../lib/auth-client.ts';
import { toast } from '../../../ui/toast.tsx';

const CHANGE = 'PUT /auth/v1/user';
const SAME: Answer = [422, { code: 422, error_code: 'same_password', msg: 'no' }];

afterEach(async () => {
  toast.dismissAll();
  cleanup();
  stubNetwork({ 'POST /auth/v1/logout': [204, null] });
  await auth.signOut({ scope: 'local' });
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function press(answer: Answer | readonly Answer[]) {
  stubNetwork({ 'POST /auth/v1/token': () => [200, sampleSession(Date.now())], [CHANGE]: answer });
  await auth.signInWithPassword({ email: 'asha@example.in', password: 'x' });
  const { router } = await openScreen(
    { path: '/new-password', lazy: () => import('./new-password.tsx') },
    '/new-password',
  );
  await userEvent.type(await screen.findByLabelText('Password'), 'a quiet river stone');
  await userEvent.type(screen.getByLabelText('Confirm Password'), 'a quiet river stone');
  await userEvent.click(screen.getByRole('button', { name: 'Save password' }));
  return router;
}

test('given a new password whose answer was lost, when it is the password already, then it leads on', async () => {
  const router = await press([new TypeError('lost'), SAME]);
  expect(await screen.findByText(/^There is no connection/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Save password' }));
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
});

test('given a new password that is the one before, when nothing was lost, then it is refused', async () => {
  await press(SAME);
  expect(await screen.findByText(/^The new password is the same as the one before/)).toBeDefined();
});
