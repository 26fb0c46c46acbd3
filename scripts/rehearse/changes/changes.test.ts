import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CHANGES } from '../count.ts';
import { ROOT } from '../copy.ts';
import { changed } from './change.ts';

describe.each(Object.entries(CHANGES))('the change %s', (_, { edits, filesMax }) => {
  test('given the files of today, when it is made, then each anchor stands once', () => {
    const make = (): unknown =>
      edits.map((edit) =>
        'puts' in edit ? changed(readFileSync(join(ROOT, edit.file), 'utf8'), edit) : edit.text,
      );
    expect(make).not.toThrow();
  });

  test('given its goal, when its files are counted, then they are no more', () => {
    expect(new Set(edits.map(({ file }) => file)).size).toBeLessThanOrEqual(filesMax);
  });
});

test('given an anchor that stands twice, when text is put there, then the change is to be rewritten', () => {
  const put = () => changed('a\na\n', { file: 'x.ts', puts: [{ at: 'a', after: 'b' }] });
  expect(put).toThrow('begins 2 lines');
});
