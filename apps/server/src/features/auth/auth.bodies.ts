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

export const signUpBody = z.object({ ...address, ...pkce, password: text, data: object, channel: text });
export const passwordBody = z.object({ ...address, password: text });
export const refreshBody = z.object({ refresh_token: text });
export const exchangeBody = z.object({ auth_code: text, code_verifier: text });
export const otpBody = z.object({ ...address, ...pkce, create_user: flag, data: object, channel: text });
export const verifyBody = z.object({
  ...address,
  type: text,
  token: text,
  token_hash: text,
  redirect_to: text,
});
export const resendBody = z.object({ ...address, ...pkce, type: text });
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
