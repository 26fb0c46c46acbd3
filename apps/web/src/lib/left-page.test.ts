// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sampleSession } from '../../test/session.ts';
import { AUTH_STORAGE_KEY } from './kept-session.ts';
import { coverWhenLeft } from './left-page.ts';
import { setState } from './session-state.ts';

const reload = vi.fn();
let life: AbortController;

function keep(userId: string) {
  const { user, ...tokens } = sampleSession(Date.now());
  const session = { ...tokens, token_type: 'bearer' as const, user: { ...user, id: userId } };
  localStorage.setItem(AUTH_STORAGE_KEY, JSON.stringify(session));
  return session;
}

/** The page is put away whole and shown again; `meanwhile` happens elsewhere. */
function comeBack(meanwhile: () => void = () => undefined): void {
  globalThis.dispatchEvent(new Event('pagehide'));
  expect(document.body.style.visibility).toBe('hidden');
  meanwhile();
  globalThis.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
}
const seen = () => [document.body.style.visibility, reload.mock.calls.length];

beforeEach(() => {
  reload.mockReset();
  life = new AbortController();
  coverWhenLeft(reload, life.signal);
  setState({ status: 'in', session: keep('u1'), userId: 'u1' });
});
afterEach(() => {
  life.abort();
  document.body.style.visibility = '';
  localStorage.clear();
});

describe('a page that is shown again at "back"', () => {
  test('goes on as it was for its own person, and for a visitor', () => {
    comeBack();
    expect(seen()).toEqual(['', 0]);
    localStorage.clear();
    setState({ status: 'out', reason: 'never' });
    comeBack();
    expect(seen()).toEqual(['', 0]);
  });

  test.each(['left', 'expired'] as const)(
    'shows nothing and starts again when its person has %s',
    (reason) => {
      localStorage.clear();
      setState({ status: 'out', reason });
      comeBack();
      expect(seen()).toEqual(['hidden', 1]);
    },
  );

  test.each([
    ['logged out', () => localStorage.clear()],
    ['given way to another person', () => void keep('u2')],
  ])('does so when they have %s in another tab', (_, meanwhile) => {
    comeBack(meanwhile);
    expect(seen()).toEqual(['hidden', 1]);
  });
});
