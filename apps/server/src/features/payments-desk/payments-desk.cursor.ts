import { PAYMENT_SORTS } from '@mohlat/contract';
import { z } from 'zod';
import { cursorInstant } from '#platform/db/cursor.ts';
import { DomainError } from '#platform/http/domain-error.ts';

export type PaymentSort = (typeof PAYMENT_SORTS)[number];

/** A place in a list of payments: by the instant or by the amount, and by id among equals. */
export interface PaymentPlace {
  readonly sort: PaymentSort;
  /** An instant, or paise. */
  readonly key: string | number;
  readonly id: string;
}

const place = z.tuple([z.enum(PAYMENT_SORTS), z.union([cursorInstant, z.int().nonnegative()]), z.uuid()]);

export function isByAmount(sort: PaymentSort): boolean {
  return sort === 'largest' || sort === 'smallest';
}

export function writePlace({ sort, key, id }: PaymentPlace): string {
  return Buffer.from(JSON.stringify([sort, key, id])).toString('base64url');
}

/** Throws validation_failed when it is not one of ours, or of another order. */
export function readPlace(cursor: string | undefined, sort: PaymentSort): PaymentPlace | undefined {
  if (cursor === undefined) return undefined;
  const read = place.safeParse(parse(cursor));
  const isOurs =
    read.success && read.data[0] === sort && (typeof read.data[1] === 'number') === isByAmount(sort);
  if (isOurs) return { sort, key: read.data[1], id: read.data[2] };
  const errors = [{ path: 'cursor', message: 'This is not a cursor we gave' }];
  throw new DomainError('validation_failed', { errors });
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
