import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../run.ts';
import { cutChangelog } from './changelog.ts';

const BEFORE =
  '# Changelog\n\n## Unreleased\n\n- A thing.\n- Another.\n\n## 0.1.0 (2026-11-25)\n\n- The first.\n';

test('what is unreleased stands under its version and day, below an empty list for what comes next', () => {
  const { text, notes } = cutChangelog(BEFORE, '0.2.0', '2026-12-01');
  expect(text).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-12-01)\n\n- A thing.\n- Another.\n\n## 0.1.0 (2026-11-25)\n\n- The first.\n',
  );
  expect(notes).toBe('- A thing.\n- Another.');
});

test("given today's list and one line more, then a release keeps every line", () => {
  const today = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  const text = today.replace('## Unreleased\n', '## Unreleased\n\n- One more.\n');
  const cut = cutChangelog(text, '99.0.0', '2026-12-01');
  expect(cut.text.replace('\n\n## 99.0.0 (2026-12-01)', '').trim()).toBe(text.trim());
});

test.each([
  [
    'an empty list',
    '# Changelog\n\n## Unreleased\n\n## 0.1.0 (2026-11-25)\n\n- The first.\n',
    '0.2.0',
    'nothing',
  ],
  ['something pending', BEFORE.replace('- Another.', '- Pending: another.'), '0.2.0', 'pending'],
  ['a version that was released', BEFORE, '0.1.0', 'already'],
  ['a word for a version', BEFORE, 'next', 'no version'],
  ['no list at all', '# Changelog\n', '0.2.0', 'has no'],
])('given %s, nothing is released', (_, text, version, reason) => {
  expect(() => cutChangelog(text, version, '2026-12-01')).toThrow(reason);
});
