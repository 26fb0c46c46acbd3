// `npm run release -- 0.1.0`: makes what CHANGELOG.md has unreleased a release: its own heading, the version of package.json, a commit
// and an annotated tag `v0.1.0` with the same words. Pushes nothing. Refuses a working tree with changes, and a list that is not done.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { istDate } from '@mohlat/money';
import { readCommandLine } from './command-line.ts';
import { cutChangelog } from './release/changelog.ts';
import { ROOT, say } from './run.ts';

const git = (args: readonly string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });

const {
  positionals: [version = ''],
} = readCommandLine(import.meta.filename, { allowPositionals: true }, { wordsMax: 1 });
const place = join(ROOT, 'CHANGELOG.md');
try {
  if (git(['status', '--porcelain']) !== '') throw new Error('the working tree has changes');
  const { text, notes } = cutChangelog(readFileSync(place, 'utf8'), version, istDate(Date.now()));
  writeFileSync(place, text);
  execFileSync('npm', ['version', version, '--no-git-tag-version', '--allow-same-version'], { cwd: ROOT });
  git([
    'commit',
    '-qam',
    `Release ${version}`,
    '-m',
    'CHANGELOG.md says what is new since the release before.',
  ]);
  git(['tag', '-a', `v${version}`, '-m', `Mohlat ${version}`, '-m', notes]);
  say(`v${version} is tagged. \`git push --follow-tags\` shares it.`);
} catch (error) {
  say(`Nothing was released: ${(error as Error).message}`);
  process.exit(1);
}
