import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildWeb } from './build-web.ts';
import { ROOT, say } from './run.ts';
import { type Service, startService } from './service.ts';

/** Where a demo runs, for pictures and measurements of the product with a past. */
export interface DemoPlace {
  readonly dataDir: string;
  readonly port: number;
  readonly sandboxPort: number;
  readonly sandboxSmtpPort: number;
  readonly people: number;
  readonly months: number;
}

/** The people who have a log-in of their own in every demo. */
export interface SignIn {
  readonly email: string;
  /** The secret of their authenticator app; only staff have one. */
  readonly secret: string | undefined;
}

/**
 * Fills a demo in an empty folder and starts the product on it, as people are told to do it by hand. The web is built beforehand: on a
 * busy machine that takes longer than a start may.
 */
export async function startDemo(place: DemoPlace): Promise<Service> {
  const { dataDir, port, sandboxPort, sandboxSmtpPort, people, months } = place;
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(sandboxSmtpPort),
    LOG_LEVEL: 'warn',
    // A call that is never answered is soon cut; one that is slow on a busy machine is waited for.
    SANDBOX_HOLD_MS: '5000',
  };
  const size = ['--people', String(people), '--months', String(months)];
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/demo.ts'), '--fill', ...size], {
    env,
    cwd: ROOT,
  });
  await buildWeb(ROOT, say);
  return startService({
    name: 'product',
    entry: join(ROOT, 'scripts/start.ts'),
    isWatched: false,
    env,
    isReady: () =>
      fetch(`http://localhost:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
  });
}

/** The log-in of an address, as the demo wrote it down. */
export function signInOf(dataDir: string, email: string): SignIn {
  const notes = readFileSync(join(dataDir, 'demo.txt'), 'utf8');
  const line = notes.split('\n').find((one) => one.trim().startsWith(`${email} `));
  if (line === undefined) throw new Error(`The demo knows no ${email}`);
  return { email, secret: /authenticator key (\S+)/.exec(line)?.[1] };
}
