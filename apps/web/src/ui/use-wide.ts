import { useSyncExternalStore } from 'react';

/** From here on there is room for a sidebar (`md` in the styles). */
const WIDE = '(width >= 48rem)';

function subscribe(listener: () => void): () => void {
  const wide = globalThis.matchMedia?.(WIDE);
  wide?.addEventListener('change', listener);
  return () => wide?.removeEventListener('change', listener);
}

/** Whether the window is wide: a phone does not draw what it would only hide. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => globalThis.matchMedia?.(WIDE).matches !== false);
}
