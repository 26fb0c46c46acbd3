import { STAFF_FEATURES } from '../features/all-staff.ts';
import type { ThingPage } from '../lib/admin/thing-pages.ts';
import type { SearchKind } from '../lib/admin/search.ts';
import { type FoundFeature, screensOf } from './screens.ts';

declare module '../lib/addresses.ts' {
  interface RouteTables {
    readonly staff: typeof STAFF_FEATURES;
  }
}

/** The staff's pages. Apart from `screens.ts`, so that no customer fetches what stands in them. */
export const STAFF_SCREENS = screensOf(STAFF_FEATURES);

/** The pages about one thing each, by its kind, and every page by its address. */
export const THING_PAGES: Readonly<Record<string, ThingPage>> = Object.fromEntries(
  STAFF_SCREENS.flatMap(({ address, reads, about = [] }) =>
    reads === undefined ? [] : [...about, address].map((key) => [key, { address, reads }]),
  ),
);

const ALL: readonly FoundFeature[] = STAFF_FEATURES;

/** The names of the pages in the menu, by their addresses: a way back leads to one of them. */
export const LIST_NAMES = Object.fromEntries(
  STAFF_SCREENS.flatMap(({ address, menu }) => (menu === undefined ? [] : [[address, menu.word]])),
);

/** The kinds of things that the search finds, in the order in which it shows them. */
export const SEARCH_KINDS: readonly SearchKind[] = ALL.flatMap(({ search }) =>
  search === undefined ? [] : [search()],
).toSorted((left, right) => left.place - right.place);
