import { useEffect, useRef } from 'react';

/**
 * Runs when the browser shows this page again as it was left (back-forward cache). A button that led to another site waits for
 * that site still, and would wait for ever.
 */
export function usePageShownAgain(run: () => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const listen = ({ persisted }: PageTransitionEvent) => {
      if (persisted) latest.current();
    };
    globalThis.addEventListener('pageshow', listen);
    return () => globalThis.removeEventListener('pageshow', listen);
  }, []);
}
