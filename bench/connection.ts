import { connect, type Socket } from 'node:net';

/**
 * One kept-alive connection. A plain socket, not a client library: the load shares the machine with what it measures, and
 * should take as little of it as pgbench does.
 */
export interface Connection {
  /** One request and its whole answer as it came, head and body. Rejects when the server closes, or has closed, the connection. */
  exchange(request: string): Promise<string>;
  close(): void;
}

export function openConnection(host: string, port: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(connectionOn(socket)));
    socket.once('error', reject);
  });
}

const LENGTH = /\r\ncontent-length: (\d+)\r\n/i;

function connectionOn(socket: Socket): Connection {
  let received = '';
  let settle: { resolve: (answer: string) => void; reject: (error: Error) => void } | undefined;
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    received += chunk;
    const headEnd = received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const length = Number(LENGTH.exec(received)?.[1]);
    if (received.length < headEnd + 4 + length) return;
    const answer = received;
    received = '';
    settle?.resolve(answer);
  });
  const closed = () => new Error('the server closed a connection');
  socket.on('close', () => settle?.reject(closed()));
  return {
    exchange: (request) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) reject(closed());
        settle = { resolve, reject };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}
