import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SOURCES } from './build-web.ts';

const ROOT = join(import.meta.dirname, '..');
const namesOf = (folder: string) =>
  Object.keys(
    (JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as { dependencies?: object })
      .dependencies ?? {},
  );

test('given a change in a package that the web bundles, then the web is built again', () => {
  const own = new Map(
    readdirSync(join(ROOT, 'packages')).map((name) => [`@mohlat/${name}`, `packages/${name}`]),
  );
  const bundled = new Set<string>();
  const take = (folder: string) => {
    for (const name of namesOf(folder)) {
      const inner = own.get(name);
      if (inner === undefined || bundled.has(inner)) continue;
      bundled.add(inner);
      take(inner);
    }
  };
  take('apps/web');
  expect(bundled).toContain('packages/lending');
  for (const folder of bundled) expect(SOURCES).toContain(`${folder}/src`);
});
