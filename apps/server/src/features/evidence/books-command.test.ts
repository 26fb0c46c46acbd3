import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type EvidenceLab, openEvidenceLab } from './evidence.testing.ts';

const DAY = businessDate('2026-02-01');
const SCRIPT = join(import.meta.dirname, '../../../../../scripts/books.ts');

let lab: EvidenceLab;
beforeAll(async () => {
  lab = (await openEvidenceLab()) as EvidenceLab;
  await lab.lend('asha one', { billPaise: 900_000, instalments: 3, disbursedOn: DAY });
  await lab.closeThrough(DAY);
  await lab.anchor();
});
afterAll(() => lab.close());

const books = (...options: string[]) => booksWith({}, ...options);

function booksWith(
  more: Readonly<Record<string, string>>,
  ...options: string[]
): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...lab.env(), ...more };
    execFile(process.execPath, [SCRIPT, ...options], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, text: stdout + stderr }),
    );
  });
}

test.each([
  ['EVIDENCE_KEYS', { EVIDENCE_KEYS: '', SANDBOX: '' }],
  ['DATA_DIR', { DATA_DIR: '' }],
])(
  'LEND-17: given the address of a database without %s, then a proof is refused and makes nothing',
  async (name, without) => {
    const folder = mkdtempSync(join(tmpdir(), 'mohlat-proof-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const proven = await booksWith({ DATA_DIR: folder, ...without }, '--proof');
    expect(proven).toMatchObject({
      code: 1,
      text: expect.stringMatching(new RegExp(`^${name} is missing`, 'm')),
    });
    expect(proven.text).not.toContain('BROKEN');
    expect(readdirSync(folder)).toEqual([]);
  },
);

test('LEND-17: given a folder without files, then a proof is refused and makes none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-proof-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const proven = await booksWith({ DATA_DIR: folder }, '--proof');
  expect(proven).toMatchObject({ code: 1, text: expect.stringContaining('has no folder files') });
  expect(readdirSync(folder)).toEqual([]);
});

test('LEND-17: books prints the line to keep, and its proof fails once a journal was changed', async () => {
  const printed = await books();
  const line = /^anchor 1 2026-02-01 [0-9a-f]{64} [\w-]{86}$/m.exec(printed.text)?.[0];
  expect(line).toBeDefined();
  const kept = join(lab.env().DATA_DIR, 'kept.txt');
  writeFileSync(kept, `Kept on paper:\n${line}\n`);
  const proven = await books('--proof', '--kept', kept);
  expect(proven).toMatchObject({ code: 0, text: expect.stringContaining('Everything is as it was signed.') });

  writeFileSync(kept, `${line!.replace(/anchor 1/, 'anchor 2')}\n`);
  const lost = await books('--proof', '--kept', kept);
  expect(lost).toMatchObject({
    code: 1,
    text: expect.stringContaining('BROKEN kept elsewhere, and not here: anchor 2'),
  });

  // The last line of the output is none of an anchor, and holds the database to nothing.
  writeFileSync(kept, 'The books are clean.\n');
  const empty = await books('--proof', '--kept', kept);
  expect(empty).toMatchObject({
    code: 1,
    text: expect.stringContaining('no line of it begins with "anchor"'),
  });

  await lab.asOwner("update journals set effective_on = effective_on - 1 where source_kind = 'loan_booked'");
  const changed = await books('--proof');
  expect(changed.code).toBe(1);
  expect(changed.text).toMatch(/^BROKEN 2026-02-01 {2}a journal was changed: [0-9a-f-]{36}$/m);
});
