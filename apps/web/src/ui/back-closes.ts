import { useEffect, useRef } from 'react';
import type { DataRouter } from 'react-router';

/**
 * Back (the phone's gesture too) closes the sheet that is open instead of leaving the page. CloseWatcher would do it, but only
 * Chromium on Android counts Back as a request to close. So an entry of the history lies under the open sheets: Back takes
 * it away. The router never hears of it, and it is gone before the router goes anywhere.
 */
const MARK = 'isUnderSheet';

type State = Readonly<Record<string, unknown>> | null;

const stateNow = () => globalThis.history.state as State;
const isMarked = (state: State) => state?.[MARK] === true;
/** The router's own marks (idx, key) tell its entries apart. */
const isSamePage = (a: State, b: State) => a?.idx === b?.idx && a?.key === b?.key;

/** Closes one sheet each; the last one lies on top. */
const sheets: (() => void)[] = [];
/** The entry under the sheets while it is the current one. */
let entry: State = null;
/** Called once the history has gone back from the entry. */
let onLeft: (() => void) | undefined;
let leaving: Promise<void> | undefined;
/** Navigations of the router that have not ended; until then the history is its own. */
let navigationCount = 0;
let isListening = false;

function leaveEntry(): Promise<void> {
  if (leaving !== undefined) return leaving;
  leaving = new Promise((resolve) => {
    onLeft = resolve;
  });
  globalThis.history.back();
  return leaving;
}

/** Lays the entry under the first sheet, and takes it away after the last one. */
function settle(): void {
  if (leaving !== undefined || navigationCount > 0) return;
  const isOnEntry = isMarked(stateNow());
  if (sheets.length > 0 && !isOnEntry) {
    entry = { ...stateNow(), [MARK]: true };
    globalThis.history.pushState(entry, '');
  } else if (sheets.length === 0 && isOnEntry) void leaveEntry();
}

function onPop(event: PopStateEvent): void {
  const state = event.state as State;
  const left = entry;
  entry = isMarked(state) ? state : null;
  if (onLeft !== undefined) {
    event.stopImmediatePropagation();
    onLeft();
    onLeft = undefined;
    leaving = undefined;
  } else if (left !== null && isSamePage(left, state)) {
    event.stopImmediatePropagation();
    sheets.at(-1)?.();
  }
  // A sheet that closes is gone by then; one that stays, or lay under it, gets an entry of its own.
  setTimeout(settle);
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  // Before the router hears of it.
  globalThis.addEventListener('popstate', onPop, { capture: true });
}

export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    listen();
    const sheet = () => latest.current();
    sheets.push(sheet);
    // One sheet that follows another keeps the entry.
    queueMicrotask(settle);
    return () => {
      sheets.splice(sheets.indexOf(sheet), 1);
      queueMicrotask(settle);
    };
  }, [isOpen]);
}

/** Goes somewhere for the router: the entry under a sheet is no page to come back to, and is gone before. */
async function goFromSheets(go: () => Promise<void>): Promise<void> {
  navigationCount += 1;
  try {
    if (leaving !== undefined || isMarked(stateNow())) await leaveEntry();
    await go();
  } finally {
    navigationCount -= 1;
    settle();
  }
}

/** Every address that the router goes to, it goes to from a page and never from the entry under a sheet. */
export function keepSheetsOutOfHistory(router: Pick<DataRouter, 'navigate'>): void {
  listen();
  // A page that was left for another site while a sheet was open comes back with the entry.
  entry = isMarked(stateNow()) ? stateNow() : null;
  settle();
  router.navigate = new Proxy(router.navigate, {
    apply: (navigate, self, args) =>
      goFromSheets(async () => {
        await Reflect.apply(navigate, self, args);
      }),
  });
}
