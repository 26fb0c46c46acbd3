import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { whenIdle } from './when-idle.ts';
import type { Speaker, ToastListProps } from './toast-list.tsx';

/** The toast function of the list, once the list has loaded. */
let speaker: Speaker | undefined;
let isListening = false;
/** The list could not be fetched. */
let isMute = false;
/** The queue of toasts that were asked for before the list loaded. */
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
    // A toast only repeats the page. A caller whose text is nowhere on the page puts it there when `isMute` is true.
    isMute = true;
    return { default: () => null };
  }
});

/** An echo only: whatever a toast says also stands on the page. The library behind it is fetched after the page. */
export function Toaster(props: Omit<ToastListProps, 'onReady'>) {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => whenIdle(() => setIsWanted(true)), []);
  return (
    // A dialog hides from screen readers what stands beside it as it opens, but no live region: the list, which may come later, is in
    // one from the start. It speaks by itself.
    <div aria-live="off">
      {isWanted ? (
        <Suspense>
          <ToastList {...props} onReady={listen} />
        </Suspense>
      ) : null}
    </div>
  );
}

const SHOWN_MS = 6000;

export const toast = {
  success(title: string, description?: string): void {
    say((list) => list.success(title, { description, duration: SHOWN_MS }));
  },
  /** Stays until closed. */
  error(title: string, description?: string): void {
    say((list) => list.error(title, { description, duration: Number.POSITIVE_INFINITY }));
  },
  info(title: string, description?: string): void {
    say((list) => list(title, { description, duration: SHOWN_MS }));
  },
  /** Whether toasts are not shown, since the list of them could not be fetched: then the page has to say it. */
  isMute(): boolean {
    return isMute;
  },
  dismissAll(): void {
    waiting.length = 0;
    speaker?.dismiss();
  },
};
