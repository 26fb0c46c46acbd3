import { describe, expect, it } from 'vitest';
import { readRuns, readSoakOptions, renderSoak, type SoakRun } from './soak-report.ts';

describe('readSoakOptions', () => {
  it('given a load, puts it beside the last half of the runs', () => {
    expect(readSoakOptions(['--times', '5', '--load', '12', '--only', 'tests'])).toEqual({
      times: 5,
      load: 12,
      loaded: 2,
      args: ['--only', 'tests'],
      isResumed: false,
    });
  });

  it('given no load, loads no run', () => {
    expect(readSoakOptions(['--loaded', '3', '--resume'])).toMatchObject({
      loaded: 0,
      isResumed: true,
      args: [],
    });
  });

  it('refuses a word that no run of it would take', () => {
    expect(() => readSoakOptions(['--tiems', '5'])).toThrow(/It does not know "--tiems 5"/);
  });

  it('refuses a number that is none', () => {
    expect(() => readSoakOptions(['--times', 'many'])).toThrow(/whole number/);
  });
});

it('lists what was ever red, the most often first, with its runs and reasons', () => {
  const run = (number: number, ...red: SoakRun['red']): SoakRun => ({
    run: number,
    commit: number > 2 ? 'b0b' : 'a1a',
    isLoaded: number > 2,
    isGood: red.length === 0,
    seconds: 9.6,
    total: '4 passed, 0 failed, 0 skipped',
    red,
  });
  const lost = { name: 'pay.test.ts › pays', reason: 'lost' };
  const runs = [run(1), run(2, { name: 'kyc.test.ts › asks', reason: 'late' }, lost), run(3, lost)];
  const report = renderSoak(runs, { times: 4, load: 12, loaded: 2, args: ['--only', 'tests'] });
  expect(report.split('\n')).toEqual([
    '# Soak',
    '',
    '3 of 4 runs of `npm test -- --only tests`; the last 2 beside 12 busy processes.',
    '',
    '- ok     run 1 of a1a (10 s) 4 passed, 0 failed, 0 skipped',
    '- FAILED run 2 of a1a (10 s) 4 passed, 0 failed, 0 skipped: kyc.test.ts › asks; pay.test.ts › pays',
    '- FAILED run 3 of b0b (10 s, 12 busy beside it) 4 passed, 0 failed, 0 skipped: pay.test.ts › pays',
    '',
    '## Ever red',
    '',
    '- pay.test.ts › pays',
    '  - 2 of 3 runs: 2, 3',
    '  - lost',
    '- kyc.test.ts › asks',
    '  - 1 of 3 runs: 2',
    '  - late',
    '',
  ]);
});

it('goes on from the runs that were written whole, when the last line was cut off', () => {
  expect(readRuns('')).toEqual([]);
  expect(readRuns('{"run":1}\n{"run":2}\n{"run":3,"comm').map(({ run }) => run)).toEqual([1, 2]);
});
