import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from '../run.ts';

/** One test or journey of a run: its full name, its file, how it ended and how long it took. */
export interface Outcome {
  readonly name: string;
  readonly file: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly seconds: number;
  /** The first line of each reason; of a journey also what was waited for, and where. Only when it failed. */
  readonly reason?: string;
  /** Where in its file a test failed, and the further lines of its reason. Only when there is something to say. */
  readonly details?: readonly string[];
}

/** Seconds from the first test of a file to the end of its last; what a file sets up before them is not in the report. */
export interface FileTime {
  readonly file: string;
  readonly seconds: number;
}

interface TestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly duration?: number;
      readonly failureMessages: readonly string[] | null;
    }[];
  }[];
}

interface JourneyError {
  readonly message?: string;
  readonly location?: { readonly file: string; readonly line: number };
}

interface JourneyResult {
  readonly duration: number;
  readonly errors?: readonly JourneyError[];
  readonly attachments?: readonly { readonly name: string; readonly path?: string }[];
}

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly {
      readonly projectName: string;
      readonly status: string;
      readonly results: readonly JourneyResult[];
    }[];
  }[];
}

interface JourneyReport {
  readonly suites: readonly Suite[];
  readonly errors: readonly { readonly message?: string }[];
}

/**
 * Reads Vitest's report, test by test. A file that failed outside its tests is one failure under the file's name. `root` is the
 * folder in which it ran: this project, or a copy of it.
 */
export function readTests(
  report: string,
  root = ROOT,
): { readonly outcomes: Outcome[]; readonly files: FileTime[] } {
  const { testResults } = read<TestReport>(report) ?? { testResults: [] };
  const outcomes = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults.map((one): Outcome => ({
      name: `${file} › ${one.fullName}`,
      file,
      status: one.status === 'passed' || one.status === 'failed' ? one.status : 'skipped',
      seconds: (one.duration ?? 0) / 1000,
      ...(one.status === 'failed' ? failureOf(one.failureMessages?.[0], file) : {}),
    }));
    if (status !== 'failed' || tests.some((one) => one.status === 'failed')) return tests;
    return [
      ...tests,
      { name: file, file, status: 'failed' as const, seconds: 0, reason: firstLine(message) },
    ];
  });
  const files = testResults.map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }));
  return { outcomes, files };
}

/** Reads Playwright's report, each journey with the width it ran at. An error outside the journeys is one failure. */
export function readJourneys(report: string): Outcome[] {
  const { suites, errors } = read<JourneyReport>(report) ?? { suites: [], errors: [] };
  const inSuite = (suite: Suite): Outcome[] => [
    ...(suite.specs ?? []).flatMap(({ title, file, tests }) =>
      tests.map(({ projectName, status, results }): Outcome => ({
        name: `[${projectName}] ${file} › ${title}`,
        file: `e2e/${file}`,
        status: status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed',
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
        ...(status === 'expected' || status === 'skipped' ? {} : journeyFailureOf(results.at(-1))),
      })),
    ),
    ...(suite.suites ?? []).flatMap(inSuite),
  ];
  const outside = errors.map(({ message }): Outcome => ({
    name: 'outside the journeys',
    file: 'e2e',
    status: 'failed',
    seconds: 0,
    reason: firstLine(message),
  }));
  return [...outside, ...suites.flatMap(inSuite)];
}

/** The closing line of a run, in a fixed form that programs can look for. */
export function total(outcomes: readonly Outcome[]): string {
  const count = (status: Outcome['status']) => outcomes.filter((one) => one.status === status).length;
  return `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`;
}

/** The slowest few, one line each: seconds, then the name. */
export function slowest(
  rows: readonly { readonly label: string; readonly seconds: number }[],
  count: number,
): string[] {
  return [...rows]
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ label, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${label}`);
}

function read<T>(report: string): T | undefined {
  return existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as T) : undefined;
}

/** A journey that ran out of time has two errors: that it did, and what it was doing then, with the place in its file. */
function reasonOf(errors: readonly JourneyError[]): string {
  const reasons = errors.map(({ message = '', location }) => {
    const waited = /waiting for .*/.exec(stripVTControlCharacters(message))?.[0];
    const place = location === undefined ? undefined : `at ${relative(ROOT, location.file)}:${location.line}`;
    return [firstLine(message), waited, place].filter((part) => part !== undefined).join(' ');
  });
  return reasons.join(' | ');
}

/** So much of a reason is printed: a report of where work stood is long. */
const DETAILS_MAX = 20;
const DETAIL_CHARS_MAX = 600;
/** So much of the page of a failed journey is printed: where the run cannot be repeated, its picture cannot be looked at. */
const PAGE_LINES_MAX = 60;

/** Why a journey failed, and the page it stood on then, as a screen reader finds it. */
function journeyFailureOf(result: JourneyResult | undefined): Pick<Outcome, 'reason' | 'details'> {
  const path = result?.attachments?.find(({ name }) => name === 'error-context')?.path;
  const context = path === undefined || !existsSync(path) ? '' : readFileSync(path, 'utf8');
  // It stands beside the error where an expectation failed, and at the end where time ran out.
  const page = [...context.matchAll(/^```yaml\n(?<page>[\s\S]*?)^```/gm)].at(-1)?.groups?.page ?? '';
  const details = page
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, PAGE_LINES_MAX)
    .map((line) => line.slice(0, DETAIL_CHARS_MAX));
  return { reason: reasonOf(result?.errors ?? []), ...(details.length > 0 ? { details } : {}) };
}

/** A failure's message goes before its stack; of the stack only the place in the test's own file says something. */
function failureOf(message = '', file: string): Pick<Outcome, 'reason' | 'details'> {
  const lines = stripVTControlCharacters(message).split('\n');
  const stackAt = lines.findIndex((line) => /^\s+at /.test(line));
  const place = lines.find((line) => /^\s+at /.test(line) && line.includes(file));
  const told = lines.slice(1, stackAt === -1 ? undefined : stackAt).filter((line) => line.trim() !== '');
  const details = [...(place === undefined ? [] : [placeOf(place, file)]), ...told]
    .slice(0, DETAILS_MAX)
    .map((line) => line.trimEnd().slice(0, DETAIL_CHARS_MAX));
  return { reason: firstLine(message), ...(details.length > 0 ? { details } : {}) };
}

function placeOf(line: string, file: string): string {
  return `at ${line.slice(line.indexOf(file)).replace(/\)$/, '')}`;
}

function firstLine(text = ''): string {
  return (stripVTControlCharacters(text).split('\n')[0] ?? '').slice(0, 300);
}

/**
 * The reason for which a runner is not believed, where no test of it says one. It broke off, or it ended well and ran
 * nothing: an option that it takes for its own, such as `--version`, does that.
 */
export function brokenRunner(isGood: boolean, outcomes: readonly Outcome[]): string | undefined {
  if (isGood) return outcomes.length === 0 ? 'it ran no test.' : undefined;
  const isNamed = outcomes.some(({ status }) => status === 'failed');
  return isNamed ? undefined : 'no test of it failed, yet it broke off. Its last errors:';
}
