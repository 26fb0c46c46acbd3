import { AUTH_STORAGE_KEY } from './kept-session.ts';
import { userOfKept } from './link-session.ts';
import { getSessionState } from './session-state.ts';

/** Whether what stands on this page is of a user who has left, here or in another tab. */
function isLeft(): boolean {
  const state = getSessionState();
  if (state.status === 'out') return state.reason !== 'never';
  return state.status === 'in' && userOfKept(localStorage.getItem(AUTH_STORAGE_KEY)) !== state.userId;
}

/**
 * Covers a page while it is in the back/forward cache: after a log-out, "back" would show the last user's figures to the next user
 * of the device. When the page comes back and its user is gone, it is loaded again.
 */
export function coverWhenLeft(reload: () => void, signal?: AbortSignal): void {
  const options = signal === undefined ? {} : { signal };
  // Not taken out of the page: how far it was scrolled stays.
  const cover = (is: boolean) => {
    document.body.style.visibility = is ? 'hidden' : '';
  };
  globalThis.addEventListener('pagehide', () => cover(true), options);
  globalThis.addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (persisted && isLeft()) reload();
      else cover(false);
    },
    options,
  );
}
