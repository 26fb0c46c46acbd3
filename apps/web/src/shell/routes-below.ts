import type { RouteObject } from 'react-router';
import { inItsTurn } from '../lib/in-its-turn.ts';
import { guestOnly, signedInHalf } from './guards.ts';
import type { PlacedScreen } from './screens.ts';

const GUARDS = { guest: guestOnly, half: signedInHalf } as const;

/** The routes of some screens, relative to the address `base` of the frame around them. */
export function routesBelow(base: string, screens: readonly PlacedScreen[]): RouteObject[] {
  return screens.map(({ address, lazy: fetchScreen, guard }) => {
    const lazy = inItsTurn(fetchScreen);
    const guarded = guard === undefined ? { lazy } : { lazy, loader: GUARDS[guard] };
    return address === base
      ? { index: true, ...guarded }
      : { path: address.slice(base.length + 1), ...guarded };
  });
}
