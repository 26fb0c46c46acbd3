import { randomUUID } from 'node:crypto';
import * as crypto from 'node:crypto';

const uuidV7 = (crypto as { randomUUIDv7?: () => string }).randomUUIDv7 ?? randomUUID;

/** A new UUIDv7: ids sort by when they were made. */
export function newId(): string {
  return uuidV7();
}
