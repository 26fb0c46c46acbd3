import { z } from 'zod';
import { list } from '../wire-parts.ts';

/** MSG91 v5: an error may come with HTTP 200, so `type` decides; it is a refusal before this is read. */
export const flowAnswer = z.object({
  type: z.literal('success'),
  message: z.string().nullish(),
  request_id: z.string().nullish(),
});

const code = z.union([z.string(), z.int()]).transform(String);
export const coded = z.object({ code });

/** One request: its state on top, or one line per recipient. */
export const reportEntry = z.object({
  requestId: z.string().min(1),
  status: code.nullish(),
  report: list(z.object({ status: code })),
});
