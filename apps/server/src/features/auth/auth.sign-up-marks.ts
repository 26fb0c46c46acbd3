import type { Metadata } from './auth.rules.ts';

/**
 * What a browser says at sign-up, written once: whose code it came with, and its own name. Who could change them later would
 * have been brought by anybody, on any device. Rule: LEND-24 (referral).
 */
const SIGN_UP_MARKS: ReadonlySet<string> = new Set(['ref', 'device']);

/** What a person may change of what they said of themselves. */
export function withoutMarks(change: Metadata): Metadata {
  return Object.fromEntries(Object.entries(change).filter(([key]) => !SIGN_UP_MARKS.has(key)));
}
