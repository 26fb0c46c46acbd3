import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './run.ts';
import { readBill, shippedOf } from './sbom.ts';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const manifest = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Manifest;
/** The name without the version; a scope is percent-encoded there. */
const nameIn = (purl: string) => decodeURIComponent(purl.replace(/^pkg:npm\//, '').replace(/@[^@]+$/, ''));

test('given the lock file, when billed, then what is shipped is there and no tool', () => {
  const { bomFormat, components, dependencies } = shippedOf(readBill());
  expect(bomFormat).toBe('CycloneDX');
  const names = new Set(components.map(({ purl }) => nameIn(purl)));
  const shipped = globSync(['apps/*/package.json', 'packages/*/package.json'], { cwd: ROOT }).flatMap(
    (path) => Object.keys(manifest(path).dependencies ?? {}),
  );
  expect(shipped.filter((name) => !names.has(name))).toEqual([]);
  for (const tool of ['vitest', 'oxlint', '@playwright/test', 'vite']) expect(names).not.toContain(tool);
  const known = new Set(components.map((one) => one['bom-ref']));
  const dangling = dependencies.flatMap(({ dependsOn = [] }) => dependsOn).filter((ref) => !known.has(ref));
  expect(dangling).toEqual([]);
});
