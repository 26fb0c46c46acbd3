import { focusManager } from '@tanstack/react-query';

type ListenerOf = [EventListenerOrEventListenerObject, (boolean | AddEventListenerOptions)?];

/** The page of a process, with what it had before and what ends when its file does. */
type KeptPage = Document & {
  kept?: Pick<typeof globalThis, 'addEventListener' | 'setInterval' | 'clearInterval' | 'BroadcastChannel'>;
  endFile?(): void;
};

/**
 * Events that modules listen to for as long as they live. Those of the file before still heard when the history moved, and moved it
 * again; its client of the log-in heard of tabs that come and go, and of what another client stores.
 */
const OF_MODULES: readonly string[] = ['popstate', 'storage', 'visibilitychange', 'pagehide', 'pageshow'];

/**
 * One page serves all files of a process: ends what modules of the file before do on it, and keeps a list of what those of this file
 * begin. A client of the log-in looks every half a minute whether its session ends, and hears of other tabs by a channel: the next file
 * would see its session renewed or ended by a client that it does not know.
 */
export function leaveEarlierFile(): void {
  const page: KeptPage = document;
  const { addEventListener, setInterval, clearInterval, BroadcastChannel } = globalThis;
  const { kept } = Object.assign(page, {
    kept: page.kept ?? { addEventListener, setInterval, clearInterval, BroadcastChannel },
  });
  page.endFile?.();
  const hearing = new AbortController();
  const ends = [() => hearing.abort()];
  page.endFile = () => {
    for (const end of ends) end();
  };
  globalThis.addEventListener = (type: string, ...[listener, options]: ListenerOf) => {
    const given = typeof options === 'object' ? options : { capture: options === true };
    kept.addEventListener(
      type,
      listener,
      OF_MODULES.includes(type) ? { signal: hearing.signal, ...given } : given,
    );
  };
  globalThis.setInterval = Object.assign((...given: Parameters<typeof setInterval>) => {
    const timer = kept.setInterval(...given);
    ends.push(() => kept.clearInterval(timer));
    return timer;
  }, kept.setInterval);
  globalThis.BroadcastChannel = class extends kept.BroadcastChannel {
    constructor(name: string) {
      super(name);
      ends.push(() => this.close());
    }
  };
  // The store of answers stays from file to file, and heard with the file before.
  focusManager.setEventListener((onFocus) => {
    const listener = () => onFocus();
    globalThis.addEventListener('visibilitychange', listener);
    return () => globalThis.removeEventListener('visibilitychange', listener);
  });
}
