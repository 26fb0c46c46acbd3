import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Change, changed } from './changes/change.ts';
import { paymentStatus } from './changes/payment-status.ts';
import { profileField } from './changes/profile-field.ts';
import { provider } from './changes/provider.ts';
import { staffPage } from './changes/staff-page.ts';
import { copyHead, typeErrors } from './copy.ts';
import { type Check, type Rehearsal, report } from './rehearsal.ts';

export const CHANGES: Readonly<Record<string, Change>> = {
  'profile-field': profileField,
  'staff-page': staffPage,
  'payment-status': paymentStatus,
  provider,
};

/** Makes changes in copies of the last commit, and counts the files that each opens. */
export const count: Rehearsal = {
  about: 'make changes in copies, and count the files that each opens as far as the types ask',
  takes: `the name of one change, or none for all: ${Object.keys(CHANGES).join(', ')}`,
  options: {},
  run(_, say, [wanted]) {
    if (wanted !== undefined && CHANGES[wanted] === undefined)
      throw new Error(`There is no change "${wanted}"`);
    const asked = Object.entries(CHANGES).filter(([name]) => wanted === undefined || name === wanted);
    return Promise.resolve(
      report(
        asked.map(([, change]) => make(change, say)),
        say,
      ),
    );
  },
};

function make({ about, filesMax, edits, generated }: Change, say: (line: string) => void): Check {
  const copy = mkdtempSync(join(tmpdir(), 'mohlat-count-'));
  try {
    copyHead(copy);
    say(`\n${about}`);
    for (const edit of edits) {
      const path = join(copy, edit.file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, 'text' in edit ? edit.text : changed(readFileSync(path, 'utf8'), edit));
      say(`  ${'text' in edit ? 'new   ' : 'opened'}  ${edit.file}`);
    }
    for (const file of generated) say(`  generated  ${file}`);
    const opened = new Set(edits.map(({ file }) => file));
    const errors = typeErrors(copy);
    // A file that the type check names has to be opened as well.
    for (const [file, error] of errors) {
      say(`  wrong     ${file}: ${error}`);
      opened.add(file);
    }
    const isGood = opened.size <= filesMax && errors.size === 0;
    return { what: `files of ${about}`, figure: `${opened.size}, at most ${filesMax}`, isGood };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
