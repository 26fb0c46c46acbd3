import { useEffect } from 'react';

const PREFIX = 'Error: ';
/** How many errors stand on the page; a field and the summary of its form both count. */
let shownCount = 0;

function bareTitle(): string {
  return document.title.startsWith(PREFIX) ? document.title.slice(PREFIX.length) : document.title;
}

/** Names the tab; while a form shows errors the name begins with "Error:". */
export function setPageTitle(title: string): void {
  document.title = shownCount > 0 ? PREFIX + title : title;
}

/** Whatever shows an error of a form says so here, for as long as it does. */
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
