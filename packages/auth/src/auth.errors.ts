/**
 * The refusals of the auth protocol: wire code → status and the sentence sent when the place of refusal has no
 * better one. The wire code of most is the name before the dot.
 */
const CATALOGUE = {
  account_guarded: [403, 'Choose a new password first: a change of this account was taken back'],
  anonymous_provider_disabled: [422, 'Anonymous sign-ins are disabled'],
  bad_code_verifier: [400, 'code challenge does not match previously saved code verifier'],
  bad_json: [400, 'Could not parse request body as JSON: malformed'],
  bad_oauth_callback: [400, 'OAuth callback with missing or invalid state'],
  bad_oauth_state: [400, 'OAuth state not found or expired'],
  bad_jwt: [403, 'invalid JWT: unable to parse or verify signature'],
  captcha_failed: [400, 'captcha protection: request disallowed'],
  conflict: [409, 'Too many concurrent token refresh requests on the same session or refresh token'],
  current_password_invalid: [400, 'Current password is incorrect'],
  current_password_required: [400, 'Current password is required to change the password'],
  email_conflict_identity_not_deletable: [422, 'Unable to unlink identity due to email conflict'],
  email_exists: [422, 'A user with this email address has already been registered'],
  email_not_confirmed: [400, 'Email not confirmed'],
  email_provider_disabled: [422, 'Email logins are disabled'],
  flow_state_already_used: [400, 'OAuth state has been used'],
  flow_state_expired: [422, 'invalid flow state, flow state has expired'],
  flow_state_not_found: [404, 'invalid flow state, no valid flow state found'],
  identity_already_exists: [422, 'Identity is already linked'],
  identity_not_found: [422, "Identity doesn't exist"],
  insufficient_aal: [403, 'AAL2 session is required'],
  invalid_credentials: [400, 'Invalid login credentials'],
  manual_linking_disabled: [404, 'Manual linking is disabled'],
  mfa_challenge_expired: [422, 'MFA challenge has expired, create a new one'],
  mfa_factor_name_conflict: [422, 'A factor with this friendly name already exists'],
  mfa_factor_not_found: [404, 'Factor not found'],
  mfa_ip_address_mismatch: [422, 'Challenge and verify IP addresses mismatch.'],
  mfa_phone_enroll_not_enabled: [422, 'MFA enroll is disabled for Phone'],
  mfa_phone_verify_not_enabled: [422, 'MFA verification is disabled for Phone'],
  mfa_recovery_codes_locked: [429, 'Too many wrong recovery codes. Wait, or use another factor.'],
  mfa_recovery_codes_sole_factor: [422, 'Recovery codes need another verified factor'],
  mfa_totp_enroll_not_enabled: [422, 'MFA enroll is disabled for TOTP'],
  mfa_totp_verify_not_enabled: [422, 'MFA verification is disabled for TOTP'],
  mfa_verification_failed: [422, 'Invalid code entered'],
  mfa_verification_rejected: [403, 'Too many wrong codes: this factor is locked. Use another one.'],
  mfa_verified_factor_exists: [422, 'A verified factor of this kind already exists, unenroll it to continue'],
  mfa_webauthn_enroll_not_enabled: [422, 'MFA enroll is disabled for WebAuthn'],
  mfa_webauthn_verify_not_enabled: [422, 'MFA verification is disabled for WebAuthn'],
  no_authorization: [401, 'This endpoint requires a valid Bearer token'],
  not_admin: [403, 'User not allowed'],
  otp_disabled: [422, 'Signups not allowed for otp'],
  otp_expired: [403, 'Token has expired or is invalid'],
  over_email_send_rate_limit: [429, 'email rate limit exceeded'],
  over_request_rate_limit: [429, 'Request rate limit reached'],
  over_sms_send_rate_limit: [429, 'SMS rate limit exceeded'],
  passkey_disabled: [404, 'Passkeys are disabled'],
  phone_exists: [422, 'A user with this phone number has already been registered'],
  phone_not_confirmed: [400, 'Phone not confirmed'],
  phone_provider_disabled: [422, 'Phone logins are disabled'],
  provider_disabled: [400, 'Provider is not enabled'],
  provider_email_needs_verification: [
    422,
    'Unverified email with the provider. A confirmation email has been sent to your email',
  ],
  reauthentication_needed: [400, 'Password update requires reauthentication'],
  reauthentication_not_valid: [422, 'Nonce has expired or is invalid'],
  refresh_token_already_used: [400, 'Invalid Refresh Token: Already Used'],
  refresh_token_not_found: [400, 'Invalid Refresh Token: Refresh Token Not Found'],
  request_entity_too_large: [413, 'Request body too large'],
  request_timeout: [504, 'Processing this request timed out, please retry after a moment.'],
  same_password: [422, 'New password should be different from the old password.'],
  saml_provider_disabled: [404, 'SAML 2.0 is disabled'],
  session_expired: [400, 'Invalid Refresh Token: Session Expired'],
  session_not_found: [403, 'Session from session_id claim in JWT does not exist'],
  signup_disabled: [422, 'Signups not allowed for this instance'],
  single_identity_not_deletable: [422, 'User must have at least 1 identity after unlinking'],
  too_many_enrolled_mfa_factors: [422, 'Maximum number of verified factors reached, unenroll to continue'],
  unexpected_failure: [500, 'Unexpected failure, please check server logs for more information'],
  sms_send_failed: [422, 'No SMS is sent to this number'],
  user_already_exists: [422, 'User already registered'],
  user_banned: [403, 'User is banned'],
  user_not_found: [403, 'User from sub claim in JWT does not exist'],
  validation_failed: [400, 'The request is not valid'],
  weak_password: [422, 'Password is too weak'],
  web3_provider_disabled: [422, 'Web3 provider is disabled'],
  webauthn_credential_exists: [422, 'This passkey is enrolled already'],
} as const satisfies Record<string, readonly [number, string]>;

