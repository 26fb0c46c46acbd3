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
  /** The file with a `c` for each copy that was begun where they fail, and a dot for each minute that passed. */
  readonly passed: string;
  /** The file with what the database was told of the newest copy. */
  readonly told: string;
  /** Runs backup.sh to its end, or until the receiver begins, or it refuses. Answers the code of an end of its own, and what it said. */
  run(...args: readonly string[]): Promise<{ readonly status: number | null; readonly said: string }>;
}

/** More than all that a disk has here. */
const ENOUGH_KB = 2 ** 40;
/** Those behind the first six copies that fail. */
const MINUTES = 61;

/**
 * A leader on a timeline, whose history has these places; `t` where it sends its log to the backup. A slow copy does not end by itself. Where
 * copies fail, a minute takes no time.
 */
function openSite({
  timeline = 1,
  history = '',
  receives = 't',
  isSlow = false,
  isTold = false,
  isHanging = false,
  isFailing = false,
  freeKb = ENOUGH_KB,
}): Site {
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [tools, backups] = [join(folder, 'tools'), join(folder, 'backups')];
  const place = (name: string) => join(folder, name);
  const [begun, copying, passed, told] = [place('begun'), place('copying'), place('passed'), place('told')];
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
      *base_copy_told*) echo "$PGOPTIONS $*" >>'${told}'${isHanging ? '; exec tail -f /dev/null' : ''} ;;
    esac`,
  );
  tool('pg_receivewal', `echo $$ >'${begun}'; exec tail -f /dev/null`);
  const part = `mkdir '${join(backups, 'part')}'`;
  tool('pg_basebackup', isSlow ? `${part}; echo $$ >'${copying}'; exec tail -f /dev/null` : part);
  tool('pg_archivecleanup', 'exit 1');
  tool('df', `echo 'disk 0 0 ${freeKb} 0% /'`);
  if (isFailing) {
    tool('pg_basebackup', `${part}; printf c >>'${passed}'; exit 1`);
    tool(
      'sleep',
      `[ "$1" = 60 ] || exit 0
      printf . >>'${passed}'
      [ "$(tr -d c <'${passed}' | wc -c)" -lt ${MINUTES} ] || exec tail -f /dev/null`,
    );
  }
  return {
    backups,
    copying,
    begun,
    passed,
    told,
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
      const isThere = () =>
        existsSync(begun) &&
        (!isTold || existsSync(told)) &&
        (!isSlow || existsSync(copying)) &&
        (!isFailing || minutesOf(passed) === MINUTES) &&
        (freeKb === ENOUGH_KB || said.includes('is full'));
      await poll(async () => child.exitCode !== null || said.includes('another database') || isThere());
      child.kill('SIGTERM');
      await ended;
      return { status: child.exitCode, said };
    },
  };
}

const minutesOf = (passed: string) =>
  existsSync(passed) ? readFileSync(passed, 'utf8').replaceAll('c', '').length : 0;

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

test('given copies that fail, each leaves nothing, and waits twice as long as the one before, up to half an hour', async () => {
  const site = openSite({ isFailing: true });
  await site.run();
  const waits = readFileSync(site.passed, 'utf8')
    .split('c')
    .map(({ length }) => length);
  expect(waits).toEqual([0, 1, 2, 4, 8, 16, 30]);
  expect(list(site, '.')).not.toContain('part');
});

test('given a disk without room for a copy as large as the newest, none is begun, and the backup says why', async () => {
  const site = openSite({ freeKb: 3 });
  const copy = keepCopy(site, 'base-20261128T000000Z', '0/1');
  writeFileSync(join(copy, 'data'), Buffer.alloc(8192));
  spawnSync('touch', ['-d', '25 hours ago', copy]);
  expect((await site.run()).said).toMatch(/backups is full: a copy needs \d+ kB, 3 are free/);
  expect(list(site, '.')).toEqual(['base-20261128T000000Z', 'left', 'log', 'system']);
});

test('given a lower KEEP on a full disk, when the backup begins, what is too old goes, and the newest copy stays', async () => {
  const site = openSite({ freeKb: 3 });
  const names = (days: readonly number[]) => days.map((day) => `base-202611${day}T000000Z`);
  for (const name of names([10, 11])) {
    const copy = keepCopy(site, name, '0/1');
    writeFileSync(join(copy, 'data'), Buffer.alloc(8192));
    spawnSync('touch', ['-d', '25 hours ago', copy]);
  }
  // Those of a timeline that the leader knows would come back.
  for (const name of names([12, 13, 14, 15, 16, 17, 18])) {
    const copy = keepCopy(site, join('left', name), '0/1');
    writeFileSync(join(copy, 'backup_label'), 'START TIMELINE: 9\n');
  }
  await site.run();
  expect([list(site, '.'), list(site, 'left')].flat().filter((name) => name.startsWith('base-'))).toEqual(
    names([11, 12, 13, 14, 15, 16, 17, 18]),
  );
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

test('given a base copy, when the backup runs, then it tells the database when that was made, and no follower is waited for', async () => {
  const site = openSite({ isTold: true });
  keepCopy(site, 'base-20261127T000000Z', '0/1');
  keepCopy(site, 'base-20261128T103000Z', '0/1');
  await site.run();
  const said = readFileSync(site.told, 'utf8');
  expect(said).toContain("nullif('20261128T103000Z', '')::timestamptz");
  expect(said).toContain('synchronous_commit=local');
});

test('given a database that never answers what it is told, when the backup is to stop, then it stops', async () => {
  const site = openSite({ isTold: true, isHanging: true });
  expect(await site.run()).toMatchObject({ status: 0 });
});

test('given no copy yet, the check of the backup is red', async () => {
  expect((await openSite({}).run('check')).status).toBe(1);
});
