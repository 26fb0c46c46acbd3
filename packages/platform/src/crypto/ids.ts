import { randomUUID } from 'node:crypto';
import * as crypto from 'node:crypto';

const uuidV7 = (crypto as { randomUUIDv7?: () => string }).randomUUIDv7 ?? randomUUID;

/** An id as we write it: in lower case. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A new UUIDv7: ids sort by when they were made. */
export function newId(): string {
  return uuidV7();
}
