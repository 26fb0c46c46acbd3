import { createServer } from 'node:net';

/**
 * Refuses a port that cannot serve, with what to do: somebody else listens there, or browsers will not go there.
 * `name` is the environment variable that chooses it.
 */
export async function checkPort(name: string, port: number): Promise<void> {
  if (await isForbidden(port)) throw new Error(`Browsers refuse port ${port}: choose another with ${name}.`);
  if (!(await isFree(port)))
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

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
