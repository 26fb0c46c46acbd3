import { createHash } from 'node:crypto';
import { tokensOf } from './sql-tokens.ts';

/**
 * Functions of the release before, which its processes call while an upgrade runs (decision 080), by the sum of their text. They
 * decide as that release did, whatever is found now: a test compares them with it, so that none of their lines changes unseen.
 */
export const FROZEN: Readonly<Record<string, string>> = {
  c20ccaaefa3a6605: 'rail_taken',
  f3a46e217178aeb1: 'rail_open',
  e4b932c70524f02f: 'rail_close_day',
  a5f05cca95ed0778: 'find_unsettled',
  d8a39ca2da7b3076: 'issue_tax_documents',
};

/** The sum of a function's text, from its first word to the end of its body, without comments and space. */
export function sumOf(text: string): string {
  const tokens = tokensOf(text);
  const dollars = tokens.flatMap(({ kind }, index) => (kind === 'dollar' ? [index] : []));
  const from = tokens.findIndex((token) => token.text === 'create');
  const words = tokens.slice(from, (dollars[1] ?? tokens.length) + 1).map((token) => token.text);
  return createHash('sha256').update(words.join(' ')).digest('hex').slice(0, 16);
}

/** Whether a function stands as the release before had it. */
export function isFrozen(text: string): boolean {
  return sumOf(text) in FROZEN;
}
