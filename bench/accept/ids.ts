/** Ids are counted, so that every load can name its users and quotes without reading them. */
const KINDS = { user: '1', session: '2', card: '3', quote: '4' } as const;
export type Kind = keyof typeof KINDS;

export function prefixOf(kind: Kind): string {
  return `0190000${KINDS[kind]}-0000-7000-8000-`;
}

export function idOf(kind: Kind, number: number): string {
  return prefixOf(kind) + number.toString(16).padStart(12, '0');
}

/** The same id in SQL, of an integer expression. */
export function sqlId(kind: Kind, expression: string): string {
  return `('${prefixOf(kind)}' || lpad(to_hex((${expression})::bigint), 12, '0'))::uuid`;
}
