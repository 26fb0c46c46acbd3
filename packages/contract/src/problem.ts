import { z } from 'zod';

/** RFC 9457 problem document, the only shape of an error under `/api/v1`. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** Where somebody else was first: who of the staff, where it was a person, and when. */
  first: z.object({ by: z.string().nullable(), at: z.string() }).optional(),
  requestId: z.string(),
});
export type Problem = z.input<typeof problemSchema>;
