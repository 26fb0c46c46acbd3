/** The tables of routes, by who has them. `shell` declares each with the list of features it is made of. */
export interface RouteTables {}

type ShortcutIn<Screen> = Screen extends { readonly shortcut: infer Short extends string } ? Short : never;
type AddressIn<Table> = Table extends readonly (infer Feature)[]
  ? AddressIn<Feature>
  : Table extends { readonly screens: infer Screens }
    ? (keyof Screens & string) | ShortcutIn<Screens[keyof Screens]>
    : never;

/** Every address of the app, as the features' entries declare it: `/dashboard/payments/:id`. */
export type Address = {
  readonly [Name in keyof RouteTables]: AddressIn<RouteTables[Name]>;
}[keyof RouteTables];

type NameIn<A extends string> = A extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NameIn<Rest>
  : A extends `${string}:${infer Name}`
    ? Name
    : never;

interface More {
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** The part of the page, without its `#`. */
  readonly part?: string;
}
type Given<A extends string> = [NameIn<A>] extends [never]
  ? [more?: More]
  : [given: Readonly<Record<NameIn<A>, string>> & More];

/** The way to a page: `to('/dashboard/payments/:id', { id, query: { repay: 'due' } })`. A page that does not exist does not compile. */
export function to<const A extends Address>(address: A, ...[given]: Given<A>): string {
  const { query = {}, part, ...names } = (given ?? {}) as More & Readonly<Record<string, string>>;
  const filled = address.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(names[name])));
  const known = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const search = known.length === 0 ? '' : `?${new URLSearchParams(known).toString()}`;
  return `${filled}${search}${part === undefined ? '' : `#${part}`}`;
}

/** The page that helps, from anywhere in the app. Without its feature these two lines alone break. */
export const HELP = to('/dashboard/help');
/** Its form: a person who is told to write to us need not look for it. */
export const CONTACT_PART = 'contact';
export const WRITE_TO_US = to('/dashboard/help', { part: CONTACT_PART });
/** Its short address, which leads through the log-in. */
export const SHORT_HELP = to('/help');
/** The help of a person who cannot log in: a public page with a form, outside the app, in the language of the screen. */
export const publicHelp = (language: 'en' | 'hi'): string => (language === 'hi' ? '/hi/support' : '/support');
