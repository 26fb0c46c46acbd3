// `npm start`: the whole product on this machine. `--dev`: the same, reloading on change.
import { join, resolve } from 'node:path';
import { buildWeb } from './build-web.ts';
import { readCommandLine } from './command-line.ts';
import { keepPostgres } from './keep-postgres.ts';
import { makeLogins } from './logins.ts';
import { checkPort, reachable } from './ports.ts';
import { makeDataDir } from './postgres-place.ts';
import { type Service, startService } from './service.ts';

const root = resolve(import.meta.dirname, '..');
const { values } = readCommandLine(import.meta.filename, {
  options: { dev: { type: 'boolean', default: false } },
});
const isDev = values.dev;
const env = { ...process.env };
const port = Number(env.PORT || 3000);
const sandboxPort = Number(env.SANDBOX_PORT || 3100);
const dataDir = resolve(env.DATA_DIR || join(root, '.data'));
const isSandboxOn = env.SANDBOX !== 'off';
/** While developing, the bundler stands in front and the server behind it. */
const serverPort = isDev ? port + 1 : port;
const serverUrl = `http://${reachable(env.HOST)}:${serverPort}`;
const sandboxClock = `http://127.0.0.1:${sandboxPort}/control/clock`;
const stops: (() => Promise<void>)[] = [];

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A worker or a second API joins a product that runs already; everything else brings its own sandbox. */
const joins = env.ROLE !== undefined && env.ROLE !== 'all';

async function start(): Promise<void> {
  if (env.ROLE !== 'worker') await checkPort('PORT', port);
  const isSandboxThere = joins && (await answers(sandboxClock));
  if (isSandboxOn && !isSandboxThere) await checkPort('SANDBOX_PORT', sandboxPort);
  makeDataDir(dataDir);
  env.DATA_DIR = dataDir;
  // A program that was started before is not compiled again.
  env.NODE_COMPILE_CACHE ??= join(dataDir, 'compiled');
  env.PORT = String(serverPort);
  env.PUBLIC_URL ||= `http://localhost:${port}`;
  // It needs no database, and comes up beside it.
  const sandboxUp = isSandboxOn && !isSandboxThere ? run(sandbox()) : Promise.resolve();
  // A failure is handled where it is waited for; without this it would count as unhandled until then.
  sandboxUp.catch(() => {});
  if (env.DATABASE_URL === undefined && env.DATABASE_URL_FILE === undefined) {
    say('Starting PostgreSQL…');
    const postgres = await keepPostgres({ dataDir, isDurable: true }, say);
    stops.push(postgres.stop);
    env.DATABASE_URL = postgres.url;
    Object.assign(env, await makeLogins(postgres.url, root, dataDir));
  }
  if (!isDev) await buildWeb(root, say);
  // No load balancer stands before a server that reloads.
  if (isDev) env.SHUTDOWN_WAIT_SECONDS ??= '0';
  await sandboxUp;
  await run(server());
  if (isDev) await run(bundler());
  say('');
  say(`  Mohlat       http://localhost:${port}`);
  if (isSandboxOn) say(`  The sandbox  http://localhost:${sandboxPort}   (inbox, rails, clock)`);
  say('');
  say('  Ctrl-C stops everything.');
}

/** Keeps a service's stop from the moment it is begun, so that Ctrl-C while it starts stops it too. */
async function run(service: Service): Promise<void> {
  stops.push(() => service.stop());
  await service.ready;
}

function sandbox(): Service {
  return startService({
    name: 'sandbox',
    entry: join(root, 'apps/sandbox/src/main.ts'),
    isWatched: isDev,
    env: {
      ...env,
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_DB: env.SANDBOX_DB ?? join(dataDir, 'sandbox.sqlite'),
      SANDBOX_WEBHOOK_TARGET: env.SANDBOX_WEBHOOK_TARGET ?? `${serverUrl}/api/v1/webhooks`,
    },
    isReady: () => answers(sandboxClock),
  });
}

function server(): Service {
  return startService({
    name: 'server',
    entry: join(root, 'apps/server/src/main.ts'),
    isWatched: isDev,
    env,
    isReady: () => (env.ROLE === 'worker' ? Promise.resolve(true) : answers(`${serverUrl}/readyz`)),
  });
}

function bundler(): Service {
  return startService({
    name: 'bundler',
    entry: join(root, 'node_modules/vite/bin/vite.js'),
    args: ['--port', String(port), '--strictPort', '--logLevel', 'warn'],
    cwd: join(root, 'apps/web'),
    isWatched: false,
    env: { ...env, MOHLAT_API: serverUrl },
    isReady: () => answers(`http://localhost:${port}/first-paint.js`),
  });
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

let isStopping = false;
async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  for (const end of stops.toReversed()) await end();
  process.exit(code);
}

process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  void stop(1);
});
