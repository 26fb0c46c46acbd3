import type { FastifyReply } from 'fastify';

export type Holds = {
  /** Leaves the caller without an answer: until it hangs up, or the limit passes and the socket is cut. */
  hold(reply: FastifyReply): Promise<void>;
  close(): void;
};

/** Sockets that are kept open in silence. */
export function createHolds(
  limitMs: number,
  onSilence: (path: string, body: unknown) => void = () => {},
): Holds {
  const open = new Set<() => void>();
  return {
    hold(reply) {
      reply.hijack();
      const socket = reply.raw.socket;
      return new Promise((resolve) => {
        const finish = () => {
          clearTimeout(limit);
          open.delete(finish);
          socket?.destroy();
          resolve();
        };
        const limit = setTimeout(finish, limitMs);
        open.add(finish);
        if (!socket || socket.destroyed) return finish();
        socket.once('close', finish);
        onSilence(reply.request.url, reply.request.body);
      });
    },
    close() {
      for (const finish of open) finish();
    },
  };
}
