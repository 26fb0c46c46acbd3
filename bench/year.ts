import { parseArgs } from 'node:util';
import { machine } from './accept/machine.ts';
import { liveYear, type YearResult } from './year/live.ts';
import { openWorld } from './year/stage.ts';

const MONTH_DAYS = 30;

/**
 * A year of borrowers of every temperament through the whole product, with faults of the outside world on: the books are
 * clean each month and equal the world's at the end, or the run fails and says what differs.
 */
export async function runYearBench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      people: { type: 'string', default: '1000' },
      months: { type: 'string', default: '12' },
      seed: { type: 'string', default: '1' },
      faults: { type: 'string', default: 'on' },
      width: { type: 'string', default: '12' },
    },
  });
  const began = performance.now();
  const world = await openWorld();
  const stop = () => void world.stop().finally(() => process.exit(1));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    const result = await liveYear(world, {
      people: Number(values.people),
      days: Number(values.months) * MONTH_DAYS,
      seed: Number(values.seed),
      hasFaults: values.faults !== 'off',
      width: Number(values.width),
      say,
    });
    report(result, { ...values, seconds: (performance.now() - began) / 1000 });
  } finally {
    await world.stop();
  }
}

function report(
  { days, seconds, said, loans }: YearResult,
  run: { people: string; months: string; seed: string; faults: string; seconds: number },
): void {
  say(`\nWhat people did: ${[...said].map(([what, count]) => `${what} ${count}`).join(', ')}`);
  say('\nLoans by temperament:');
  for (const { temperament, status, count } of loans)
    say(`  ${temperament.padEnd(14)} ${status.padEnd(10)} ${count}`);
  say('\nSeconds by phase:');
  for (const [phase, spent] of Object.entries(seconds)) say(`  ${phase.padEnd(16)} ${spent.toFixed(1)}`);
  say(
    `\n${run.people} people, ${run.months} months, seed ${run.seed}, faults ${run.faults}: books and world agree. ` +
      `${run.seconds.toFixed(0)} s in all, ${(days / run.seconds).toFixed(2)} days a second`,
  );
  say(JSON.stringify(machine()));
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
