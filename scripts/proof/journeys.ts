import { join } from 'node:path';
import { MOVES_CLOCK } from '../../e2e/moves-clock.ts';
import { ensureBrowser } from '../browser.ts';
import { type Run, run, say } from '../run.ts';
import { removeLeftovers } from '../scratch-dir.ts';

interface Lives {
  /** The folder of the reports. */
  readonly reports: string;
  readonly isTraced: boolean;
  readonly specs: readonly string[] | 'all';
  readonly args: readonly string[];
}

/** The reports of the journeys: those that move the clock have their own when only some specs run. */
export function journeyReports(reports: string): readonly string[] {
  return ['journeys.json', 'journeys-clock.json'].map((name) => join(reports, name));
}

/**
 * Runs the journeys. Chosen specs run in up to two rounds: Playwright runs all that the project `clock` depends on, so that
 * project is asked for alone, after the others.
 */
export async function runJourneys({ reports, isTraced, specs, args }: Lives): Promise<Run> {
  if (ensureBrowser(say) === undefined) return { isGood: false, output: '', lastWords: [], seconds: 0 };
  const [report = '', clockReport = ''] = journeyReports(reports);
  const round = async (file: string, own: readonly string[]) => {
    const one = await run(
      [
        'playwright',
        'test',
        '--reporter=list,json',
        `--output=${file.replace(/\.json$/, '')}`,
        ...(isTraced ? ['--trace=retain-on-failure'] : []),
        ...own,
        ...args,
      ],
      { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file } },
    );
    removeLeftovers();
    return one;
  };
  if (specs === 'all') return round(report, []);
  const [late, early] = [true, false].map((isLate) =>
    specs.filter((spec) => MOVES_CLOCK.test(spec) === isLate),
  );
  const rounds: Run[] = [];
  if (early?.length) rounds.push(await round(report, ['--project=phone', '--project=desktop', ...early]));
  if (late?.length) rounds.push(await round(clockReport, ['--project=clock', '--no-deps', ...late]));
  return {
    isGood: rounds.every(({ isGood }) => isGood),
    output: '',
    lastWords: rounds.flatMap(({ lastWords }) => lastWords),
    seconds: rounds.reduce((sum, { seconds }) => sum + seconds, 0),
  };
}
