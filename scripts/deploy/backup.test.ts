import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { poll } from '@mohlat/platform/waiting.testing.ts';
import { expect, onTestFinished, test } from 'vitest';
import { DEPLOY } from './services.ts';

// The programs that talk to the leader are not among the packages: these say what PostgreSQL said in the rehearsals.

interface Site {
  readonly backups: string;
  /** The file in which a copy that takes long has written its process. */
  readonly copying: string;
  /** The file in which the receiver has written its process. */
  readonly begun: string;
  /** Runs backup.sh to its end, or until the receiver begins, or it refuses. Answers the code of an end of its own, and what it said. */
  run(...args: readonly string[]): Promise<{ readonly status: number | null; readonly said: string }>;
}

/** A leader on a timeline, whose history has these places; `t` where it sends its log to the backup. A slow copy does not end by itself. */
function openSite({ timeline = 1, history = '', receives = 't', isSlow = false }): Site {
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [tools, backups] = [join(folder, 'tools'), join(folder, 'backups')];
  const [begun, copying] = [join(folder, 'begun'), join(folder, 'copying')];
  for (const made of [tools, join(backups, 'log'), join(backups, 'left')])
    mkdirSync(made, { recursive: true });
  writeFileSync(join(folder, 'postgres_replicator'), 'chosen');
  const tool = (name: string, text: string) =>
    writeFileSync(join(tools, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  tool(
    'psql',
    `case "$*" in
      *IDENTIFY_SYSTEM*) echo '7|${timeline}|0/1|' ;;
      *'TIMELINE_HISTORY ${timeline}') printf '%08X.history|${history}\\n' ${timeline} ;;
      *pg_replication_slots*) echo ${receives} ;;
    esac`,
  );
  tool('pg_receivewal', `echo $$ >'${begun}'; exec sleep 600`);
  const part = `mkdir '${join(backups, 'part')}'`;
  tool('pg_basebackup', isSlow ? `${part}; echo $$ >'${copying}'; exec sleep 600` : part);
  tool('pg_archivecleanup', 'exit 1');
  return {
    backups,
    copying,
    begun,
    async run(...args) {
      const child = spawn('sh', [join(DEPLOY, 'backup.sh'), ...args], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          PATH: `${tools}:${process.env.PATH}`,
          BACKUPS: backups,
          KEEP: '7',
          LEADER_HOST: 'leader',
          LEADER_PORT: '1',
          SECRETS: folder,
        },
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
      const ended = once(child, 'exit');
      await poll(
        async () =>
          child.exitCode !== null ||
          (existsSync(begun) && (!isSlow || existsSync(copying))) ||
          said.includes('another database'),
      );
      child.kill('SIGTERM');
      await ended;
      return { status: child.exitCode, said };
    },
  };
}

function keep({ backups }: Site, ...names: readonly string[]): void {
  for (const name of names) writeFileSync(join(backups, name), '');
}

function keepCopy({ backups }: Site, name: string, end: string): string {
  const copy = join(backups, name);
  mkdirSync(copy);
  writeFileSync(join(copy, 'backup_label'), 'START TIMELINE: 1\n');
  writeFileSync(
    join(copy, 'backup_manifest'),
    `{ "Timeline": 1, "Start-LSN": "0/1", "End-LSN": "${end}" }\n`,
  );
  return copy;
}

const processIn = (file: string) => Number(readFileSync(file, 'utf8'));

const list = ({ backups }: Site, folder: string) => readdirSync(join(backups, folder)).toSorted();

test('given a leader that went back, when the backup begins, what came later is set aside', async () => {
  const site = openSite({ timeline: 2, history: '1\\t0/5000100\\tbefore' });
  keep(
    site,
    'log/000000010000000000000004',
    'log/000000010000000000000005',
    'log/000000010000000000000006.partial',
  );
  keepCopy(site, 'base-20261128T000000Z', '0/4000100');
  keepCopy(site, 'base-20261129T000000Z', '0/5000200');
  await site.run();
  expect(list(site, 'log')).toEqual(['000000010000000000000004', '00000002.history']);
  expect(list(site, 'left')).toEqual([
    '000000010000000000000005',
    '000000010000000000000006.partial',
    'base-20261129T000000Z',
  ]);
  expect(list(site, '.')).toContain('base-20261128T000000Z');
});

test('given a leader that has again what was set aside, when the backup begins, that comes back', async () => {
  const site = openSite({ timeline: 3, history: '1\\t0/6000100\\tat the end' });
  keep(site, 'log/000000010000000000000004', 'log/000000020000000000000005');
  keep(site, 'left/000000010000000000000005', 'left/000000010000000000000006.partial');
  await site.run();
  expect(list(site, 'log')).toEqual([
    '000000010000000000000004',
    '000000010000000000000005',
    '000000010000000000000006.partial',
    '00000003.history',
  ]);
  expect(list(site, 'left')).toEqual(['000000020000000000000005']);
});

test('given a timeline left where a file of the log ends, the receiver begins on the next', async () => {
  const site = openSite({ timeline: 2, history: '1\\t1/0\\tat the end' });
  keep(site, 'log/0000000100000000000000FF');
  await site.run();
  expect(list(site, 'log')).toEqual([
    '0000000100000000000000FF',
    '00000002.history',
    '000000020000000100000000.partial',
  ]);
});

test('given a leader on the timeline of the log, when the backup begins, nothing moves', async () => {
  const site = openSite({});
  keep(site, 'log/000000010000000000000004', 'log/000000010000000000000005.partial');
  await site.run();
  expect(list(site, 'log')).toHaveLength(2);
  expect(list(site, 'left')).toEqual([]);
});

test('given a leader that is another database, the backup keeps what it has, and neither copies nor receives', async () => {
  const site = openSite({});
  keep(site, 'system', 'log/000000020000000000000004');
  writeFileSync(join(site.backups, 'system'), '6\n');
  expect((await site.run()).said).toContain('another database');
  expect(list(site, '.')).toEqual(['left', 'log', 'system']);
  expect(list(site, 'log')).toEqual(['000000020000000000000004']);
});

test('given a base copy under way, when the backup is stopped, copy and receiver end before it does', async () => {
  const site = openSite({ isSlow: true });
  await site.run();
  for (const file of [site.copying, site.begun])
    expect(() => process.kill(processIn(file), 0)).toThrow('ESRCH');
  expect(list(site, '.').filter((name) => name.startsWith('base-'))).toEqual([]);
});

test('given a file of the log that a full disk cut off, when the backup begins, the receiver finds it whole', async () => {
  const site = openSite({});
  const [cut, empty] = ['log/000000010000000000000005.partial', 'log/000000010000000000000006.partial'];
  keep(site, 'log/000000010000000000000004', cut, empty);
  writeFileSync(join(site.backups, cut), 'written before the disk was full');
  await site.run();
  expect([cut, empty].map((name) => statSync(join(site.backups, name)).size)).toEqual([16_777_216, 0]);
  expect(readFileSync(join(site.backups, cut), 'utf8')).toContain('written before the disk was full');
});

test.each([
  ['a copy of a day and a log that is received', 24, 't', 0],
  ['a copy older than 25 hours', 26, 't', 1],
  ['a log that nobody receives', 1, 'f', 1],
])('given %s, the check of the backup says so', async (_what, hours, receives, status) => {
  const site = openSite({ receives });
  spawnSync('touch', ['-d', `${hours} hours ago`, keepCopy(site, 'base-20261128T000000Z', '0/1')]);
  expect(await site.run('check')).toEqual({
    status,
    said: `newest base copy: base-20261128T000000Z; the log is received: ${receives}\n`,
  });
});

test('given no copy yet, the check of the backup is red', async () => {
  expect((await openSite({}).run('check')).status).toBe(1);
});
