import { z } from 'zod';
import { contract } from './endpoint.ts';
import { RECEIPT_PROOF_STATES } from './evidence.calls.ts';
import { dateSchema, pageOf, pageQuery } from './primitives.ts';
import * as calls from './evidence.calls.ts';

export * from './evidence.calls.ts';

/** SHA-256, lower-case hex. */
const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);
/** Unpadded base64url. */
const bytesSchema = z.string().regex(/^[\w-]+$/);

/** An Ed25519 public key (RFC 8037). */
const publicKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  kid: z.string(),
  x: bytesSchema,
});

/** The fields from which `anchorText` makes the signed text, and its signature. */
const anchor = z.object({
  number: z.int(),
  dayOn: dateSchema,
  journalCount: z.int(),
  journalRoot: hashSchema,
  auditCount: z.int(),
  auditRoot: hashSchema,
  previousHash: hashSchema,
  keyId: z.string(),
  signature: bytesSchema,
});
export type Anchor = z.input<typeof anchor>;
export type EvidenceKey = z.input<typeof publicKey>;

export const evidenceContract = contract({
  calls,
  endpoints: {
    getReceiptProof: {
      summary:
        'Proves that the books held the shared payment when its day was closed: its leaf, the path to the root, the signature',
      params: z.strictObject({ token: z.string().max(100) }),
      answer: z.object({
        state: z.enum(RECEIPT_PROOF_STATES),
        /** Null until the day is closed. */
        proof: z
          .object({
            /** The digest of each field of the booking, in their order; the leaf is the hash of them all. */
            digests: z.array(hashSchema),
            /** The fields that are shown: place among the digests, and what its digest is made of. */
            shown: z.array(
              z.object({ place: z.int(), name: z.string(), value: z.string(), salt: hashSchema }),
            ),
            leaf: hashSchema,
            index: z.int(),
            path: z.array(hashSchema),
            anchor,
            key: publicKey,
          })
          .nullable(),
      }),
    },
    listAnchors: {
      summary: 'The signed roots of the closed days, newest first, and every public key that signed one',
      query: pageQuery,
      answer: pageOf(anchor).extend({ keys: z.array(publicKey) }),
    },
  },
});
