import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Tells that the address asks anew for what `name` in its query stands for. A notice may lead to the page that is open: the page reads
 * its first question from the address, and the next ones here.
 */
export function useAskedAnew(name: string, onAsked: () => void): void {
  const { key, search } = useLocation();
  const answeredKey = useRef(key);
  useEffect(() => {
    if (answeredKey.current === key) return;
    answeredKey.current = key;
    if (new URLSearchParams(search).has(name)) onAsked();
  });
}
