import { z } from 'zod';

/** Words that may be absent, null or empty. */
export const text = z
  .string()
  .nullish()
  .transform((v) => v || undefined);

/** A time in words; what the platform cannot read is refused. */
export const instant = z.string().transform((value, context) => {
  const date = new Date(value);
  if (!Number.isNaN(date.getTime())) return date;
  context.issues.push({ code: 'custom', input: value, message: 'not a time' });
  return z.NEVER;
});

/** An instant in Unix seconds; absent, null and zero stand for none. */
export const optionalSeconds = z
  .int()
  .nullish()
  .transform((v) => (v ? new Date(v * 1_000) : undefined));

export const paise = z.int().nonnegative();
export const optionalPaise = paise.nullish().transform((v) => v ?? undefined);

/** A list that may be absent or null. */
export const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((v) => v ?? []);
