import type { EndpointCall } from '@mohlat/contract';
import { createContext, use } from 'react';
import { useStaff } from './staff.ts';

/** The page of things of one kind, such as tickets. */
export interface ThingPage {
  /** With `:id` for the thing, as in `/admin/support/:id`. */
  readonly address: string;
  /** Read by the page: it exists for a role that may make this call. */
  readonly reads: Pick<EndpointCall, 'roles'>;
}

const ThingPages = createContext<Readonly<Partial<Record<string, ThingPage>>>>({});

/** Gives the pages of all features, by the kind of thing and by their address, to the pages below it. */
export const ThingPagesProvider = ThingPages;

/** Whether this member of staff may open a list: its address may have a query. One that is not among the staff's pages is not judged. */
export function useMayOpen(): (path: string) => boolean {
  const pages = use(ThingPages);
  const { may } = useStaff();
  return (path) => {
    const page = pages[path.split('?', 1)[0] ?? path];
    return page === undefined || may(page.reads);
  };
}

/** The address of the page about a thing; undefined where there is none, or none for this member of staff. */
export function usePageOf(): (kind: string, id: string | null) => string | undefined {
  const pages = use(ThingPages);
  const { may } = useStaff();
  return (kind, id) => {
    const page = pages[kind];
    return page === undefined || id === null || !may(page.reads)
      ? undefined
      : page.address.replace(':id', id);
  };
}
