const DEPTH_MAX = 64;
const VALUES_MAX = 10_000;

/** Where in what was sent there is something the database has no place for. */
export interface Unstorable {
  /** Names joined by dots; empty for the whole. */
  readonly path: string;
  readonly message: string;
}

/**
 * Looks for a NUL, half a character, an endless nest and more values than anybody needs: found here they are the
 * sender's mistake, found by the database they would be ours. The work is bounded whatever was sent.
 */
export function findUnstorable(value: unknown): Unstorable | undefined {
  let seen = 0;
  const look = (one: unknown, path: readonly string[]): Unstorable | undefined => {
    seen += 1;
    if (seen > VALUES_MAX) return { path: '', message: 'There are too many values' };
    if (typeof one === 'string')
      return isStorableText(one)
        ? undefined
        : { path: path.join('.'), message: 'There is a character we cannot keep' };
    if (typeof one !== 'object' || one === null) return undefined;
    if (path.length >= DEPTH_MAX) return { path: '', message: 'It is nested too deeply' };
    for (const key in one) {
      if (!isStorableText(key))
        return { path: path.join('.'), message: 'A name has a character we cannot keep' };
      const found = look((one as Readonly<Record<string, unknown>>)[key], [...path, key]);
      if (found) return found;
    }
    return undefined;
  };
  return look(value, []);
}

function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
