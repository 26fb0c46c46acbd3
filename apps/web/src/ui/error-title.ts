import { type RefObject, useEffect, useRef } from 'react';

const PREFIX = 'Error: ';
const PRODUCT = 'Mohlat';
/** The number of errors on the page; a field and the summary of its form both count. */
let shownCount = 0;

function bareTitle(): string {
  return document.title.startsWith(PREFIX) ? document.title.slice(PREFIX.length) : document.title;
}

/** Names the tab; while a form shows errors the name begins with "Error:". */
export function setPageTitle(title: string): void {
  document.title = shownCount > 0 ? PREFIX + title : title;
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
    setPageTitle(bareTitle());
    return () => {
      shownCount -= 1;
      setPageTitle(bareTitle());
    };
  }, [isShown]);
}
