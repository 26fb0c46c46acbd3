import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { idOf } from '../accept/ids.ts';
import type { Stage } from '../accept/stage.ts';
import type { Round } from '../accept/summary.ts';
import { openConnection } from '../connection.ts';

/** Other users do not flood: so long they pause after each answer. */
const PAUSE_MS = 20;

/** The latency of each answer, and the number of answers with another status than the expected one. */
export interface Answers extends Round {
  readonly refused: number;
}

/** For so long, one asks how the server is, and another accepts payments: how long each answer took. */
export async function watchOthers(
  stage: Stage,
  seconds: number,
): Promise<{ readonly healthz: Answers; readonly accept: Answers }> {
  const { hostname, port, host } = new URL(stage.serverUrl);
  const [healthz, accept] = await Promise.all([
    askFor(seconds, hostname, Number(port), 200, () => `GET /healthz HTTP/1.1\r\nhost: ${host}\r\n\r\n`),
    askFor(seconds, hostname, Number(port), 202, () => {
      const number = stage.take(1);
      const body = `{"quoteId":"${idOf('quote', number)}","acceptKeyFacts":true}`;
      const token = stage.tokens[number % stage.tokens.length];
      return (
        `POST /api/v1/payments HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\nx-forwarded-for: 192.0.2.1\r\n` +
        `idempotency-key: ${randomUUID()}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
      );
    }),
  ]);
  return { healthz, accept };
}

async function askFor(
  seconds: number,
  host: string,
  port: number,
  status: number,
  request: () => string,
): Promise<Answers> {
  const connection = await openConnection(host, port);
  const latenciesMs: number[] = [];
  let refused = 0;
  const startedAt = performance.now();
  while (performance.now() - startedAt < seconds * 1000) {
    const sentAt = performance.now();
    const answer = await connection.exchange(request());
    latenciesMs.push(performance.now() - sentAt);
    if (!answer.startsWith(`HTTP/1.1 ${status}`)) refused += 1;
    await pause(PAUSE_MS);
  }
  const perSecond = (latenciesMs.length / (performance.now() - startedAt)) * 1000;
  return { payments: latenciesMs.length, perSecond, latenciesMs, refused };
}
