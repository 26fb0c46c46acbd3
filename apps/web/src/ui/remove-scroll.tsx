import { Slot } from 'radix-ui';
import { useEffect, type ReactNode } from 'react';

let lockCount = 0;

interface RemoveScrollProps {
  readonly children: ReactNode;
  readonly as?: unknown;
  readonly enabled?: boolean;
  readonly [other: string]: unknown;
}

/**
 * Stands in for the package of the same name under Radix dialogs and menus. That one writes a <style> element,
 * which a strict CSP refuses; this one sets a class that theme.css knows.
 */
export function RemoveScroll({ children, as, enabled = true, ...rest }: RemoveScrollProps) {
  useEffect(() => {
    if (!enabled) return undefined;
    lockCount += 1;
    document.documentElement.classList.add('scroll-locked');
    return () => {
      lockCount -= 1;
      if (lockCount === 0) document.documentElement.classList.remove('scroll-locked');
    };
  }, [enabled]);
  const { allowPinchZoom: _pinch, shards: _shards, inert: _inert, ...dom } = rest;
  return as === undefined ? <div {...dom}>{children}</div> : <Slot.Root {...dom}>{children}</Slot.Root>;
}
