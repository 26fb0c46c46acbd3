import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

it('starts as a process of its own, says where it listens, and stops cleanly when asked', async () => {
  const dbPath = path.join(mkdtempSync(path.join(tmpdir(), 'sandbox-')), 'books.sqlite');
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0', SANDBOX_DB: dbPath },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line.toString())?.[0];
  const answer = await fetch(`${url}/control/clock`);
  expect(await answer.json()).toMatchObject({ offsetMs: 0 });
  for (const file of [dbPath, `${dbPath}-wal`]) expect(statSync(file).mode & 0o777).toBe(0o600);
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
});
