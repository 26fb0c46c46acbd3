import { useLocation } from 'react-router';

interface Origin {
  /** The address of the list, with its filters and its order. */
  readonly list: string;
}

/** A list gives this to the pages of its rows: it stays with their entry of the history, over a reload. */
export function useOrigin(): Origin {
  const { pathname, search } = useLocation();
  return { list: pathname + search };
}

/** The way back to `list`: narrowed and ordered as it was left, where the page was opened from it. */
export function useWayBack(list: string | undefined): string {
  const state: unknown = useLocation().state;
  if (list === undefined) return '';
  const came = isOrigin(state) ? state.list : list;
  return pathOf(came) === pathOf(list) ? came : list;
}

const pathOf = (address: string) => address.split('?', 1)[0];

function isOrigin(state: unknown): state is Origin {
  return typeof state === 'object' && state !== null && 'list' in state && typeof state.list === 'string';
}
