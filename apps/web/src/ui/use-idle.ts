import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/**
 * False until the page has been drawn and has nothing else to do. A request that the first sight does not need waits for it: sent
 * with the drawing it would hold a slow phone up.
 */
export function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setIsIdle(true))), []);
  return isIdle;
}
