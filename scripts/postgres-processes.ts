import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { platform } from 'node:os';
import { basename } from 'node:path';

/** The number may have gone to another program since: that one is not ours to speak to or to stop. */
export function isPostgres(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return false;
  if (platform() === 'win32') {
    const { stdout } = spawnSync('tasklist', ['/FI', `PID eq ${pid}`, '/NH'], { encoding: 'utf8' });
    return /^postgres\.exe/im.test(stdout ?? '');
  }
  if (platform() === 'linux') return statusOf(pid)?.name === 'postgres';
  const { stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' });
  return basename((stdout ?? '').trim()) === 'postgres';
}

/** Whether a process leads the database in this folder. Another database's may have got the number of a dead one. */
export function leads(pid: number, data: string): boolean {
  return isPostgres(pid) && (platform() !== 'linux' || folderOf(pid) === realpathSync(data));
}

/**
 * The processes that work in a database's folder without a leader: they hold its shared memory, and no new leader
 * starts beside them. Empty where the system does not say, as elsewhere than on Linux.
 */
export function orphansIn(data: string): number[] {
  if (platform() !== 'linux') return [];
  const folder = realpathSync(data);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isPostgres(pid) && folderOf(pid) === folder);
}

export function isAlive(pid: number): boolean {
  if (platform() === 'linux') return statusOf(pid) !== undefined;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}

/** Tells a process from an earlier one of the same number; empty where the system does not say. */
export function birthOf(pid: number): string {
  return statusOf(pid)?.bornAt ?? '';
}

/**
 * Name and time of birth (in ticks since the machine's start) of a process, from Linux's own list; undefined when there is none. One
 * that has ended and is not yet fetched by its parent (a zombie) is none. Source: proc(5).
 */
function statusOf(pid: number): { readonly name: string; readonly bornAt: string } | undefined {
  if (platform() !== 'linux') return undefined;
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const name = line.slice(line.indexOf('(') + 1, line.lastIndexOf(')'));
    const [state = '', ...fields] = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return /[ZX]/.test(state) ? undefined : { name, bornAt: fields[18] ?? '' };
  } catch {
    return undefined;
  }
}

/** Every process of a database works in the database's folder. */
function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
