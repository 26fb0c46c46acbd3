import { Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { useOnline } from '../lib/online.ts';
import { setPageTitle } from '../ui/error-title.ts';
import { Offline } from '../ui/states.tsx';
import { Toaster } from '../ui/toast.tsx';
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
      {isOnline ? null : <Offline>{words.offline}</Offline>}
      <Outlet />
      <Toaster label={words.toasts} closeLabel={words.close} />
      <ScrollRestoration />
    </>
  );
}

/** After a route change the heading takes the focus and names the tab, so that nobody is left on a link that is gone. */
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

/** While the session is looked at: nothing at first, then the mark, without words that would need a language. */
export function Opening() {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true" className="flex min-h-dvh items-center justify-center">
      {isShown ? <img src="/icon.svg" alt="Mohlat" width={48} height={48} className="animate-fade" /> : null}
    </div>
  );
}
