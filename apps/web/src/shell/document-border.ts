import { isPayingPage } from '@mohlat/contract/app-pages';
import type { LoaderFunctionArgs } from 'react-router';

/** The address this document was opened at, whose headers it has; undefined where there is no document of ours, as in tests. */
let openedAt: string | undefined;

export function noteDocument(path: string): void {
  openedAt = path;
}

/**
 * Crosses the border of the page that pays with a new document: only there the headers allow the provider's checkout, and its
 * script is gone with the document. A loader of the outermost route; nothing is drawn while the browser leaves.
 */
export function keepToDocument({ request }: LoaderFunctionArgs): null | Promise<never> {
  if (openedAt === undefined || isPayingPage(openedAt) === isPayingPage(new URL(request.url).pathname))
    return null;
  globalThis.location.assign(request.url);
  return new Promise(() => undefined);
}
