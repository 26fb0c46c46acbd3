import { z } from 'zod';
import { instant, text } from '../wire-parts.ts';

/** Setu's data APIs as they stand on the wire. */
export const panAnswer = z.object({
  // Pages differ in the case of this word.
  verification: z
    .string()
    .transform((v) => v.toLowerCase())
    .pipe(z.enum(['success', 'failed'])),
  message: text,
  data: z.object({ full_name: text, category: text, aadhaar_seeding_status: text }).nullish(),
  traceId: text,
});

export const matchOutput = z.object({
  match_type: z.enum(['COMPLETE', 'HIGH_PARTIAL', 'MODERATE_PARTIAL', 'LOW_PARTIAL', 'NO_MATCH']),
  match_percentage: z.number().min(0).max(100),
});
export const nameMatchAnswer = z.object({ pessimistic_match_output: matchOutput });

export const sessionStarted = z.object({
  id: z.string().min(1),
  status: z.literal('unauthenticated'),
  url: z.url(),
  validUpto: instant,
});

export const sessionStatus = z.object({
  digilockerUserDetails: z.object({ digilockerId: text, phoneNumber: text }).nullish(),
  id: text,
  status: z.enum(['unauthenticated', 'authenticated', 'revoked']),
  validUpto: instant.nullish(),
});

const address = z.object({
  careOf: text,
  house: text,
  street: text,
  landmark: text,
  locality: text,
  vtc: text,
  postOffice: text,
  subDistrict: text,
  district: text,
  state: text,
  pin: text,
  country: text,
});

export const aadhaarAnswer = z.object({
  id: text,
  status: z.literal('complete'),
  aadhaar: z.object({
    name: z.string().min(1),
    dateOfBirth: z.string().regex(/^\d{2}-\d{2}-\d{4}$/),
    gender: z.string().min(1),
    // Only ever masked: a full number here must not enter the product.
    maskedNumber: z.string().regex(/^[xX*]{4}[- ]?[xX*]{4}[- ]?\d{4}$/),
    address,
    photo: text,
    generatedAt: instant.nullish(),
    verified: z.object({ signature: z.boolean() }),
  }),
});
export type WireAadhaar = z.output<typeof aadhaarAnswer>['aadhaar'];

export const bankAccountStarted = z.object({ id: z.string().min(1) });

export const bankAccountAnswer = z.object({
  id: z.string(),
  code: text,
  verification: z.enum(['success', 'failed', 'pending']),
  data: z.object({ name: text }).nullish(),
});
export type WireBankAccount = z.output<typeof bankAccountAnswer>;

export const bankAccountWebhook = z.object({
  event: z.string().min(1).max(60),
  data: z
    .object({
      bav: z.object({ id: z.string().max(100), verification: z.string().max(20).optional() }).optional(),
    })
    .optional(),
});
