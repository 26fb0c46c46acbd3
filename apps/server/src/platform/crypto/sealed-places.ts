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

const supportMessage = (field: string): SealedPlace => ({
  table: 'support_messages',
  column: `${field}_sealed`,
  context: `support.${field}:{ticket}`,
  role: 'mohlat_worker',
});

/**
 * Every sealed place there is: whoever adds one adds its line here, so that a change of the master key reaches it. A
 * test holds this list against the database: a column named `*_sealed` that is missing fails it.
 */
export const SEALED_PLACES: readonly SealedPlace[] = [
  { table: 'key_ring', column: 'key_sealed', context: 'key ring:{purpose}', role: undefined },
  { table: 'profiles', column: 'address_sealed', context: 'address:{user_id}', role: 'mohlat_worker' },
  { table: 'profiles', column: 'pan_sealed', context: 'pan:{user_id}', role: 'mohlat_worker' },
  { table: 'profiles', column: 'mobile_sealed', context: 'mobile:{user_id}', role: 'mohlat_worker' },
  { table: 'pan_reviews', column: 'pan_sealed', context: 'pan_review:{id}', role: 'mohlat_worker' },
  { table: 'bank_accounts', column: 'number_sealed', context: 'bank-account:{id}', role: 'mohlat_worker' },
  { table: 'stored_files', column: 'key_sealed', context: 'file:{user_id}:{id}', role: 'mohlat_worker' },
  {
    table: 'video_recordings',
    column: 'location_sealed',
    context: 'location:{user_id}',
    role: 'mohlat_worker',
  },
  { table: 'auth.sessions', column: 'refresh_key_sealed', context: 'auth.session:{id}', role: 'mohlat_auth' },
  { table: 'auth.factors', column: 'secret_sealed', context: 'auth.factor:{id}', role: 'mohlat_auth' },
  {
    table: 'auth.flow_states',
    column: 'provider_tokens_sealed',
    context: 'auth.flow:{id}',
    role: 'mohlat_auth',
  },
  {
    table: 'auth.flow_states',
    column: 'identity_sealed',
    context: 'auth.flow-identity:{id}',
    role: 'mohlat_auth',
  },
  { table: 'payment_attempts', column: 'mobile_sealed', context: 'attempt:{id}', role: 'mohlat_worker' },
  { table: 'payment_attempts', column: 'request_sealed', context: 'attempt:{id}', role: 'mohlat_worker' },
  supportMessage('name'),
  supportMessage('email'),
  supportMessage('subject'),
  supportMessage('message'),
  {
    table: 'support_replies',
    column: 'text_sealed',
    context: 'support.reply:{id}',
    role: 'mohlat_worker',
  },
  {
    table: 'chargebacks',
    column: 'response_summary_sealed',
    context: 'chargeback:{id}',
    role: 'mohlat_worker',
  },
  { table: 'user_notes', column: 'text_sealed', context: 'user-note:{id}:{version}', role: 'mohlat_worker' },
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
