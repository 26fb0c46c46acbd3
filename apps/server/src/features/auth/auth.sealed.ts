import type { SealedPlace } from '#platform/crypto/sealed-places.ts';

/** The sealed places of sign-in. */
export const AUTH_SEALED: readonly SealedPlace[] = [
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
];
