import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import type { Speaker, ToastListProps } from './toast-list.tsx';

/** What speaks to the list, once it has come. */
let speaker: Speaker | undefined;
let isListening = false;
/** What was said before there was a list. */
const waiting: ((list: Speaker) => void)[] = [];

function say(what: (list: Speaker) => void): void {
  if (speaker !== undefined && isListening) what(speaker);
  else waiting.push(what);
}

function listen(arrived: Speaker): () => void {
  speaker = arrived;
  isListening = true;
  for (const what of waiting.splice(0)) what(arrived);
  return () => {
    isListening = false;
  };
}

const ToastList = lazy(async (): Promise<{ default: ComponentType<ToastListProps> }> => {
  try {
    return { default: (await import('./toast-list.tsx')).ToastList };
  } catch {
    // Everything a toast says stands on the page too, so a page without them is whole.
    return { default: () => null };
  }
});

function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(run, { timeout: 2000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, 1);
  return () => clearTimeout(timer);
}

/** An echo only: whatever a toast says also stands on the page. The library behind it is fetched after the page. */
export function Toaster(props: Omit<ToastListProps, 'onReady'>) {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => whenIdle(() => setIsWanted(true)), []);
  if (!isWanted) return null;
  return (
    <Suspense>
      <ToastList {...props} onReady={listen} />
    </Suspense>
  );
}

const SHOWN_MS = 6000;

/** Over the top bar, where it covers no figure of the page and none of the ways on; so it does not stay long. */
const OVER_BAR = { duration: 4000, className: 'md:-translate-y-15' } as const;

/** Up to here there is a bottom bar and sheets rise from below, as in the style sheet's `md`. */
const PHONE = '(width < 48rem)';

/**
 * On a phone at the bottom, where neither the heading nor the list of errors is covered; an error in a sheet stays
 * at the top, off the sheet's buttons.
 */
function positionOf(isError: boolean): 'top-center' | 'bottom-center' {
  const isPhone = typeof matchMedia === 'function' && matchMedia(PHONE).matches;
  const isInSheet = isError && document.querySelector('[role="dialog"]') !== null;
  return isPhone && !isInSheet ? 'bottom-center' : 'top-center';
}

type ToastPlace = 'below-bar' | 'over-bar';

export const toast = {
  success(title: string, description?: string, place: ToastPlace = 'below-bar'): void {
    say((speaker) =>
      speaker.success(title, {
        description,
        position: positionOf(false),
        duration: SHOWN_MS,
        ...(place === 'over-bar' ? OVER_BAR : {}),
      }),
    );
  },
  /** Stays until closed. */
  error(title: string, description?: string): void {
    say((list) =>
      list.error(title, { description, position: positionOf(true), duration: Number.POSITIVE_INFINITY }),
    );
  },
  info(title: string, description?: string): void {
    say((list) => list(title, { description, position: positionOf(false), duration: SHOWN_MS }));
  },
  dismissAll(): void {
    waiting.length = 0;
    speaker?.dismiss();
  },
};
