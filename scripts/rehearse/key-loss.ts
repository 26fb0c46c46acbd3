import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createVictim } from '../../apps/server/test/crash/processes.ts';
import { ROOT } from '../run.ts';
import { type Fleet, openFleet } from './fleet.ts';
import { type Load, startPaying } from './payers.ts';
import { proveAfter } from './proof.ts';
import { type Check, type Rehearsal, report } from './rehearsal.ts';
import { restartAll } from './rolling.ts';

const [OLD, FRESH] = [newKey('old'), newKey('fresh')];

/** A master key that leaked is changed by day; one that is lost is said, and nothing is spoilt meanwhile. */
export const keyLoss: Rehearsal<'people'> = {
  about:
    'the master key leaks and is changed under load, every value sealed anew; then a process comes up without the right one',
  options: { people: { meaning: 'who pay meanwhile, each about one bill a second', fallback: 3 } },
  async run({ people }, say) {
    say('Starting two API and two worker processes…');
    const fleet = await openFleet({ isDurable: true, say, life: withKeys(OLD) });
    try {
      const load = await startPaying(fleet, people);
      say(`${people} people pay. The key that leaked is changed.`);
      const checks = [...(await changeKey(fleet, load, say)), await startWithout(fleet)];
      return report([...checks, ...(await proveAfter(fleet, load))], say);
    } finally {
      await fleet.close();
    }
  },
};

/** The four steps of docs/going-live.md, each with a restart of every process. */
async function changeKey(fleet: Fleet, load: Load, say: (line: string) => void): Promise<Check[]> {
  const checks: Check[] = [];
  const restartWith = async (what: string, keys: string) => {
    say(`  ${what}`);
    fleet.setLife(withKeys(keys));
    const [answered] = await restartAll(fleet, load, 1, () => {});
    if (answered) checks.push({ ...answered, what: `${what}: ${answered.what}` });
  };
  await restartWith('the fresh key is known', `${OLD},${FRESH}`);
  await restartWith('the fresh key seals', `${FRESH},${OLD}`);
  const from = performance.now();
  const rotated = keysCommand(fleet, 'rotate', `${FRESH},${OLD}`);
  checks.push({
    what: 'every value is sealed with the fresh key',
    figure: `${/Sealed anew: [^.]*/.exec(rotated)?.[0] ?? rotated}, in ${((performance.now() - from) / 1000).toFixed(1)} s`,
    isGood: /100 % of \d+ values? sealed by it/.test(rotated),
  });
  await restartWith('the old key is thrown away', FRESH);
  const status = keysCommand(fleet, 'status', FRESH);
  checks.push({
    what: 'nothing is sealed by the old key',
    figure: /^.* sealed by it\.$/m.exec(status)?.[0] ?? status,
    isGood: /100 % of \d+ values? sealed by it/.test(status) && !status.includes('nobody can open'),
  });
  return checks;
}

/** A process that comes up with a key that seals nothing here. */
async function startWithout(fleet: Fleet): Promise<Check> {
  const stray = createVictim('stray', { ...fleet.env, ROLE: 'worker', MASTER_KEY: newKey('stray') });
  const from = performance.now();
  const isStarted = await stray.start().then(
    () => true,
    () => false,
  );
  if (isStarted) await stray.kill();
  const said = stray.errors().trim().split('\n')[0] ?? '';
  return {
    what: 'a process without the key does not start, and says which one is missing',
    figure: `after ${((performance.now() - from) / 1000).toFixed(1)} s: ${said}`,
    isGood: !isStarted && /MASTER_KEY has no key "fresh"/.test(said),
  };
}

function keysCommand(fleet: Fleet, act: 'rotate' | 'status', keys: string): string {
  return execFileSync(process.execPath, [join(ROOT, 'scripts/keys.ts'), act], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATABASE_URL: fleet.databaseUrl, MASTER_KEY: keys },
  });
}

function withKeys(keys: string) {
  return { env: { MASTER_KEY: keys } };
}

function newKey(id: string): string {
  return `${id}:${randomBytes(32).toString('base64')}`;
}
