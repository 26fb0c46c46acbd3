import { connect, createServer, type Socket } from 'node:net';

/** A way to the database that can be disturbed. */
export interface Relay {
  readonly url: string;
  /** Connections stay, and nothing passes any more. */
  fallSilent(): void;
  /** Breaks every connection; new ones pass. */
  cut(): void;
  close(): void;
}

export async function openRelay(url: string): Promise<Relay> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const relay = createServer((near) => {
    sockets.add(near);
    near.on('error', () => {});
    if (isSilent) return;
    const far = connect(Number(target.port), target.hostname);
    sockets.add(far);
    far.on('error', () => {});
    near.on('data', (chunk) => isSilent || far.write(chunk));
    far.on('data', (chunk) => isSilent || near.write(chunk));
    near.on('close', () => far.destroy());
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  through.port = String((relay.address() as { port: number }).port);
  return {
    url: through.href,
    fallSilent: () => {
      isSilent = true;
    },
    cut,
    close: () => {
      cut();
      relay.close();
    },
  };
}
