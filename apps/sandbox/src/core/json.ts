export type Json = Record<string, unknown>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value itself when it is an object, an empty object otherwise. */
export function asObject(value: unknown): Json {
  return isObject(value) ? value : {};
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Text from a form or query, where a repeated field arrives as a list. */
export function firstText(value: unknown): string | undefined {
  return textOf(Array.isArray(value) ? value[0] : value);
}

/** Reads `$.a.b[0].c` from a value. */
export function readPath(root: unknown, path: string): unknown {
  const steps = path.replace(/^\$\.?/, '').match(/[^.[\]]+/g) ?? [];
  let current: unknown = root;
  for (const step of steps) {
    if (Array.isArray(current)) current = current[Number(step)];
    else if (isObject(current)) current = current[step];
    else return undefined;
  }
  return current;
}

/** The first object, depth first, that carries one of the keys and passes the test. */
export function findHolder(
  root: unknown,
  keys: readonly string[],
  test: (value: unknown) => boolean = () => true,
): { holder: Json; key: string } | undefined {
  if (Array.isArray(root)) {
    for (const item of root) {
      const found = findHolder(item, keys, test);
      if (found) return found;
    }
    return undefined;
  }
  if (!isObject(root)) return undefined;
  for (const key of keys) if (key in root && test(root[key])) return { holder: root, key };
  for (const value of Object.values(root)) {
    const found = findHolder(value, keys, test);
    if (found) return found;
  }
  return undefined;
}
