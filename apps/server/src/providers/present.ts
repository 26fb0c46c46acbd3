type Present<T extends object> = { [K in keyof T]?: Exclude<T[K], undefined | null> };

/** Drops keys without a value, so that an optional field is absent rather than undefined. */
export function present<T extends object>(fields: T): Present<T> {
  const kept = { ...fields } as Present<T>;
  for (const key of Object.keys(kept) as (keyof T)[]) {
    if (kept[key] === undefined || kept[key] === null) delete kept[key];
  }
  return kept;
}
