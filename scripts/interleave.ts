// `npm run interleave -- --minutes 30 --seed 7`: handlers of one payment or loan in many more orders than the tests try: in
// turns every order of one pair, and orders of three by lot. A round that has begun is played to its end. Each order that
// goes wrong is printed with what brings it back; the sum of the orders tried is the last line.
import { numberOf, readCommandLine } from './command-line.ts';
import { run, say } from './run.ts';

const FILE = 'apps/server/test/interleaving/interleaving.test.ts';
const THREES = 300;
const TRIED = /(\d+) orders tried, (\d+) went wrong/;

const { values } = readCommandLine(import.meta.filename, {
  options: { minutes: { type: 'string', default: '30' }, seed: { type: 'string' } },
});
const minutes = numberOf(import.meta.filename, '--minutes', values.minutes);
const seed =
  values.seed === undefined ? Date.now() % 1_000_000 : numberOf(import.meta.filename, '--seed', values.seed);
const end = performance.now() + minutes * 60_000;
let tried = 0;
let wrong = 0;
for (let round = 0; performance.now() < end; round += 1) {
  const chosen =
    round % 2 === 0 ? { INTERLEAVE_PAIR: String(seed + round / 2) } : { INTERLEAVE_THREES: String(THREES) };
  const env = { ...chosen, INTERLEAVE_SEED: String(seed + round * THREES) };
  const { isGood, output } = await run(['vitest', 'run', '--project', 'server', FILE], { keep: true, env });
  const [, count = '0', bad = '0'] = TRIED.exec(output) ?? [];
  tried += Number(count);
  wrong += Number(bad);
  const what = /interleaving: (.+ and .+)/.exec(output)?.[1] ?? 'three by lot';
  say(`${what}: ${count} orders${isGood ? '' : `, red\n${output}`}`);
  if (!isGood) process.exitCode = 1;
}
say(`Seed ${seed}: ${tried} orders tried, ${wrong} went wrong.`);
