// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../../../test/network.ts';
import { sampleMe } from '../../../../test/samples.ts';
import { pathAfterLogin } from './after-login.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['a desk of staff', '/admin/users/7?tab=loans', '/admin/users/7?tab=loans'],
  ['the desk of staff', '/admin?day=1', '/admin?day=1'],
  ['the choice of a new password', '/new-password', '/new-password'],
  ['a page of the person’s own', '/dashboard/rewards', '/onboarding'],
  ['a path that only begins like one of staff', '/administration', '/onboarding'],
])(
  'given onboarding that is open, when %s was wanted, then the way leads there or to onboarding',
  async (_, wanted, path) => {
    stubNetwork({ 'GET /me': [200, { ...sampleMe(), onboardingComplete: false }] });
    expect(await pathAfterLogin(wanted)).toBe(path);
  },
);
