import { z } from 'zod';
import { instant, text } from '../wire-parts.ts';

/** Cashfree's video KYC as it stands on the wire. */
export const session = z.object({
  verification_id: z.string().min(1),
  // Words after the start of a call are not documented: any is read.
  status: z.string().min(1),
  sub_status: text,
  vkyc_link: z.url().nullish(),
  link_expiry: instant.nullish(),
  agent_remarks: text,
  auditor_remarks: text,
});
export type WireSession = z.output<typeof session>;

export const webhook = z.object({
  event_type: z.string().min(1).max(100),
  event_time: instant,
  data: z.object({ verification_id: z.string().min(1).max(50) }),
});
