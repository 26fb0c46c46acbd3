import { type RefObject, useEffect, useRef } from 'react';
import { bareTitle, errorTitle } from './error-mark.ts';

const PRODUCT = 'Mohlat';
/** The number of errors on the page; a field and the summary of its form both count. */
let shownCount = 0;

/** Names the tab; while a form shows errors the name begins with "Error:". */
export function setPageTitle(title: string): void {
  document.title = shownCount > 0 ? errorTitle(title) : title;
}

/** Names the tab by a page's heading, also where its code or its words come after the address has changed. */
export function useHeadingTitle(heading: RefObject<HTMLElement | null>): void {
  const named = useRef('');
  useEffect(() => {
    const text = heading.current?.textContent ?? '';
    if (text === '' || text === named.current) return;
    named.current = text;
    setPageTitle(`${text} · ${PRODUCT}`);
  });
}

/** Counts an error of a form for as long as it is shown. */
export function useErrorTitle(isShown = true): void {
  useEffect(() => {
    if (!isShown) return undefined;
    shownCount += 1;
    setPageTitle(bareTitle(document.title));
    return () => {
      shownCount -= 1;
      setPageTitle(bareTitle(document.title));
    };
  }, [isShown]);
}
