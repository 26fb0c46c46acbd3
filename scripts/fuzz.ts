// `npm run fuzz -- --minutes 60 --seed 7`: requests made from the API's own description, valid, nearly valid and broken, with
// everybody's ids, round after round with new seeds. A round that has begun is played to its end. A request that failed
// the server or showed something of another person is printed with its seed; the sum is the last line.
import { numberOf, readCommandLine } from './command-line.ts';
import { run, say } from './run.ts';

const FILE = 'apps/server/test/fuzz/fuzz.test.ts';
const RUNS = 3000;
const SAID = /^fuzz: .+$/m;

const { values } = readCommandLine(import.meta.filename, {
  options: { minutes: { type: 'string', default: '60' }, seed: { type: 'string' } },
});
const minutes = numberOf(import.meta.filename, '--minutes', values.minutes);
const seed =
  values.seed === undefined ? Date.now() % 1_000_000 : numberOf(import.meta.filename, '--seed', values.seed);
const end = performance.now() + minutes * 60_000;
let rounds = 0;
let wrong = 0;
say(`Seed ${seed}, ${minutes} minutes.`);
while (performance.now() < end) {
  const env = { FUZZ_SEED: String(seed + rounds), FUZZ_RUNS: String(RUNS) };
  const { isGood, output } = await run(['vitest', 'run', '--project', 'server', FILE], { keep: true, env });
  rounds += 1;
  if (!isGood) {
    wrong += 1;
    process.exitCode = 1;
  }
  say(
    isGood
      ? (SAID.exec(output)?.[0] ?? 'fuzz: nothing was said')
      : `Seed ${env.FUZZ_SEED} is red.\n${output}`,
  );
}
say(`Seed ${seed}: ${rounds} rounds of ${RUNS} requests, ${wrong} went wrong.`);
