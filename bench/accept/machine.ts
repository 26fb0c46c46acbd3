import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** Describes the machine that the figures were measured on. */
export function machine(): object {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    loadAverage: loadavg().map((value) => Number(value.toFixed(1))),
  };
}
