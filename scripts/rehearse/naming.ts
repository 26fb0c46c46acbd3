/** Texts of files by their path, from the root. */
export type Texts = Readonly<Record<string, string>>;

const ENTRY = /^apps\/web\/src\/features\/[^/]+\/[^/]+\.feature\.ts$/;
const CALLS = /^packages\/contract\/src\/[^/]+\.calls\.ts$/;
const SCREEN = /^ {4}'(\/[^']*)': \{/gm;
const SHORTCUT = /shortcut: '(\/[^']*)'/g;
const MENU_WORD = /word: \{ en: '([^']+)'/g;
const CALL = /path: '(\/[^']*)'/g;
/** A parameter of an address, as an entry of the web and a call of the contract write it. */
const PARAMETER = /:\w+|\{\w+\}/;

/**
 * Lists the journeys that name a deleted feature: an address of its screens, of its calls, or its word in a menu. No type check sees
 * these, since journeys know the product as a browser does.
 */
export function journeysNaming(deleted: Texts, journeys: Texts): string[] {
  const names = Object.entries(deleted).flatMap(([file, text]) => namesIn(file, text));
  return Object.entries(journeys)
    .filter(([, text]) => names.some((name) => name.test(text.replaceAll('\\', ''))))
    .map(([file]) => file)
    .toSorted();
}

function namesIn(file: string, text: string): RegExp[] {
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
  if (CALLS.test(file)) return found(CALL).map(addressPattern);
  if (!ENTRY.test(file)) return [];
  const words = found(MENU_WORD).map((word) => new RegExp(`'${RegExp.escape(word)}'`));
  return [...[...found(SCREEN), ...found(SHORTCUT)].map(addressPattern), ...words];
}

/** Matches an address as the whole of a text, or up to its query. */
function addressPattern(address: string): RegExp {
  const parts = address.split(PARAMETER).map((part) => RegExp.escape(part));
  return new RegExp(`${parts.join("[^/'`?]+")}(?![\\w-]|/[\\w$])`);
}
