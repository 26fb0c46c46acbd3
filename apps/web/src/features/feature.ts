import type { EndpointCall } from '@mohlat/contract';
import type { LucideIcon } from 'lucide-react';
import type { SearchKind } from '../lib/admin/search.ts';
import type { Language } from '../lib/language.ts';
import type { PartProps } from '../lib/parts.tsx';

/** A place in one of the menus. */
export interface MenuPlace {
  /** Counts from the top, or from the left. */
  readonly place: number;
  readonly word: Readonly<Record<Language, string>>;
  readonly Icon: LucideIcon;
  /** Begins the addresses of other pages under this entry: it is lit on them as well. */
  readonly also?: string;
}

/** A screen, under its whole address. */
export interface Screen {
  /**
   * Fetches the module, which exports `Component`: `shell/screens.ts` holds it to that. Here a look into the module would close a
   * circle of types, since its links are typed from these tables.
   */
  readonly lazy: () => Promise<unknown>;
  /**
   * The frame around it. Left out: the staff's below `/admin`, the dashboard's below `/dashboard`, that of the log-in page
   * anywhere else, with what to expect beside a way in. `focused` is for signed-in people, without the dashboard's menus; `plain`
   * is for anybody who wants no account.
   */
  readonly frame?: 'focused' | 'plain';
  /** Refuses everybody but guests, or people whose second factor is missing. */
  readonly guard?: 'guest' | 'half';
  /** A short address that leads to it. */
  readonly shortcut?: `/${string}`;
  /** In the sidebar, and in the menu that slides in on a phone. */
  readonly menu?: MenuPlace;
  /** At the foot of a phone, in reach of a thumb. */
  readonly bar?: MenuPlace;
  /** In the menu of the account. */
  readonly account?: MenuPlace;
  /** True for forms in steps: their main button has the foot of a phone to itself. */
  readonly isWizard?: true;
  /** For staff: the call it reads by. A role that may not make it does not see the page. */
  readonly reads?: Pick<EndpointCall, 'roles'>;
  /** For staff: the kinds of things this page is about. Entries about such a thing elsewhere lead here. */
  readonly about?: readonly string[];
}

/**
 * Everything a feature adds to the web app, said once. `all.ts` and, for staff, `all-staff.ts` list the features; routes, menus
 * and tests walk these lists and know no feature by name.
 */
export interface ScreenFeature {
  /** By address, as in `/dashboard/payments/:id`. */
  readonly screens?: Readonly<Record<`/${string}`, Screen>>;
  /** For staff: a kind of things that their search finds. */
  readonly search?: () => SearchKind;
  /** Parts that it adds to screens of other features, fetched when they are drawn; held to their places as screens are. */
  readonly parts?: { readonly [P in keyof PartProps]?: () => Promise<unknown> };
}
