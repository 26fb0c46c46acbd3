import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openFleet } from './fleet.ts';
import { startPaying } from './payers.ts';
import { proveAfter } from './proof.ts';
import { pause, type Rehearsal, report } from './rehearsal.ts';
import { restartAll } from './rolling.ts';

/** A release by day: processes of an older one are replaced by those of this one while people pay. */
export const upgrade: Rehearsal<'people' | 'seconds'> = {
  about: 'a release before this one runs, and is replaced process by process under load',
  takes: 'the folder of a clone of the older release, with its packages installed (npm install)',
  options: {
    people: { meaning: 'who pay meanwhile, each about one bill a second', fallback: 4 },
    seconds: { meaning: 'how long the older release runs alone first', fallback: 15 },
  },
  async run({ people, seconds }, say, [folder]) {
    const root = findClone(folder);
    say(`Starting two API and two worker processes of ${describe(root)}…`);
    const fleet = await openFleet({ isDurable: true, say, life: { root } });
    try {
      const load = await startPaying(fleet, people);
      say(`${people} people pay. Then each process is replaced by one of this release, the workers first.`);
      await pause(seconds * 1000);
      say(`  before: ${JSON.stringify(load.takeCounts())}`);
      fleet.setLife({});
      const checks = await restartAll(fleet, load, 1, say);
      await pause(seconds * 1000);
      return report([...checks, ...(await proveAfter(fleet, load))], say);
    } finally {
      await fleet.close();
    }
  },
};

function findClone(folder: string | undefined): string {
  const root = resolve(folder ?? '');
  if (folder === undefined || !existsSync(join(root, 'apps/server/src/main.ts')))
    throw new Error(
      'give the clone of an older release: git clone . /tmp/older && git -C /tmp/older checkout <commit>',
    );
  if (!existsSync(join(root, 'node_modules/pg')))
    throw new Error(`packages are missing: npm install in ${root}`);
  return root;
}

/** The commit of a clone, and the day it is of. */
function describe(root: string): string {
  return execFileSync('git', ['-C', root, 'log', '-1', '--format=%h of %cs'], { encoding: 'utf8' }).trim();
}
