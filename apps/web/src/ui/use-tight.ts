import { useCallback, useState } from 'react';

const ROOMY = { isTight: false, neededPx: 0 };

/**
 * True while the frame that takes the ref is narrower than its whole content, which then leaves a part of itself out. The
 * observer looks before a frame is painted; the width of the whole is remembered, so that it comes back once there is room.
 */
export function useTight(): [isTight: boolean, frame: (box: HTMLElement | null) => (() => void) | undefined] {
  const [{ isTight }, setState] = useState(ROOMY);
  const frame = useCallback((box: HTMLElement | null) => {
    if (box === null || globalThis.ResizeObserver === undefined) return undefined;
    const observer = new ResizeObserver(() => {
      const { clientWidth: roomPx, scrollWidth: neededPx } = box;
      setState((before) => {
        if (before.isTight) return roomPx < before.neededPx ? before : ROOMY;
        return neededPx > roomPx ? { isTight: true, neededPx } : before;
      });
    });
    // Other rows, or letters whose font comes late, widen the table and not its frame.
    for (const one of [box, ...box.children]) observer.observe(one);
    return () => observer.disconnect();
  }, []);
  return [isTight, frame];
}
