import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildWeb } from '../build-web.ts';
import { ROOT } from '../run.ts';

/** The files that the processes read: their source, the database's, the built pages; with the sandbox for trials. */
const SHIPPED =
  /^(?:package(?:-lock)?\.json|LICENSE|(?:apps|packages)\/[^/]+\/package\.json|apps\/(?:server|sandbox)\/src\/|packages\/|db\/)/;
const LEFT_OUT = /\.test\.ts$|\.testing\.ts$|\/test\//;
const WORKSPACES = ['@mohlat/server', '@mohlat/sandbox'];

/**
 * Lays out the product under /app, with the packages it ships and none of those that only build or test it. Its package.json has
 * the version of the image, which each process says when it is ready.
 */
export async function layProduct(root: string, version: string, say: (line: string) => void): Promise<void> {
  const app = join(root, 'app');
  await buildWeb(ROOT, say);
  const tracked = execFileSync('git', ['ls-files', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
  });
  for (const file of tracked.split('\0').filter((one) => SHIPPED.test(one) && !LEFT_OUT.test(one))) {
    mkdirSync(dirname(join(app, file)), { recursive: true });
    cpSync(join(ROOT, file), join(app, file));
  }
  cpSync(join(ROOT, 'apps/web/dist'), join(app, 'apps/web/dist'), { recursive: true });
  const flags = [
    '--omit=dev',
    '--ignore-scripts',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
  ];
  execFileSync('npm', ['install', ...flags, ...WORKSPACES.flatMap((name) => ['-w', name])], {
    cwd: app,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const manifest = join(app, 'package.json');
  const described = JSON.parse(readFileSync(manifest, 'utf8')) as object;
  writeFileSync(manifest, `${JSON.stringify({ ...described, version }, undefined, 2)}\n`);
}
