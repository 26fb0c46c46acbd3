// CPU time of processes, as the system counts it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const TICK_MS = 10;

/** CPU time a process has used; zero where the system does not tell (it does on Linux). */
export function cpuMsOf(pid: number): number {
  const { own } = readStat(pid);
  return own;
}

/** CPU time of a process, of its children that live, and of those that ended. */
export function familyCpuMs(pid: number): number {
  if (pid === 0) return 0;
  const { own, ended } = readStat(pid);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter(({ parent }) => parent === pid);
  return children.reduce((sum, child) => sum + child.own, own + ended);
}

export function parentOf(pid: number): number {
  return readStat(pid).parent;
}

function readStat(pid: number): { parent: number; own: number; ended: number } {
  const none = { parent: 0, own: 0, ended: 0 };
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return none;
  try {
    // After the name in brackets come the state (field 3), the parent (4), and the ticks of user and system (14 to 17).
    const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? [];
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return {
      parent: fields[1] ?? 0,
      own: (user + system) * TICK_MS,
      ended: (endedUser + endedSystem) * TICK_MS,
    };
  } catch {
    // It ended between the look and the reading.
    return none;
  }
}
