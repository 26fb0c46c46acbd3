// `npm run rehearse -- outage`: lives through what may happen to an installation, on the real product with real load, and prints
// figures and a verdict. `npm run rehearse` alone lists what can be rehearsed. Each is a file of scripts/rehearse.
import { count } from './rehearse/count.ts';
import { deletion } from './rehearse/delete.ts';
import { diskLost } from './rehearse/disk-lost.ts';
import { failover } from './rehearse/failover.ts';
import { flood } from './rehearse/flood.ts';
import { image } from './rehearse/image.ts';
import { keyLoss } from './rehearse/key-loss.ts';
import { outage } from './rehearse/outage.ts';
import { leaveOnSignals, unlessLeaving } from './rehearse/leaving.ts';
import { restore } from './rehearse/restore.ts';
import { rolling } from './rehearse/rolling.ts';
import type { Rehearsal } from './rehearse/rehearsal.ts';
import { readCommand } from './rehearse/rehearsal.ts';
import { upgrade } from './rehearse/upgrade.ts';
import { watch } from './rehearse/watch.ts';
import { shards } from './rehearse/shards.ts';
import { readWords } from './command-line.ts';
import { say } from './run.ts';

const REHEARSALS: Readonly<Record<string, Rehearsal>> = {
  outage,
  rolling,
  upgrade,
  failover,
  'disk-lost': diskLost,
  restore,
  'key-loss': keyLoss,
  flood,
  shards,
  image,
  watch,
  delete: deletion,
  count,
};

const [name = '', ...args] = process.argv.slice(2);
const isHelp = [name, ...args].some((word) => word === '--help' || word === '-h');
const rehearsal = REHEARSALS[name];
if (rehearsal && !isHelp) {
  const { numbers, chosen, words } = readWords(import.meta.filename, () => readCommand(rehearsal, args));
  leaveOnSignals();
  const isGood = await unlessLeaving(rehearsal.run(numbers, say, words, chosen));
  say(isGood ? `\nThe rehearsal "${name}" went well.` : `\nThe rehearsal "${name}" FAILED.`);
  process.exit(isGood ? 0 : 1);
} else {
  say('What shall be rehearsed? npm run rehearse -- <name> [--option number]\n');
  for (const [known, { about, takes, options, choices = {} }] of Object.entries(REHEARSALS)) {
    say(`  ${known}: ${about}`);
    if (takes) say(`    takes ${takes}`);
    for (const [option, { meaning, fallback }] of Object.entries(options))
      say(`    --${option} ${fallback}: ${meaning}`);
    for (const [option, { meaning, of, fallback }] of Object.entries(choices))
      say(`    --${option} ${fallback}: ${meaning}: ${of.join(', ')}`);
  }
  process.exit(name === '' || isHelp ? 0 : 2);
}
