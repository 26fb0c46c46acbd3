import { FEATURES } from '../features/all.ts';
import type { MenuPlace, Screen, ScreenFeature } from '../features/feature.ts';
import type { Parts } from '../lib/parts.tsx';
import { joined } from './joined.feature.ts';

/** A screen with its whole address. */
export interface PlacedScreen extends Screen {
  readonly address: string;
}

/** The screens of some features, in the order of the list. */
export function screensOf(features: readonly ScreenFeature[]): readonly PlacedScreen[] {
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

const ALL: readonly ScreenFeature[] = [...FEATURES, joined];

/** Every screen but the staff's. */
export const SCREENS = screensOf(ALL);

/** Parts that features add to each other's screens. */
export const PARTS: readonly Parts[] = ALL.flatMap(({ parts }) => parts ?? []);
