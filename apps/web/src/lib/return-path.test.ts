// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { loginPath, safeReturnPath } from './return-path.ts';

describe('the way back after log-in', () => {
  test.each([
    ['/dashboard/pay-bill?step=2', '/dashboard/pay-bill?step=2'],
    ['https://evil.example', '/dashboard'],
    ['//evil.example', '/dashboard'],
    ['/\\evil.example', '/dashboard'],
    ['/\t/evil.example', '/dashboard'],
    ['/.//evil.example', '/dashboard'],
    ['/a/..//evil.example', '/dashboard'],
    ['/dashboard/./transactions#top', '/dashboard/transactions#top'],
    ['/login', '/dashboard'],
    [null, '/dashboard'],
  ])('%s leads to %s', (next, path) => {
    expect(safeReturnPath(next)).toBe(path);
  });

  test('the log-in page is told where to return to', () => {
    expect(loginPath('/dashboard/kyc-verification')).toBe('/login?next=%2Fdashboard%2Fkyc-verification');
    expect(loginPath('/dashboard')).toBe('/login');
  });
});
