import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../run.ts';
import { FROZEN, isFrozen, sumOf } from './frozen.ts';
import { functionsIn, mutateSql } from './sql.ts';

const FOLDER = join(ROOT, 'db/functions');
const texts = readdirSync(FOLDER).map((file) => readFileSync(join(FOLDER, file), 'utf8'));
const frozen = texts.flatMap((text) => functionsIn(text)).filter(({ text }) => isFrozen(text));

it('given a function that is kept for processes of the release before, then it stands as that release had it', () => {
  expect(frozen.map(({ name }) => name).toSorted()).toEqual(Object.values(FROZEN).toSorted());
  expect(new Set(frozen.map(({ text }) => sumOf(text))).size).toBe(Object.keys(FROZEN).length);
});

it('given such a function, then no fault is made in it until a word of it changes; comments and space are no words', () => {
  for (const { text } of frozen) {
    expect(mutateSql('db/functions/older.sql', text)).toEqual([]);
    const changed = text.replace(/ as \$\$\s/, '$&/* changed */ select ');
    expect(isFrozen(changed)).toBe(false);
    expect(
      isFrozen(`-- Said otherwise.\n${text.replaceAll(/^--[^\n]*$/gm, '').replace('$$', ' $$$$ ')}`),
    ).toBe(true);
  }
});
