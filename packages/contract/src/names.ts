import { z } from 'zod';

const BREAKS = /[\s\p{Zl}\p{Zp}\u0085]+/gu;
/** Control characters, and the marks that turn the direction of what stands around them (Unicode bidi); the byte order mark. */
const UNSEEN = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/**
 * A name as it is kept and shown: one line, without invisible characters that change how a text is seen. Joiners stay,
 * for Indian scripts are written with them.
 */
export function cleanName(name: string): string {
  return name.replace(BREAKS, ' ').replace(UNSEEN, '').replace(/ {2,}/g, ' ').trim();
}

/** A name that a person gave, cleaned before it is measured; also where one of before is shown. */
export const nameSchema = z.string().overwrite(cleanName);
export const fullNameSchema = nameSchema.max(120).min(2, 'Name must be at least 2 characters');
