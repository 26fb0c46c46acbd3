import { spawn } from 'node:child_process';
import type { Finding } from './finding.ts';

/** Files that programs write are what those programs would write now. */
export async function findStaleFiles(): Promise<readonly Finding[]> {
  const status = await run(['scripts/db-types.ts', '--verify']);
  if (status === 0) return [];
  return [
    {
      at: 'apps/server/src/platform/db/types.gen.ts',
      what: 'is not what the migrations make',
      mend: 'Run `npm run db:types` and commit.',
    },
  ];
}

function run(args: readonly string[]): Promise<number | null> {
  return new Promise((resolve) => {
    spawn(process.execPath, [...args], { stdio: 'ignore' }).once('exit', resolve);
  });
}
