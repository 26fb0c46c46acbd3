import { AUTH_STORAGE_KEY } from './kept-session.ts';
import { userOfKept } from './link-session.ts';
import { getSessionState } from './session-state.ts';

/** Whether what stands on this page is of somebody who has left, here or in another tab. */
function isLeft(): boolean {
  const state = getSessionState();
  if (state.status === 'out') return state.reason !== 'never';
  return state.status === 'in' && userOfKept(localStorage.getItem(AUTH_STORAGE_KEY)) !== state.userId;
}

/**
 * Browsers put a page away whole and show it again at "back": after a log-out that would be the figures of whoever left, before
 * the eyes of whoever has the device now. A page is therefore covered while it is away, and begun anew where its person is gone.
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
