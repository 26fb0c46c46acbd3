import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { indexDecisions } from './decisions.ts';

const folder = mkdtempSync(join(tmpdir(), 'mohlat-decisions-'));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

test('given pages of decisions, when listed, then each stands with its number, subject and link', () => {
  write('002-later.md', '# 002: Later\n\ntext');
  write('001-first.md', '# 001: First\n');
  write('README.md', '# Decisions\n');
  expect(indexDecisions(folder)).toContain('\n- [001: First](001-first.md)\n- [002: Later](002-later.md)\n');
});

test('given a page whose head has another number than its file, when listed, then it is refused by name', () => {
  write('003-wrong.md', '# 004: Wrong\n');
  expect(() => indexDecisions(folder)).toThrow('003-wrong.md begins with "# 003: "');
});
