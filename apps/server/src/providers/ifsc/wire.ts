import { z } from 'zod';

/** The IFSC service: one flat object per branch, or the JSON string "Not Found" with 404. */
export const branchAnswer = z.object({
  BANK: z.string().min(1),
  BANKCODE: z.string().length(4),
  IFSC: z.string().length(11),
  BRANCH: z.string(),
  CITY: z.string().nullish(),
  ADDRESS: z.string().nullish(),
  IMPS: z.boolean(),
  UPI: z.boolean(),
});
