import { existsSync, readdirSync, readFileSync } from 'node:fs';

export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly residentKb: number;
}

/** Samples the memory of this process and all its descendants each second, until it is asked for the peak. */
export function watchMemory(): { peak(): string } {
  if (!existsSync('/proc/self/status')) {
    return { peak: () => 'peak of memory: not measured, for this system has no /proc' };
  }
  let peakKb = 0;
  const sample = () => {
    peakKb = Math.max(peakKb, treeKb(listProcesses(), process.pid));
  };
  const timer = setInterval(sample, 1000);
  timer.unref();
  return {
    peak() {
      clearInterval(timer);
      sample();
      return `peak of memory: ${Math.round(peakKb / 1024)} MB resident in all processes, shared pages counted in each`;
    },
  };
}

/** The resident memory of a process and all below it. */
export function treeKb(processes: readonly Process[], root: number): number {
  const tree = new Set([root]);
  // A child may be listed before its parent: look again until nothing is added.
  for (let size = 0; size !== tree.size;) {
    size = tree.size;
    for (const { pid, parent } of processes) if (tree.has(parent)) tree.add(pid);
  }
  return processes.filter(({ pid }) => tree.has(pid)).reduce((sum, { residentKb }) => sum + residentKb, 0);
}

function listProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        return [{ pid: Number(name), parent: field(status, 'PPid'), residentKb: field(status, 'VmRSS') }];
      } catch {
        // The process ended between the listing and the reading.
        return [];
      }
    });
}

function field(status: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
}
