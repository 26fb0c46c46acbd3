import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { platform } from 'node:os';

/**
 * Counts, for each given process and each of its descendants, the sockets it holds towards a port of this machine. Sockets that
 * are being opened count. Undefined where the system does not say: everywhere but on Linux. Source: proc(5).
 */
export function socketsTowards(port: number, ancestors: readonly number[]): Map<number, number> | undefined {
  if (platform() !== 'linux') return undefined;
  const inodes = inodesTowards(port);
  return new Map(withDescendants(ancestors).map((pid) => [pid, countOf(pid, inodes)]));
}

function inodesTowards(port: number): Set<string> {
  const remote = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const found = new Set<string>();
  for (const file of ['/proc/net/tcp', '/proc/net/tcp6'])
    for (const line of read(file).split('\n').slice(1)) {
      const fields = line.trim().split(/\s+/);
      if (fields[2]?.endsWith(remote)) found.add(`socket:[${fields[9]}]`);
    }
  return found;
}

function withDescendants(ancestors: readonly number[]): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const stat = read(`/proc/${name}/stat`);
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (parent > 0) parents.set(Number(name), parent);
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (ancestors.includes(parent) || isBelow(parent));
  };
  return [...ancestors, ...[...parents.keys()].filter(isBelow)];
}

function countOf(pid: number, inodes: ReadonlySet<string>): number {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).filter((fd) => inodes.has(linkOf(`${folder}/${fd}`))).length;
  } catch {
    // It has ended.
    return 0;
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
