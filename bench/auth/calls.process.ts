// Calls a server over kept-alive connections, one request at a time on each; everybody's calls go over one of them.
import { answerAsked } from '../asking.ts';
import { type Connection, openConnection } from '../connection.ts';
import type { Go, Kind, Pace, Person, Start } from './calls.ts';

interface Client {
  readonly connection: Connection;
  /** Their refresh tokens change with every refresh. */
  readonly people: { person: Person }[];
  next: number;
}

let start: Start | undefined;
let clients: readonly Client[] = [];

answerAsked(handle);

async function handle(message: Start | Go): Promise<object> {
  if ('kind' in message) return load(message);
  start = message;
  const { hostname, port } = new URL(message.url);
  clients = await Promise.all(
    Array.from({ length: message.clients }, async (_, client) => ({
      connection: await openConnection(hostname, Number(port)),
      people: message.people
        .filter((_person, index) => index % message.clients === client)
        .map((person) => ({ person })),
      next: 0,
    })),
  );
  return {};
}

async function load({ kind, calls }: Go): Promise<Pace> {
  const latenciesMs: number[] = [];
  let left = calls;
  const startedAt = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      while (left > 0) {
        left -= 1;
        const holder = client.people[client.next++ % client.people.length]!;
        const request = requestOf(kind, holder.person);
        const sentAt = performance.now();
        const answer = await client.connection.exchange(request);
        latenciesMs.push(performance.now() - sentAt);
        if (!answer.startsWith('HTTP/1.1 200')) throw new Error(`${kind}: ${answer}`);
        const refreshToken = /"refresh_token":"([^"]+)"/.exec(answer)?.[1];
        if (kind === 'refresh' && refreshToken) holder.person = { ...holder.person, refreshToken };
      }
    }),
  );
  return { perSecond: (calls / (performance.now() - startedAt)) * 1000, latenciesMs };
}

function requestOf(kind: Kind, { accessToken, refreshToken, email }: Person): string {
  const { host } = new URL(start!.url);
  if (kind === 'user')
    return `GET /auth/v1/user HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${accessToken}\r\n\r\n`;
  const [grant, fields] =
    kind === 'refresh'
      ? ['refresh_token', { refresh_token: refreshToken }]
      : ['password', { email, password: start!.password }];
  const body = JSON.stringify(fields);
  return (
    `POST /auth/v1/token?grant_type=${grant} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n` +
    `content-length: ${body.length}\r\n\r\n${body}`
  );
}
