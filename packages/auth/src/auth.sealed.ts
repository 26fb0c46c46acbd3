/** Sealed columns, and what binds sealed bytes to their row: `{id}` is the row's. For a change of the master key. */
export const AUTH_SEALED = [
  { table: 'auth.sessions', column: 'refresh_key_sealed', context: 'auth.session:{id}' },
  { table: 'auth.factors', column: 'secret_sealed', context: 'auth.factor:{id}' },
  { table: 'auth.flow_states', column: 'provider_tokens_sealed', context: 'auth.flow:{id}' },
  { table: 'auth.flow_states', column: 'identity_sealed', context: 'auth.flow-identity:{id}' },
] as const;
