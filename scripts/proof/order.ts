import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ROOT } from '../run.ts';
import { readSlowFirst } from './slow-first.ts';

/** The order of the projects. One that is not named comes last. */
const PROJECTS = ['server', 'sandbox', 'packages', '@mohlat/web'];

/** A test file, as far as its place in the run goes. */
export interface Placed {
  /** From the project's folder. */
  readonly file: string;
  readonly project: string;
  /** Whether it runs in an imitated browser. */
  readonly hasPage: boolean;
}

/**
 * The slow files of the server first, the short files of the web last, so that no long file ends the run alone. Projects
 * with the same `maxWorkers` share the workers: Vitest starts the next project's files as workers become free. It sorts
 * projects by name, which put the web's eighty-one seconds before the longest file of all. Files of a project stay
 * together, for a process is shared only with the next file of the same project and the same environment.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const slow = readSlowFirst();
    const sorted = await super.sort(files);
    return sorted
      .map((spec) => ({ spec, placed: placeOf(spec) }))
      .sort((a, b) => compare(a.placed, b.placed, slow))
      .map(({ spec }) => spec);
  }
}

/** Compares two files: negative when `a` runs first; zero leaves them in the order they have. */
export function compare(a: Placed, b: Placed, slow: readonly string[]): number {
  return (
    rank(PROJECTS, a.project) - rank(PROJECTS, b.project) ||
    Number(b.hasPage) - Number(a.hasPage) ||
    rank(slow, a.file) - rank(slow, b.file)
  );
}

function placeOf({ moduleId, project }: TestSpecification): Placed {
  return {
    file: relative(ROOT, moduleId),
    project: project.name,
    hasPage: /^\/\/ @vitest-environment jsdom$/m.test(readFileSync(moduleId, 'utf8')),
  };
}

/** The place in a list; behind it for what is not in it. */
function rank(list: readonly string[], name: string): number {
  const at = list.indexOf(name);
  return at < 0 ? list.length : at;
}
