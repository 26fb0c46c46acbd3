import { z } from 'zod';

/** One review, as the desk answers it. */
export const reviewAnswer = z.object({
  reviewId: z.string(),
  status: z.enum(['waiting', 'approved', 'rejected']),
  remarks: z.string().nullish(),
});

export const webhook = z.object({ event: z.string(), reviewId: z.uuid() });
