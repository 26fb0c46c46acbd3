const DEPTH_MAX = 64;
const VALUES_MAX = 10_000;

/** Where in what was sent there is something the database has no place for. */
export interface Unstorable {
  /** Names joined by dots; empty for the whole. */
  readonly path: string;
  readonly message: string;
}

/** So many are told of; a body may have thousands. */
const TOLD_MAX = 20;

/** The first of them. */
export function findUnstorable(value: unknown): Unstorable | undefined {
  return listUnstorable(value)[0];
}

/**
 * Looks for each NUL and half a character, for an endless nest and for more values than anybody needs: found here they are the
 * sender's mistake, found by the database they would be ours. The work is bounded whatever was sent.
 */
export function listUnstorable(value: unknown): Unstorable[] {
  const found: Unstorable[] = [];
  let seen = 0;
  const note = (path: readonly string[], message: string) => found.push({ path: path.join('.'), message });
  const stop = (message: string): false => {
    found.splice(0, found.length, { path: '', message });
    return false;
  };
  /** False where there is no use in looking further. */
  const look = (one: unknown, path: readonly string[]): boolean => {
    seen += 1;
    if (seen > VALUES_MAX) return stop('There are too many values');
    if (typeof one === 'string') {
      if (!isStorableText(one)) note(path, 'There is a character we cannot keep');
      return found.length < TOLD_MAX;
    }
    if (typeof one !== 'object' || one === null) return true;
    if (path.length >= DEPTH_MAX) return stop('It is nested too deeply');
    for (const key in one) {
      if (!isStorableText(key)) note(path, 'A name has a character we cannot keep');
      else if (!look((one as Readonly<Record<string, unknown>>)[key], [...path, key])) return false;
      if (found.length >= TOLD_MAX) return false;
    }
    return true;
  };
  look(value, []);
  return found;
}

function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
