import * as contract from '@mohlat/contract';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { en as glossary } from '../lib/glossary.en.ts';
import { hi as glossaryHi } from '../lib/glossary.hi.ts';
import { en as codes } from '../lib/admin/codes.words.ts';
import { hi as codesHi } from '../lib/admin/codes.hi.ts';
import { en as common } from '../lib/admin/admin.words.ts';
import { hi as commonHi } from '../lib/admin/words.hi.ts';
import { en as shell } from './admin.words.ts';
import { hi as shellHi } from './admin.words.hi.ts';

type Words = Readonly<Record<string, unknown>>;

const features = import.meta.glob<Partial<Record<'en' | 'hi', Words>>>(
  ['../features/admin-*/words.*.ts', '../features/admin-*/*.words.ts'],
  { eager: true },
);
const wordsOf = (language: 'en' | 'hi'): Words[] =>
  Object.values(features)
    .map((module) => module[language])
    .filter((words) => words !== undefined);
const WORDS = {
  en: [codes, common, glossary, shell, ...wordsOf('en'), { kycReasons: contract.KYC_REASONS }] as Words[],
  hi: [
    codesHi,
    commonHi,
    glossaryHi,
    shellHi,
    ...wordsOf('hi'),
    { kycReasons: contract.KYC_REASONS },
  ] as Words[],
};

/** Every list of words by code: `states: { open: …, resolved: … }`. */
function groupsOf(words: readonly Words[]): Words[] {
  return words.flatMap((one) =>
    Object.values(one).flatMap((value) =>
      typeof value === 'object' && value !== null ? [value as Words, ...groupsOf([value as Words])] : [],
    ),
  );
}

/** Codes that are not shown, such as a parameter of the address or a file type. */
const UNREAD = new Set<string>([
  ...contract.CHARGEBACK_EVIDENCE_TYPES,
  // Names of their own.
  ...contract.CARD_BANKS,
  // Actions: each is a button with its words.
  ...contract.CHARGEBACK_STEPS,
  // Done at once, or proposed: said in a sentence.
  'set',
  'waived',
  // The writer's name says it.
  'sender',
  // Units, by which a change of the settings is written.
  'paise',
  'percent',
  'flag',
  'plan_kind',
  'late_days',
  'bands',
  'reminders',
  'text',
  'instant',
  'count',
]);

/** The sets of codes in what staff ask for and are answered. */
function enumerationsOf(schema: unknown): string[][] {
  if (typeof schema !== 'object' || schema === null) return [];
  const values: unknown = (schema as { readonly enum?: unknown }).enum;
  const own = Array.isArray(values) && values.every((value) => typeof value === 'string') ? [values] : [];
  return [...own, ...Object.values(schema).flatMap(enumerationsOf)];
}

const endpoints = Object.values<contract.Endpoint>(contract.ENDPOINTS).filter(
  ({ access }) => access === 'admin',
);
const enumerations = endpoints.flatMap(({ query, body, answer }) =>
  [query, body, answer]
    .filter((schema) => schema !== undefined)
    .flatMap((schema) => enumerationsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))),
);

describe('the words of the staff’s pages', () => {
  test('there is something to have words for', () => {
    expect(endpoints.length).toBeGreaterThan(50);
    expect(enumerations.length).toBeGreaterThan(50);
  });

  test.each(['en', 'hi'] as const)('name every code that staff choose or read, in %s', (language) => {
    const groups = groupsOf(WORDS[language]);
    const nameless = enumerations
      .map((values) => values.filter((value) => !UNREAD.has(value)))
      .filter((values) => !groups.some((group) => values.every((value) => Object.hasOwn(group, value))))
      .map((values) => values.join(' '));
    expect([...new Set(nameless)]).toEqual([]);
  });

  test.each([codes, codesHi])('say every reason that an owner is told', ({ failures }) => {
    const reasons = Object.keys(glossary.reasons);
    expect(reasons.filter((reason) => !Object.hasOwn(failures, reason))).toEqual([]);
  });
});
