// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { sampleSession } from '../../../test/session.ts';
import { auth } from '../../lib/auth-client.ts';
import { toast } from '../../ui/toast.tsx';
import { Component } from './security.tsx';

const AT = '2026-11-01T06:00:00Z';
const app = { id: 'f1', factor_type: 'totp', status: 'verified', created_at: AT, updated_at: AT };
const CODES = ['abcdefghjkmnpqr0', 'abcdefghjkmnpqr1'];

beforeEach(() => localStorage.clear());
afterEach(async () => {
  toast.dismissAll();
  cleanup();
  stubNetwork({ 'POST /auth/v1/logout': [204, null] });
  await auth.signOut({ scope: 'local' });
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('given a browser that refuses to copy, when the codes are copied, then they are marked', async () => {
  const session = sampleSession(Date.now());
  const user = { ...session.user, factors: [app], identities: [] };
  stubNetwork({
    'POST /auth/v1/token': [200, { ...session, user }],
    'GET /auth/v1/user': [200, user],
    'GET /auth/v1/factors/recovery-codes': [
      404,
      { code: 404, error_code: 'mfa_factor_not_found', msg: 'no' },
    ],
    'POST /auth/v1/factors/recovery-codes': [200, { id: 'r', type: 'recovery_code', total: 2, codes: CODES }],
    'GET /me/sessions': [200, { items: [], leftOutCount: 0 }],
  });
  await auth.signInWithPassword({ email: 'asha@example.in', password: 'x' });
  await openScreen({ path: '/security', Component }, '/security');
  const person = userEvent.setup();
  const refused = new DOMException('no', 'NotAllowedError');
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(refused);
  await person.click(await screen.findByRole('button', { name: 'Make recovery codes' }));
  await person.click(await screen.findByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('It could not be copied. It is marked: copy it yourself.')).toBeDefined();
  expect(globalThis.getSelection()?.toString()).toBe('abcd-efgh-jkmn-pqr0abcd-efgh-jkmn-pqr1');
});
