import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { type Location, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { formatTime } from '../lib/format-time.ts';
import { useOnline } from '../lib/online.ts';
import { productMs } from '../lib/product-clock.ts';
import { setPageTitle } from '../ui/error-title.ts';
import { Offline } from '../ui/states.tsx';
import { Toaster } from '../ui/toast.tsx';
import { Mark } from '../ui/wordmark.tsx';
import { useShellWords } from './shell.words.ts';

/** Around every route: toasts, the offline line, and where focus and title go after a change of page. */
export function RootLayout() {
  return (
    <Suspense fallback={<Opening />}>
      <RootFrame />
    </Suspense>
  );
}

function RootFrame() {
  const words = useShellWords();
  const isOnline = useOnline();
  useRouteAnnouncement(words.productName);
  return (
    <>
      {isOnline ? null : <OfflineLine />}
      <Outlet />
      <Toaster label={words.toasts} closeLabel={words.close} />
      <ScrollRestoration getKey={scrollKeyOf} />
    </>
  );
}

/**
 * The name under which the place of a page is kept. The router names every page that was loaded anew `default`, and would put one where
 * another was left: a link to a part of a page then showed its top.
 */
function scrollKeyOf({ key, pathname, search, hash }: Location): string {
  return key === 'default' ? `${pathname}${search}${hash}` : key;
}

/** Says how old the oldest figure is that was on the page when the network went. */
function OfflineLine() {
  const words = useShellWords();
  const client = useQueryClient();
  const [readAt] = useState(() => {
    const shown = client.getQueryCache().findAll({ type: 'active' });
    const times = shown.map((query) => query.state.dataUpdatedAt).filter((time) => time > 0);
    return times.length === 0 ? undefined : new Date(productMs(Math.min(...times))).toISOString();
  });
  return <Offline>{readAt === undefined ? words.offline : words.offlineAsOf(formatTime(readAt))}</Offline>;
}

/** After a route change the heading takes the focus and names the tab, so that the focus is not left on a link that is gone. */
function useRouteAnnouncement(productName: string) {
  const { pathname } = useLocation();
  const isFirst = useRef(true);
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>('h1');
    setPageTitle(heading?.textContent ? `${heading.textContent} · ${productName}` : productName);
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const isTyping = document.activeElement instanceof HTMLInputElement;
    if (heading && !isTyping) heading.focus({ preventScroll: true });
  }, [pathname, productName]);
}

const SHOW_AFTER_MS = 400;

/** The page came with the mark on it, which stands until there is something to show instead. */
let isFirst = true;

/** While the session is looked at: the mark, without words that would need a language. Later on, nothing at first. */
export function Opening() {
  const [isShown, setIsShown] = useState(isFirst);
  useEffect(() => {
    isFirst = false;
    const timer = setTimeout(() => setIsShown(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true" className="flex min-h-page items-center justify-center">
      {isShown ? <Mark sizePx={56} label="Mohlat" /> : null}
    </div>
  );
}
