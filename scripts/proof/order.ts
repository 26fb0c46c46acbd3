import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ROOT } from '../run.ts';
import { readSlowFirst } from './slow-first.ts';

/** The order of the projects. One that is not named comes last. */
const PROJECTS = ['server', 'sandbox', 'packages', '@mohlat/web'];

/**
 * The slow files of the server first, the short files of the web last, so that no long file ends the run alone. Projects
 * with the same `maxWorkers` share the workers: Vitest starts the next project's files as workers become free. It sorts
 * projects by name, which put the web's eighty-one seconds before the longest file of all. Files of a project stay
 * together, for a process is shared only with the next file of the same project.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const slow = readSlowFirst();
    const sorted = await super.sort(files);
    return sorted
      .map((spec) => ({
        spec,
        project: rank(PROJECTS, spec.project.name),
        slowness: rank(slow, relative(ROOT, spec.moduleId)),
      }))
      .sort((a, b) => a.project - b.project || a.slowness - b.slowness)
      .map(({ spec }) => spec);
  }
}

/** The place in a list; behind it for what is not in it. */
export function rank(list: readonly string[], name: string): number {
  const at = list.indexOf(name);
  return at < 0 ? list.length : at;
}
