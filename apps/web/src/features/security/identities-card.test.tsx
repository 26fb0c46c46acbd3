// @vitest-environment jsdom
import { act, renderHook, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answerSecondFactor, useSecondFactorAsked } from '../../lib/step-up.ts';
import { apart, identity, open, passkey } from './security.testing.tsx';

apart();

test('keeps the last way to log in, and unlinks an account elsewhere after the question', async () => {
  const { sent } = await open([], { 'DELETE /auth/v1/user/identities/i-google': [200, {}] }, [
    identity('google', 'asha@gmail.example'),
  ]);
  const unlink = await screen.findByRole('button', { name: 'Unlink Google' });
  expect(screen.queryByRole('button', { name: 'Unlink Email' })).toBeNull();
  await userEvent.click(unlink);
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Unlink' }));
  expect(await screen.findByText('Google unlinked')).toBeDefined();
  expect(sent.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    '/auth/v1/user/identities/i-google',
  ]);
});

test('given an old log-in, when an account is unlinked, then the second step is asked for and it goes on', async () => {
  const tooOld = [400, { code: 400, error_code: 'reauthentication_needed', msg: 'old' }] as const;
  const { sent } = await open(
    [passkey],
    { 'DELETE /auth/v1/user/identities/i-google': [tooOld, [200, {}]] },
    [identity('google', 'asha@gmail.example')],
  );
  const asked = renderHook(() => useSecondFactorAsked());
  await userEvent.click(await screen.findByRole('button', { name: 'Unlink Google' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Unlink' }));
  await vi.waitFor(() => expect(asked.result.current).toBe(true));
  act(() => answerSecondFactor('Log in again'));
  expect(await screen.findByText('Google unlinked')).toBeDefined();
  expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(2);
});
