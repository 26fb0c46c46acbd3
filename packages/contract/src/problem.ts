import { z } from 'zod';

/** When a caller may try the same call again. */
export const RETRIES = ['never', 'later', 'same_key'] as const;
export type Retry = (typeof RETRIES)[number];

/** RFC 9457 problem document, the only shape of an error under `/api/v1`. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  /** The sentence a person reads, in the language the request accepts. */
  detail: z.string(),
  /** Left out by a proxy, and by a server older than this field. */
  retry: z.enum(RETRIES).optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** Where another was first: who of the staff, where it was a person, and when. */
  first: z.object({ by: z.string().nullable(), at: z.string() }).optional(),
  requestId: z.string(),
});
export type Problem = z.input<typeof problemSchema>;
