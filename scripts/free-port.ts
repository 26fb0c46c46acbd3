import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const PORTS = [15_000, 32_000] as const;

/**
 * A free port of the loopback address. It is below those that systems give to outgoing connections (from 32768 on Linux, 49152 elsewhere):
 * one of these might take it before the program that it is meant for has started.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    if (await isFree(port)) return port;
  }
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
