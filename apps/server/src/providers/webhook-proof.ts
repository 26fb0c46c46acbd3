import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Equality without telling, by its duration, where two strings differ. */
export function isSameSecret(a: string, b: string): boolean {
  const digest = (value: string): Buffer => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(a), digest(b));
}

export function hmacSha256Hex(secret: string, data: string | Buffer): string {
  return createHmac('sha256', secret).update(data).digest('hex');
}

/** The duplicate key of an event that brings none of its own. */
export function bodyHash(rawBody: Buffer): string {
  return createHash('sha256').update(rawBody).digest('hex');
}

/** A body that should be a JSON object; undefined when it is not. */
export function jsonObject(rawBody: Buffer): Record<string, unknown> | undefined {
  try {
    const json: unknown = JSON.parse(rawBody.toString('utf8'));
    const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
    return isObject ? (json as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
