// `npm test`: the check, the tests of every room, the journeys in a browser. `npm run e2e`: the journeys alone.
// Each runner prints for itself; the last lines here say which part held.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser.ts';
import { ROOT, type Run, run, say } from './run.ts';

interface Part {
  readonly name: string;
  start(): Promise<Run>;
}

const rest = process.argv.slice(2);
const isJourneysOnly = rest[0] === 'e2e';

const check: Part = { name: 'check', start: () => run(['node', 'scripts/check.ts']) };
const tests: Part = { name: 'tests', start: () => run(['vitest', 'run', ...rest]) };
const journeys: Part = {
  name: 'journeys',
  async start() {
    if (ensureBrowser(say) === undefined) return { isGood: false, output: '', seconds: 0 };
    return run(['playwright', 'test', ...(isJourneysOnly ? rest.slice(1) : [])]);
  },
};

const folder = join(ROOT, 'e2e');
const hasJourneys = existsSync(folder) && readdirSync(folder).some((file) => file.endsWith('.spec.ts'));
const parts = isJourneysOnly ? [journeys] : [check, tests, ...(hasJourneys ? [journeys] : [])];

const lines: string[] = [];
for (const part of parts) {
  say(`\n=== ${part.name} ===`);
  const { isGood, seconds } = await part.start();
  lines.push(`${isGood ? 'ok    ' : 'FAILED'} ${part.name} (${Math.round(seconds)} s)`);
  if (!isGood) process.exitCode = 1;
}
say(`\n${lines.join('\n')}`);
