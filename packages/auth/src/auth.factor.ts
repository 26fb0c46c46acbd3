export const FACTOR_TYPES = ['totp', 'phone', 'webauthn'] as const;
/** The kinds of factors a person may enrol. Recovery codes are a factor too, with calls of their own. */
export type EnrolledType = (typeof FACTOR_TYPES)[number];
export type FactorType = EnrolledType | 'recovery_code';

/** The public half of a passkey. */
export interface PasskeyCredential {
  readonly id: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly aaguid: string;
}

/** One row of auth.factors. */
export interface Factor {
  readonly user_id: string;
  readonly id: string;
  readonly factor_type: FactorType;
  readonly status: 'unverified' | 'verified';
  readonly friendly_name: string;
  readonly phone: string | null;
  readonly secret_sealed: Buffer | null;
  readonly last_step: string | number | null;
  readonly credential: PasskeyCredential | null;
  readonly code_hashes: readonly Buffer[] | null;
  /** Wrong answers of sessions that are opened at will. */
  readonly wrong_tries: number;
  readonly tries_from: Date | null;
  /** Refused answers since `refused_from`, right ones in between or not. */
  readonly refused_count: number;
  readonly refused_from: Date | null;
  readonly locked_until: Date | null;
  /** The same of all other sessions. */
  readonly vouched_tries: number;
  readonly vouched_tries_from: Date | null;
  readonly vouched_refused_count: number;
  readonly vouched_refused_from: Date | null;
  readonly vouched_locked_until: Date | null;
  readonly last_challenged_at: Date | null;
  /** The session that brought it, to which it proves nothing. */
  readonly enrolled_in: string | null;
  /** When recovery codes were made in the place of others. */
  readonly codes_made_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The words of the `amr` claim that make a session aal2. */
export const METHOD_OF_FACTOR = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
  recovery_code: 'mfa/recovery_code',
} as const satisfies Record<FactorType, string>;

/** As much of a factor as anybody is shown, and no secret. */
export type ShownFactor = Pick<
  Factor,
  | 'id'
  | 'status'
  | 'friendly_name'
  | 'factor_type'
  | 'phone'
  | 'credential'
  | 'last_challenged_at'
  | 'created_at'
  | 'updated_at'
>;

/** The factor as the protocol shows it. */
export function factorJson(factor: ShownFactor): Record<string, unknown> {
  return {
    id: factor.id,
    status: factor.status,
    ...(factor.friendly_name === '' ? {} : { friendly_name: factor.friendly_name }),
    factor_type: factor.factor_type,
    ...(factor.phone === null ? {} : { phone: factor.phone }),
    created_at: factor.created_at.toISOString(),
    updated_at: factor.updated_at.toISOString(),
    ...(factor.last_challenged_at === null
      ? {}
      : { last_challenged_at: factor.last_challenged_at.toISOString() }),
    ...(factor.credential === null ? {} : { web_authn_aaguid: factor.credential.aaguid }),
  };
}