export type AuthErrorCode = keyof typeof CATALOGUE;

interface Details {
  readonly message?: string;
  /** Where the protocol gives one code several statuses. */
  readonly status?: number;
  readonly weakPasswordReasons?: readonly string[];
  readonly retryAfterSeconds?: number;
  /** Answered in the style of OAuth, under this word and without a code. */
  readonly oauthError?: string;
}

/** An expected refusal of the auth protocol. */
export class AuthError extends Error {
  readonly code: AuthErrorCode;
  readonly status: number;
  readonly weakPasswordReasons: readonly string[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly oauthError: string | undefined;

  constructor(code: AuthErrorCode, details: Details = {}) {
    super(details.message ?? CATALOGUE[code][1]);
    this.name = 'AuthError';
    this.code = code;
    this.status = details.status ?? CATALOGUE[code][0];
    this.weakPasswordReasons = details.weakPasswordReasons;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.oauthError = details.oauthError;
  }
}

/** The sentence for a link that is wrong, used or expired; its code is `otp_expired`. */
export const LINK_INVALID = 'Email link is invalid or has expired';

/** A request that is understood and wrong. */
export function invalid(message: string): AuthError {
  return new AuthError('validation_failed', { message });
}

export const API_VERSION = '2024-01-01';

/** The version a client may be answered in: the newest we know that is not later than what it asked for. */
export function negotiatedVersion(header: string | undefined): string | undefined {
  if (header === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(header)) return undefined;
  if (Number.isNaN(Date.parse(header))) return undefined;
  return header >= API_VERSION ? API_VERSION : undefined;
}

/** The error's body in the style of the negotiated version. */
export function errorBody(error: AuthError, version: string | undefined, requestId: string): object {
  if (error.oauthError !== undefined) return { error: error.oauthError, error_description: error.message };
  const weak = error.weakPasswordReasons ? { weak_password: { reasons: error.weakPasswordReasons } } : {};
  if (version !== undefined) return { code: error.code, message: error.message, ...weak };
  return {
    code: error.status,
    error_code: error.code,
    msg: error.message,
    ...(error.status >= 500 ? { error_id: requestId } : {}),
    ...weak,
  };
}
