import { type ComponentType, lazy } from 'react';
import { FEATURES } from '../features/all.ts';
import type { MenuPlace, Screen, ScreenFeature } from '../features/feature.ts';
import type { PartProps, Parts } from '../lib/parts.tsx';

declare module '../lib/addresses.ts' {
  interface RouteTables {
    readonly people: typeof FEATURES;
  }
}

/** A screen with its whole address, and a module that is known to hold it. */
export interface PlacedScreen extends FoundScreen {
  readonly address: string;
}
interface FoundScreen extends Screen {
  readonly lazy: () => Promise<{ readonly Component: ComponentType }>;
}

/** A feature whose modules are looked into: each exports what its entry says. */
export interface FoundFeature extends ScreenFeature {
  readonly screens?: Readonly<Record<`/${string}`, FoundScreen>>;
  readonly parts?: { readonly [P in keyof PartProps]?: () => Promise<NonNullable<Parts[P]>> };
}

/** The screens of some features, in the order of the list. */
export function screensOf(features: readonly FoundFeature[]): readonly PlacedScreen[] {
  return features.flatMap(({ screens = {} }) =>
    Object.entries(screens).map(([address, screen]) => ({ address, ...screen })),
  );
}

/** An entry of a menu and its screen. */
export interface Destination extends MenuPlace {
  readonly screen: PlacedScreen;
}

/** The entries of one menu, in their order. */
export function menuOf(
  screens: readonly PlacedScreen[],
  menu: 'menu' | 'bar' | 'account',
): readonly Destination[] {
  return screens
    .flatMap((screen) => {
      const place = screen[menu];
      return place === undefined ? [] : [{ ...place, screen }];
    })
    .toSorted((left, right) => left.place - right.place);
}

const ALL: readonly FoundFeature[] = FEATURES;

/** Every screen but the staff's. */
export const SCREENS = screensOf(ALL);

/** Parts that features add to each other's screens. */
export const PARTS: readonly Parts[] = ALL.flatMap(({ parts }) =>
  parts === undefined ? [] : [fetched(parts)],
);

/** The parts as components that are fetched when they are drawn. */
function fetched(parts: NonNullable<FoundFeature['parts']>): Parts {
  const drawn = Object.entries(parts).map(([place, load]) => {
    const find = load as () => Promise<ComponentType>;
    return [place, lazy(async () => ({ default: await find() }))];
  });
  // Each place keeps the part it came with.
  return Object.fromEntries(drawn) as Parts;
}
