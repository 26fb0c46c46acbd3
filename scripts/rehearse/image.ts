import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { remoteControl } from '../../apps/server/test/control.ts';
import { PROCESS, unpackLayout } from '../image/layout.ts';
import { USER } from '../image/system.ts';
import { makeLogins } from '../logins.ts';
import { ROOT } from '../run.ts';
import { type Installation, ownDatabase } from './installation.ts';
import { freePort } from '../free-port.ts';
import { closesWithProcess } from './leaving.ts';
import { startPaying } from './payers.ts';
import { findProgram, type Running, startProgram } from './programs.ts';
import { proveCleanBooks, proveTruth, settleAll } from './proof.ts';
import { type Check, pause, type Rehearsal, report } from './rehearsal.ts';

const READY_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 100;
/** Programs that an intruder would look for. */
const UNWANTED = ['sh', 'bash', 'dash', 'perl', 'python3', 'gcc', 'cc', 'npm', 'apt-get', 'dpkg', 'curl'];
const PLACES = ['bin', 'sbin', 'usr/bin', 'usr/sbin', 'usr/local/bin'];

/** The image, built, unpacked into an empty folder, and started there as a container engine would: one bill is paid in it. */
export const image: Rehearsal<'people'> = {
  about:
    'the image is built and started from an empty root, without a registry, and bills are paid in it (as root, on Debian)',
  options: { people: { meaning: 'who pay one bill after the other', fallback: 1 } },
  async run({ people }, say) {
    if (process.getuid?.() !== 0)
      throw new Error('only root may start from another root: sudo npm run rehearse -- image');
    const work = mkdtempSync(join(tmpdir(), 'mohlat-container-'));
    const [layout, root] = [join(work, 'image'), join(work, 'root')];
    mkdirSync(root);
    const database = await ownDatabase(join(work, 'database'), true);
    const running: Running[] = [];
    const close = closesWithProcess(async () => {
      await Promise.all(running.map((one) => one.kill()));
      await database.discard();
      rmSync(work, { recursive: true, force: true });
    });
    try {
      say('Building the image…');
      execFileSync(process.execPath, [join(ROOT, 'scripts/image.ts'), '--out', layout], { stdio: 'ignore' });
      unpackLayout(layout, root);
      const logins = await makeLogins(database.url, ROOT, work);
      const stage = await start(root, database, logins, running);
      say(`It answers at ${stage.url}.`);
      const load = await startPaying(stage, people);
      await load.untilServed();
      const promised = await load.stop();
      const rows = await settleAll(stage);
      const checks = [
        looked(root, layout, running),
        saidVersion(layout, stage.version),
        ...(await proveTruth(stage, promised, rows)),
        await proveCleanBooks(stage),
      ];
      return report([...checks, await stopped(running)], say);
    } catch (error) {
      for (const one of running) say(one.output());
      throw error;
    } finally {
      await close();
    }
  },
};

/** Takes the step before the processes, then starts the sandbox, a worker and an API, each with what the image says and a role. */
async function start(
  root: string,
  database: Awaited<ReturnType<typeof ownDatabase>>,
  logins: Readonly<Record<string, string>>,
  running: Running[],
): Promise<Installation & { readonly version: string }> {
  const [port, sandboxPort, smtpPort] = [await freePort(), await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const step = contain(root, PROCESS.step, { ...PROCESS.env, DATABASE_URL: database.url });
  if ((await step.ended) !== 0) throw new Error(step.output());
  const env = {
    ...PROCESS.env,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    ...logins,
    PORT: String(port),
    PUBLIC_URL: 'http://localhost:3000',
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    SANDBOX_DB: '/data/sandbox.sqlite',
    SANDBOX_WEBHOOK_TARGET: `${url}/api/v1/webhooks`,
  };
  running.push(contain(root, ['apps/sandbox/src/main.ts'], env));
  await untilAnswers(`${sandboxUrl}/control/clock`);
  running.push(contain(root, PROCESS.command, { ...env, ROLE: 'api' }));
  await untilAnswers(`${url}/readyz`);
  const worker = contain(root, PROCESS.command, { ...env, ROLE: 'worker', LOG_LEVEL: 'info' });
  running.push(worker);
  return {
    version: await untilReady(worker),
    url,
    sandboxUrl,
    databaseUrl: database.url,
    databasePort: database.port,
    sql: database.sql,
    ends: [],
    pids: () => running.map(({ pid }) => pid),
    ...remoteControl(sandboxUrl),
    stopDatabase: () => database.stop(),
    startDatabase: () => database.start(),
    close: () => Promise.resolve(),
  };
}

/** Runs a command of the image under its own root and account, with the `/proc` that an engine brings. */
function contain(root: string, command: readonly string[], env: NodeJS.ProcessEnv): Running {
  const inside = [...PROCESS.entry, ...command.map((path) => join(PROCESS.folder, path))];
  const script = 'mount -t proc proc "$0/proc" && exec chroot --userspec="$1" "$0" "${@:2}"';
  const bash = findProgram('bash', 'bash');
  return startProgram(
    findProgram('unshare', 'util-linux'),
    ['--mount', bash, '-c', script, root, `${USER}:${USER}`, ...inside],
    {
      env: { ...env, PATH: `${process.env.PATH}:/usr/sbin` },
      isAlone: true,
    },
  );
}

/** Waits for the line of the log that says that a process is ready. Answers the version in it. */
async function untilReady(running: Running): Promise<string> {
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until) {
    const line = running
      .output()
      .split('\n')
      .find((one) => one.includes('"msg":"ready"') && one.endsWith('}'));
    if (line !== undefined) return (JSON.parse(line) as { version: string }).version;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error('the worker was not ready in time');
}

async function untilAnswers(url: string): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until) {
    const isGood = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isGood) return;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error(`${url} did not answer in time`);
}

function looked(root: string, layout: string, running: readonly Running[]): Check {
  const users = running.map(
    ({ pid }) => /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1],
  );
  const unwanted = UNWANTED.filter((name) => PLACES.some((place) => existsSync(join(root, place, name))));
  const size = execFileSync('du', ['-sm', layout], { encoding: 'utf8' }).split('\t')[0];
  return {
    what: 'small, nobody of power, and nothing to work with inside',
    figure: `${size} MiB compressed, account ${[...new Set(users)].join(', ')}, ${unwanted.join(', ') || 'no shell, compiler or package manager'}`,
    isGood: users.every((one) => one === String(USER)) && unwanted.length === 0,
  };
}

function saidVersion(layout: string, said: string): Check {
  const index = JSON.parse(readFileSync(join(layout, 'index.json'), 'utf8')) as {
    manifests: { annotations: Record<string, string> }[];
  };
  const version = index.manifests[0]?.annotations['org.opencontainers.image.ref.name'];
  return {
    what: 'a process says the version by which engines find the image',
    figure: `${said}, found by ${version}`,
    isGood: said === version,
  };
}

/** Each is stopped as an engine does. */
async function stopped(running: Running[]): Promise<Check> {
  const from = performance.now();
  const codes = await Promise.all(running.map((one) => one.stop()));
  running.length = 0;
  return {
    what: 'every process stopped by itself at SIGTERM',
    figure: `exit codes ${codes.join(', ')}, ${((performance.now() - from) / 1000).toFixed(1)} s`,
    isGood: codes.every((code) => code === 0),
  };
}
