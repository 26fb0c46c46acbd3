import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A way between two machines that can be cut: what is sent while it is cut is dropped without an error. */
export interface Relay {
  readonly port: number;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

/** Opens a way to a port of this machine. */
export async function openRelay(target: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((inbound) => {
    const outbound = connect(target, HOST);
    for (const [socket, other] of [
      [inbound, outbound],
      [outbound, inbound],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.on('data', (chunk: Buffer) => {
        if (!isCut) other.write(chunk);
      });
      socket.once('end', () => {
        if (!isCut) other.end();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => void (isCut = true),
    mend() {
      isCut = false;
      // Parts of what was sent are lost, so no connection of before can go on.
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
