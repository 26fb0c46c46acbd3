import type { ReactNode } from 'react';
import { Money } from '../../ui/money.tsx';
import { formatDateWithYear, formatInstant } from '../format.ts';
import type { Language } from '../language.ts';

const MISSING = '—';
const INSTANT = /^\d{4}-\d{2}-\d{2}T/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A value as a person reads it, by what its code says it is: `…_paise` money, instants and days as such. */
export function factValue(
  code: string,
  value: string | number | boolean | null | undefined,
  language: Language,
  words: Readonly<Record<string, string>> = {},
): ReactNode {
  if (value === null || value === undefined || value === '') return MISSING;
  if (typeof value === 'number' && (code.endsWith('_paise') || code.endsWith('Paise')))
    return <Money paise={value} decimals="always" />;
  const text = String(value);
  if (INSTANT.test(text)) return formatInstant(text, language);
  if (DAY.test(text)) return formatDateWithYear(text, language);
  return words[text] ?? text;
}

interface CodedProps {
  readonly word: string;
  readonly code: string;
}

/** A word, and small beside it the name that an operator looks for. */
export function Coded({ word, code }: CodedProps) {
  return (
    <>
      {word} <span className="text-caption font-normal wrap-anywhere text-ink-3">{code}</span>
    </>
  );
}

/** An account of the ledger: its number, and its name in the reader's words. */
export const accountName = (
  words: Readonly<Record<string, string>>,
  { account, name }: { readonly account: string; readonly name: string },
): string => `${account} ${words[account] ?? name}`;

/**
 * The word for a code; an unknown one is shown as it came, readable. An older process of a rolling upgrade leaves out what it does not
 * know: that is a dash, and no reason to lose the page.
 */
export function codeWord(words: Readonly<Record<string, string>>, code: string | null | undefined): string {
  if (code === null || code === undefined) return MISSING;
  return words[code] ?? code.replaceAll(/[_.]/g, ' ');
}

/** A word that stands by itself, in a cell or under a title, begins as a sentence does. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
