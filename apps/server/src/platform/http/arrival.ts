import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A body of some megabytes, on a line that may be slow: it has time for as long as it moves on. */
    readonly isUpload?: true;
  }
}

/** An upload brings so many bytes a second at least, on the average of the time that another body has for the whole: 64 kbit/s. */
const RATE_MIN = 8 * 1024;
/** An upload of 25 MB at that rate takes 53 minutes: what is under way longer is none. */
export const WHOLE_MS = 3_600_000;

interface Arrival {
  isUpload: boolean;
}

/**
 * Bounds the time in which a body arrives: `ms` milliseconds for the whole of it, and of an upload for each `ms * RATE_MIN` of its bytes.
 * While the server itself does not read on, because an upload waits for its turn, its sender is not late. A late one is told
 * request_timeout, and its connection ends. Headers and a request that never ends at all are left to the bounds of Node.
 */
export function boundArrival(app: FastifyInstance, ms: number): void {
  const arrivals = new WeakMap<IncomingMessage, Arrival>();
  app.server.prependListener('request', (request: IncomingMessage) => {
    const { headers, socket } = request;
    if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) return;
    const arrival: Arrival = { isUpload: false };
    arrivals.set(request, arrival);
    let seenBytes = socket.bytesRead;
    const look = (): void => {
      if (request.complete || socket.destroyed) return;
      const moved = socket.bytesRead - seenBytes;
      const isOnTime = arrival.isUpload && (socket.isPaused() || moved >= (RATE_MIN * ms) / 1000);
      if (!isOnTime) {
        const late = Object.assign(new Error('the body is late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
        app.server.emit('clientError', late, socket);
        return;
      }
      seenBytes = socket.bytesRead;
      timer = setTimeout(look, ms);
    };
    let timer = setTimeout(look, ms);
    const stop = () => clearTimeout(timer);
    request.once('end', stop);
    socket.once('close', stop);
    request.once('close', () => {
      if (request.complete) socket.off('close', stop);
    });
  });
  app.addHook('onRequest', (request, _, done) => {
    const arrival = arrivals.get(request.raw);
    if (arrival && request.routeOptions.config.isUpload) arrival.isUpload = true;
    done();
  });
}
