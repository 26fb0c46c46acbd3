/** A place in the database where sealed bytes stand, and what binds them to it. */
export interface SealedPlace {
  /** With its schema where that is not `public`. */
  readonly table: string;
  readonly column: string;
  /** Set where the column is json and the sealed bytes are a member of it, in base64. */
  readonly member?: string;
  /** The context they were sealed under; `{name}` is the row's column of that name. */
  readonly context: string;
  /** The role that may read and write every row of the table; undefined where only its owner may. */
  readonly role: 'mohlat_worker' | 'mohlat_auth' | undefined;
}

/**
 * The sealed places of the platform. Each feature declares its own, so that a change of the master key reaches them; a
 * test holds all of them against the database.
 */
export const PLATFORM_SEALED: readonly SealedPlace[] = [
  { table: 'key_ring', column: 'key_sealed', context: 'key ring:{purpose}', role: undefined },
  { table: 'stored_files', column: 'key_sealed', context: 'file:{user_id}:{id}', role: 'mohlat_worker' },
  {
    table: 'idempotency_keys',
    column: 'facts',
    member: 'sealed',
    context: 'repayment answer:{user_id}',
    role: 'mohlat_worker',
  },
  // Mails and SMS that wait to be sent, and those given up.
  {
    table: 'graphile_worker._private_jobs',
    column: 'payload',
    member: 'sealed',
    context: 'message',
    role: undefined,
  },
];

/** The place's name, as people read it. */
export function nameOf({ table, column, member }: SealedPlace): string {
  return [table, column, member].filter((part) => part !== undefined).join('.');
}

/** The columns whose values the context needs. */
export function contextColumns({ context }: SealedPlace): string[] {
  return [...context.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
}

/** The context of one row; `values` holds the columns it needs, as text. */
export function contextOf({ context }: SealedPlace, values: Readonly<Record<string, string>>): string {
  return context.replace(/\{(\w+)\}/g, (_, column: string) => {
    const value = values[column];
    if (value === undefined) throw new Error(`a sealed row without ${column}`);
    return value;
  });
}
