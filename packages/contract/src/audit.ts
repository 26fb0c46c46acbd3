import { z } from 'zod';
import { AUDIT_ACTOR_KINDS } from './audit.calls.ts';
import { contract } from './endpoint.ts';
import { nameSchema } from './names.ts';
import { CSV, dateSchema, idSchema, instantSchema, pageOf, pageQuery } from './primitives.ts';
import * as calls from './audit.calls.ts';

export * from './audit.calls.ts';

const auditPerson = z.object({ id: idSchema, name: nameSchema.nullable() });

const auditEntry = z.object({
  /** The name of the row; it tells nothing of the row's place in the chain. */
  id: z.string(),
  at: instantSchema,
  actorKind: z.enum(AUDIT_ACTOR_KINDS),
  /** The member of staff; null where a machine acted. */
  actor: auditPerson.nullable(),
  /** The roles they held when they acted; none where a machine acted, and in rows written before they were kept. */
  actorRoles: z.array(z.string()).readonly(),
  /** The act, as in `approval.decided`. */
  action: z.string(),
  objectKind: z.string(),
  objectId: idSchema.nullable(),
  /** The person whose account it concerns. */
  subject: auditPerson.nullable(),
  /** Before and after, identifiers masked. */
  details: z.record(z.string(), z.json()),
  reason: z.string().nullable(),
  ip: z.string().nullable(),
  requestId: z.string().nullable(),
});
export type AuditEntry = z.input<typeof auditEntry>;

/** Filters of rows; each one given must hold. */
const filters = pageQuery.omit({ limit: true, cursor: true }).extend({
  actorKind: z.enum(AUDIT_ACTOR_KINDS).optional(),
  /** The member of staff who acted. */
  actorId: idSchema.optional(),
  /** The person whose account it concerns. */
  subjectId: idSchema.optional(),
  /** A proposal, a payment, a review: whatever a row may be about. */
  objectId: idSchema.optional(),
  /** One action, as in `review.decided`, or all of a kind, as in `review`. */
  action: z
    .string()
    .regex(/^[a-z_]+(\.[a-z_]+)?$/, 'Write it like review or review.decided')
    .max(60)
    .optional(),
  /** On these days, both included, in India. */
  from: dateSchema.optional(),
  to: dateSchema.optional(),
});

export const auditContract = contract({
  calls,
  endpoints: {
    listAudit: {
      summary:
        'Who did what, to whom, when and why, newest first; the rows are chained, so that none goes missing',
      query: filters.extend(pageQuery.shape),
      answer: pageOf(auditEntry),
    },
    exportAudit: {
      summary: 'All rows that match, as CSV; that somebody took them along is a row itself',
      files: CSV,
      query: filters,
      errors: ['export_too_large'],
    },
  },
});
