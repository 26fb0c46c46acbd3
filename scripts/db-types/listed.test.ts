import { expect, test } from 'vitest';
import { listed } from './listed.ts';

const TYPES = `export interface Things {
  kind: string;
  note: string;
  state: Generated<string>;
  word: string | null;
}

export interface OtherThings {
  kind: string;
}

export interface DB {
  other_things: OtherThings;
  things: Things;
}
`;

const check = (table: string, column: string, definition: string) => ({ table, column, definition });
const list = (column: string) => `CHECK ((${column} = ANY (ARRAY['a'::text, 'b_c'::text])))`;

test('given checks that list words, when types are written, then their columns are those words', () => {
  const types = listed(TYPES, [
    check('things', 'kind', `CHECK ((kind = 'one'::text))`),
    check('things', 'state', list('state')),
    check('things', 'word', list('word')),
    check('things', 'note', `CHECK ((note ~ '^[a-z]+$'::text))`),
  ]);
  expect(types).toBe(
    TYPES.replace('  kind: string;', `  kind: 'one';`)
      .replace('Generated<string>', `Generated<'a' | 'b_c'>`)
      .replace('word: string | null', `word: 'a' | 'b_c' | null`),
  );
});

test('given a check of a column that the types do not have, when types are written, then it throws', () => {
  expect(() => listed(TYPES, [check('things', 'gone', list('gone'))])).toThrow('things.gone');
});
