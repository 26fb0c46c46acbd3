import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './run.ts';

interface TestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[] | null;
    }[];
  }[];
}

interface Suite {
  readonly file?: string;
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly {
      readonly projectName: string;
      readonly status: string;
      readonly results: readonly { readonly error?: { readonly message?: string } }[];
    }[];
  }[];
}

interface JourneyReport {
  readonly suites: readonly Suite[];
  readonly errors: readonly { readonly message?: string }[];
}

/** What failed by Vitest's report: file, name and the first line of the reason. A file that never began is one line. */
export function failedTests(report: string): string[] {
  const { testResults } = read<TestReport>(report) ?? { testResults: [] };
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(ROOT, name);
    const failed = assertionResults.filter((one) => one.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [`${file}: ${firstLine(message)}`];
    return failed.map((one) => `${file} › ${one.fullName}: ${firstLine(one.failureMessages?.[0])}`);
  });
}

/** What failed by Playwright's report, with the width it failed at. */
export function failedJourneys(report: string): string[] {
  const { suites, errors } = read<JourneyReport>(report) ?? { suites: [], errors: [] };
  const inSuite = (suite: Suite): string[] => [
    ...(suite.specs ?? []).flatMap(({ title, file, tests }) =>
      tests
        .filter((one) => one.status === 'unexpected')
        .map(
          ({ projectName, results }) =>
            `[${projectName}] ${file} › ${title}: ${firstLine(results.at(-1)?.error?.message)}`,
        ),
    ),
    ...(suite.suites ?? []).flatMap(inSuite),
  ];
  return [...errors.map(({ message }) => firstLine(message)), ...suites.flatMap(inSuite)];
}

function read<T>(report: string): T | undefined {
  return existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as T) : undefined;
}

function firstLine(text = ''): string {
  return (stripVTControlCharacters(text).split('\n')[0] ?? '').slice(0, 200);
}
