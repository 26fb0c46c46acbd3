import { emailSchema } from '@mohlat/contract';
import { z } from 'zod';
import type { AuthWords } from './auth.words.ts';

export const PASSWORD_LENGTH_HINT = 8;

/** Log-in: both are needed; the length of a password is the sign-up's business. */
export function loginSchema(words: AuthWords) {
  return z.object({
    email: z.string().trim().min(1, words.emailRequired).pipe(z.email(words.emailRule)),
    password: z.string().min(1, words.passwordRequired),
  });
}

export function emailOnlySchema(words: AuthWords) {
  return z.object({ email: z.string().trim().min(1, words.emailRequired).pipe(emailSchema) });
}

const newPassword = (words: AuthWords) => ({
  password: z.string().min(1, words.passwordRequired),
  confirmPassword: z.string().min(1, words.confirmRequired),
});

/** Rule: SPEC-5 email sign-up. Eight characters are a hint here; the service decides. */
export function signupSchema(words: AuthWords) {
  return z
    .object({
      email: z.string().trim().min(1, words.emailRequired).pipe(emailSchema),
      ...newPassword(words),
      isAgreed: z.boolean(),
    })
    .refine((values) => values.password === values.confirmPassword, {
      path: ['confirmPassword'],
      message: words.signup.mismatchText,
      when: ({ value }) => hasBothPasswords(value),
    })
    .refine((values) => values.isAgreed, {
      path: ['isAgreed'],
      message: words.signup.termsText,
      when: () => true,
    });
}

export function newPasswordSchema(words: AuthWords) {
  return z.object(newPassword(words)).refine((values) => values.password === values.confirmPassword, {
    path: ['confirmPassword'],
    message: words.signup.mismatchText,
  });
}

function hasBothPasswords(value: unknown): boolean {
  const { password, confirmPassword } = value as { password?: string; confirmPassword?: string };
  return Boolean(password) && Boolean(confirmPassword);
}
