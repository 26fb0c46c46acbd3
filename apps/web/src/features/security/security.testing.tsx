import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { stubNetwork, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID } from '../../../test/samples.ts';
import { auth } from '../../lib/auth-client.ts';
import { toast } from '../../ui/toast.tsx';
import { Component } from './security.tsx';

export const PATH = '/dashboard/security';
const AT = '2026-11-01T06:00:00Z';
export const app = { id: 'f1', factor_type: 'totp', status: 'verified', created_at: AT, updated_at: AT };
export const passkey = { ...app, id: 'f2', factor_type: 'webauthn', friendly_name: 'Work laptop' };
export const device = {
  id: 's1',
  browser: 'Chrome',
  system: 'Android',
  signedInAt: AT,
  lastUsedAt: AT,
  isCurrent: true,
};
export const identity = (provider: string, email: string) => ({
  identity_id: `i-${provider}`,
  id: provider,
  provider,
  identity_data: { email },
});

export const userOf = (factors: readonly object[], identities: readonly object[] = []) => ({
  id: ID.user,
  aud: 'authenticated',
  email: 'asha@example.in',
  app_metadata: {},
  user_metadata: {},
  factors,
  identities: [identity('email', 'asha@example.in'), ...identities],
});

/** The year 2100, in seconds: no log-in of a test runs out. */
const exp = 4_102_444_800;

export function session(factors: readonly object[]) {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
  return {
    access_token: `${part({ alg: 'HS256' })}.${part({ sub: ID.user, exp, aal: 'aal2' })}.sign`,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: exp,
    refresh_token: 'r',
    user: userOf(factors),
  };
}

/** Opens the page for a person who has just logged in; `sent` begins after that. `search` is what the address brings. */
export async function open(
  factors: readonly object[],
  answers: Answers = {},
  identities: readonly object[] = [],
  search = '',
) {
  const network = stubNetwork({
    'POST /auth/v1/token': () => [200, session(factors)],
    'GET /auth/v1/user': [200, userOf(factors, identities)],
    'GET /auth/v1/factors/recovery-codes': [200, { id: 'r', type: 'recovery_code', total: 10, remaining: 7 }],
    'GET /me/sessions': [200, { items: [device], leftOutCount: 0 }],
    ...answers,
  });
  await auth.signInWithPassword({ email: 'asha@example.in', password: 'x' });
  network.sent.length = 0;
  return { ...network, ...(await openScreen({ path: PATH, Component }, PATH + search)) };
}

/** Begins each test of a file without a session, and ends it so. */
export function apart(): void {
  beforeEach(() => localStorage.clear());
  afterEach(async () => {
    toast.dismissAll();
    cleanup();
    stubNetwork({ 'POST /auth/v1/logout': [204, null] });
    await auth.signOut({ scope: 'local' });
    sessionStorage.clear();
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
}
