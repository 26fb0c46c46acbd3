import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { treeKb } from './memory.ts';
import { readOptions } from './options.ts';
import { slowFirst } from './slow-first.ts';
import { brokenRunner, readJourneys, readTests, slowest, total } from './outcomes.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mohlat-outcomes-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function report(content: unknown): string {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

describe('readTests', () => {
  const failing = { fullName: 'pays', status: 'failed', duration: 20, failureMessages: ['lost\nat line 1'] };
  const passing = { fullName: 'waits', status: 'passed', duration: 10, failureMessages: [] };

  it('names each test, with the first line of the reason when it failed', () => {
    const { outcomes, files } = readTests(
      report({
        testResults: [
          {
            name: `${process.cwd()}/a.test.ts`,
            status: 'failed',
            message: '',
            startTime: 1000,
            endTime: 3500,
            assertionResults: [failing, passing],
          },
        ],
      }),
    );
    expect(outcomes.map(({ name, status, reason }) => ({ name, status, reason }))).toEqual([
      { name: 'a.test.ts › pays', status: 'failed', reason: 'lost' },
      { name: 'a.test.ts › waits', status: 'passed', reason: undefined },
    ]);
    expect(files).toEqual([{ file: 'a.test.ts', seconds: 2.5 }]);
    expect(total(outcomes)).toBe('1 passed, 1 failed, 0 skipped');
  });

  it('counts a file that failed outside its tests as one failure', () => {
    const file = { name: `${process.cwd()}/b.test.ts`, status: 'failed', message: 'no such module' };
    const { outcomes } = readTests(
      report({ testResults: [{ ...file, startTime: 0, endTime: 0, assertionResults: [passing] }] }),
    );
    expect(total(outcomes)).toBe('1 passed, 1 failed, 0 skipped');
  });

  it('reads a report that was never written as empty', () => {
    expect(readTests(join(folder, 'nothing.json'))).toEqual({ outcomes: [], files: [] });
  });
});

describe('readJourneys', () => {
  it('finds journeys in nested suites, and errors outside them', () => {
    const place = { file: `${process.cwd()}/e2e/pay.spec.ts`, line: 12 };
    const errors = [
      { message: 'Timeout of 180 s' },
      { message: 'click: closed\n  - waiting for a button', location: place },
    ];
    const results = [{ duration: 1500, errors }];
    const spec = {
      title: 'a bill is paid',
      file: 'pay.spec.ts',
      tests: [
        { projectName: 'phone', status: 'unexpected', results },
        { projectName: 'desktop', status: 'skipped', results: [] },
      ],
    };
    const outcomes = readJourneys(
      report({ suites: [{ suites: [{ specs: [spec] }] }], errors: [{ message: 'no product' }] }),
    );
    expect(outcomes.map(({ name, reason }) => [name, reason])).toEqual([
      ['outside the journeys', 'no product'],
      [
        '[phone] pay.spec.ts › a bill is paid',
        'Timeout of 180 s | click: closed waiting for a button at e2e/pay.spec.ts:12',
      ],
      ['[desktop] pay.spec.ts › a bill is paid', undefined],
    ]);
    expect(total(outcomes)).toBe('0 passed, 2 failed, 1 skipped');
  });

  it('tells the page on which a failed journey stood', () => {
    const path = join(folder, 'error-context.md');
    const page = '- heading "Amount"\n- alert: Please enter a valid bill amount';
    writeFileSync(
      path,
      `# Error details\n\n# Page snapshot\n\n\`\`\`yaml\n${page}\n\`\`\`\n\n# Test source\n`,
    );
    const results = [{ duration: 1, errors: [], attachments: [{ name: 'error-context', path }] }];
    const tests = [{ projectName: 'phone', status: 'unexpected', results }];
    const specs = [{ title: 'a bill is paid', file: 'pay.spec.ts', tests }];
    const [outcome] = readJourneys(report({ suites: [{ specs }], errors: [] }));
    expect(outcome?.details).toEqual(page.split('\n'));
  });
});

it('lists the slowest first', () => {
  const rows = [1, 30, 2].map((seconds) => ({ label: `${seconds}.test.ts`, seconds }));
  expect(slowest(rows, 2)).toEqual(['    30.0 s  30.test.ts', '     2.0 s  2.test.ts']);
});

it('given times, names the files of ten seconds and more, the slowest first', () => {
  const times = [12, 9, 40].map((seconds) => ({ file: `${seconds}.test.ts`, seconds }));
  expect(slowFirst(times)).toEqual(['40.test.ts', '12.test.ts']);
});

it('adds up the memory of a process and all below it, in any order', () => {
  const processes = [
    { pid: 4, parent: 3, residentKb: 8 },
    { pid: 3, parent: 1, residentKb: 4 },
    { pid: 1, parent: 0, residentKb: 2 },
    { pid: 9, parent: 0, residentKb: 1 },
  ];
  expect(treeKb(processes, 1)).toBe(14);
});

describe('readOptions', () => {
  it('takes its own options out and leaves the rest to the runner', () => {
    expect(
      readOptions(['--only', 'tests', '--project', 'server', '--reports', 'test-results/soak/1']),
    ).toMatchObject({
      parts: ['tests'],
      reports: 'test-results/soak/1',
      rest: ['--project', 'server'],
    });
  });

  it('runs the journeys alone for `npm run e2e`', () => {
    expect(readOptions(['e2e', '--project', 'phone'])).toMatchObject({
      parts: ['journeys'],
      rest: ['--project', 'phone'],
    });
  });

  it('refuses a word that is not its own where no one runner could take it', () => {
    expect(() => readOptions(['--cuont', '3'])).toThrow(/It does not know "--cuont 3"/);
    expect(() => readOptions(['--only', 'check', 'packages/money'])).toThrow(/"packages\/money"/);
  });

  it('refuses a part that does not exist', () => {
    expect(() => readOptions(['--only', 'everything'])).toThrow(/check, tests, journeys/);
  });
});

describe('readOptions with --changed', () => {
  it.each([
    { args: [], base: undefined },
    { args: ['--changed'], base: 'HEAD' },
    { args: ['--changed', 'main~3'], base: 'main~3' },
    { args: ['--changed', '--only', 'tests'], base: 'HEAD' },
  ])('given $args, compares with $base', ({ args, base }) => {
    expect(readOptions(args)).toMatchObject({
      rest: [],
      ...(base === undefined ? {} : { changedSince: base }),
    });
  });
});

describe('brokenRunner', () => {
  const passed = { name: 'pays', file: 'a', status: 'passed', seconds: 1 } as const;
  const failed = { ...passed, status: 'failed' } as const;

  it('believes a runner whose tests tell the same', () => {
    expect(brokenRunner(true, [passed])).toBeUndefined();
    expect(brokenRunner(false, [passed, failed])).toBeUndefined();
  });

  it('believes none that ended well and ran nothing, or broke off without a failed test', () => {
    expect(brokenRunner(true, [])).toMatch(/no test/);
    expect(brokenRunner(false, [passed])).toMatch(/broke off/);
  });
});
