import { z } from 'zod';

/** Shapes of request bodies. Unknown fields are dropped and null is absent: the client relies on both. */
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined);
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? undefined);
const object = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? undefined);

const pkce = { code_challenge: text, code_challenge_method: text };
const address = { email: text, phone: text };

/** Beside what a call is about: the answer to a captcha. */
export const captchaBody = z.object({
  gotrue_meta_security: z
    .object({ captcha_token: text })
    .nullish()
    .transform((value) => value ?? undefined),
});
export const signUpBody = z.object({ ...address, ...pkce, password: text, data: object, channel: text });
export const passwordBody = z.object({ ...address, password: text });
export const refreshBody = z.object({ refresh_token: text });
export const exchangeBody = z.object({ auth_code: text, code_verifier: text });
export const idTokenBody = z.object({
  provider: text,
  client_id: text,
  issuer: text,
  id_token: text,
  access_token: text,
  nonce: text,
  link_identity: flag,
});
export const otpBody = z.object({ ...address, ...pkce, create_user: flag, data: object, channel: text });
export const linkBody = z.object({ email: text, ...pkce, data: object });
export const verifyBody = z.object({
  ...address,
  type: text,
  token: text,
  token_hash: text,
  redirect_to: text,
});
export const undoBody = z.object({ token: text });
export const resendBody = z.object({ ...address, ...pkce, type: text });
export const enrolBody = z.object({ factor_type: text, friendly_name: text, issuer: text, phone: text });
export const challengeBody = z.object({ channel: text });
export const verifyFactorBody = z.object({
  challenge_id: text,
  code: text,
  webauthn: z
    .object({ credential_response: object })
    .nullish()
    .transform((value) => value ?? undefined),
});
export const nameBody = z.object({ friendly_name: text });
export const codeBody = z.object({ code: text });
export const adminUserBody = z.object({
  ...address,
  id: text,
  aud: text,
  role: text,
  password: text,
  password_hash: text,
  email_confirm: flag,
  phone_confirm: flag,
  user_metadata: object,
  app_metadata: object,
  ban_duration: text,
});
export const deleteUserBody = z.object({ should_soft_delete: flag });
export const factorChangeBody = z.object({ friendly_name: text, phone: text });
export const inviteBody = z.object({ email: text, data: object });
export const generateLinkBody = z.object({
  type: text,
  email: text,
  new_email: text,
  password: text,
  data: object,
  redirect_to: text,
});
export const recoverBody = z.object({ ...pkce, email: text });
export const updateBody = z.object({
  ...address,
  ...pkce,
  password: text,
  current_password: text,
  nonce: text,
  data: object,
  app_metadata: object,
  channel: text,
});
