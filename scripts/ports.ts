import { isFree } from './free-port.ts';

/** The port may be free soon: a product whose starter was killed first finishes what is under way. */
const LOOKS = 25;
const LOOK_EVERY_MS = 200;

/**
 * Refuses a port that cannot serve, with what to do: another program listens there, or browsers will not go there.
 * `name` is the environment variable that chooses it.
 */
export async function checkPort(name: string, port: number): Promise<void> {
  if (await isForbidden(port)) throw new Error(`Browsers refuse port ${port}: choose another with ${name}.`);
  if (!(await becomesFree(port)))
    throw new Error(`Port ${port} is in use: stop what runs there, or choose another with ${name}.`);
}

/** Some ports belong to old protocols, and no browser opens them. */
async function isForbidden(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(500) });
    return false;
  } catch (error) {
    return /bad port/.test(String((error as { cause?: unknown }).cause));
  }
}

async function becomesFree(port: number): Promise<boolean> {
  for (let looks = 1; looks < LOOKS; looks += 1) {
    if (await isFree(port)) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return isFree(port);
}

const EVERYWHERE = ['', '0.0.0.0', '::'];

/** The host under which this machine reaches a server that listens on `host`; by itself where it listens on all addresses. */
export function reachable(host: string | undefined): string {
  if (host === undefined || EVERYWHERE.includes(host)) return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
