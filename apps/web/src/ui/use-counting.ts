import { useEffect, useRef, useState } from 'react';

const COUNT_MS = 200;

const asksForRest = () => globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches !== false;

/**
 * A figure on its way to the one that holds: 200 ms, in whole hundreds, and none of it where rest is asked for. The last
 * value is always the figure itself.
 */
export function useCounting(figure: number, from = figure): number {
  const [shown, setShown] = useState(() => (asksForRest() ? figure : from));
  const last = useRef(from);
  useEffect(() => {
    const begin = last.current;
    last.current = figure;
    if (begin === figure || asksForRest()) {
      setShown(figure);
      return undefined;
    }
    const since = performance.now();
    let frame = requestAnimationFrame(function count(now) {
      const part = Math.min(1, (now - since) / COUNT_MS);
      const eased = 1 - (1 - part) ** 3;
      setShown(part === 1 ? figure : Math.round((begin + (figure - begin) * eased) / 100) * 100);
      if (part < 1) frame = requestAnimationFrame(count);
    });
    return () => cancelAnimationFrame(frame);
  }, [figure]);
  return shown;
}
