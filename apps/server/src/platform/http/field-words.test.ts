import { type Endpoint, ENDPOINTS, type Problem } from '@mohlat/contract';
import { expect, test } from 'vitest';
import { ZodError } from 'zod';
import type { FieldError } from './domain-error.ts';
import { problemOf } from './problem.ts';

const DEVANAGARI = /[\u0900-\u097F]/;
const messagesOf = (errors: readonly FieldError[], language: 'en' | 'hi') =>
  (problemOf({ code: 'validation_failed', errors }, language, 'r') satisfies Problem).errors?.map(
    ({ message }) => message,
  );
const OWN = [
  ['Please enter all 10 characters of your PAN number', 'अपने PAN नंबर के सभी 10 अक्षर लिखें'],
  ['Account numbers must match', 'दोनों खाता नंबर एक जैसे होने चाहिए'],
  ['This card has expired', 'इस कार्ड की तारीख निकल चुकी है'],
] as const;

test.each(OWN)('given “%s” and a page in Hindi, then its own sentence in Hindi is answered', (en, hi) => {
  const errors = [{ path: 'field', message: en }];
  expect([messagesOf(errors, 'hi'), messagesOf(errors, 'en')]).toEqual([[hi], [en]]);
});

test('given a sentence without a Hindi one, then who reads Hindi is told to check the field', () => {
  const errors = [{ path: 'field', message: 'Too small: expected string to have >=3 characters' }];
  expect(messagesOf(errors, 'hi')).toEqual(['इसे जाँचकर फिर लिखें']);
});

test('given any body of the contract without its fields, then every field of it is refused in Hindi', () => {
  const bodies = Object.values<Endpoint>(ENDPOINTS).flatMap(({ body }) => (body ? [body] : []));
  const said = bodies.flatMap((body) => {
    const { error } = body.safeParse({});
    return error instanceof ZodError
      ? messagesOf(
          error.issues.map(({ message, path }) => ({ path: path.join('.'), message })),
          'hi',
        )!
      : [];
  });
  expect(said.length).toBeGreaterThan(50);
  expect(said.filter((message) => !DEVANAGARI.test(message))).toEqual([]);
});
