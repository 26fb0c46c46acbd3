import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machine } from './accept/machine.ts';
import { median } from './accept/summary.ts';
import { end, startProgram } from './programs.ts';
import { freePort } from '../scripts/free-port.ts';

/** From `npm start`, without npm itself, to the first answer: once with a new folder of data, then again with what it left. */
export async function runStartBench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { rounds: { type: 'string', default: '5' } },
  });
  const dataDir = mkdtempSync(join(tmpdir(), 'mohlat-bench-'));
  const [port, sandboxPort, smtpPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
  };
  const started = async () => {
    const begunAt = performance.now();
    const product = await startProgram('scripts/start.ts', [], env, `http://127.0.0.1:${port}/readyz`);
    const seconds = (performance.now() - begunAt) / 1000;
    await end(product);
    return seconds;
  };
  try {
    say(JSON.stringify(machine()));
    say(`first start  ${(await started()).toFixed(1)} s`);
    const warm: number[] = [];
    while (warm.length < Number(values.rounds)) warm.push(await started());
    const list = warm.map((seconds) => seconds.toFixed(1)).join(', ');
    say(`warm start   ${median(warm).toFixed(1)} s (${list})`);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
