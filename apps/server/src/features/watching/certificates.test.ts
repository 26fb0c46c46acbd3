import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer, TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { machineClock } from '#platform/clock/clock.ts';
import { selfSigned } from '../../../../../scripts/deploy/secrets.ts';
import { certificateGauges } from './certificates.ts';

const DAY_S = 86_400;
const HOST = '127.0.0.1';

async function listening(server: Server): Promise<string> {
  server.listen(0, HOST);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `${HOST}:${(server.address() as AddressInfo).port}`;
}

const daysOf = (days: number) => {
  const pem = selfSigned(HOST, days);
  return { key: pem, cert: pem };
};

/** PostgreSQL's way: a request for encryption, a yes or a no, and then the encryption. */
function answerAsPostgres(answer: string, days: number) {
  return (socket: Socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(answer);
      if (answer === 'S') new TLSSocket(socket, { isServer: true, ...daysOf(days) }).on('error', () => {});
    });
  };
}

/** The figures of these addresses, in days; the hours go on by so many between two readings. */
function watching(addresses: string, hoursBetween = 0) {
  let readings = -1;
  const clock = {
    ...machineClock,
    now: () => new Date(machineClock.now().getTime() + readings * hoursBetween * 3_600_000),
  };
  const config = { env: { WATCHED_CERTIFICATES: addresses } } as never;
  const [gauge] = certificateGauges({ config, machineClock: clock });
  return async () => {
    readings += 1;
    const told = (await gauge!.read()) as readonly { of: string; value: number }[];
    return Object.fromEntries(told.map(({ of, value }) => [of, Math.round((value / DAY_S) * 10) / 10]));
  };
}

test('given a proxy and a database that show certificates, when they are read, then each has the days it still lives', async () => {
  const proxy = `https://${await listening(createSecureServer(daysOf(10)))}`;
  const database = `postgres://${await listening(createServer(answerAsPostgres('S', 40)))}`;
  expect(await watching(`${proxy}, ${database}`)()).toEqual({ [proxy]: 10, [database]: 40 });
});

test('given an address that shows no certificate, when it is read, then the others have theirs', async () => {
  const proxy = `https://${await listening(createSecureServer(daysOf(10)))}`;
  const open = `postgres://${await listening(createServer(answerAsPostgres('N', 0)))}`;
  expect(await watching(`${open},${proxy},https://${HOST}:1`)()).toEqual({ [proxy]: 10 });
});

test('given a certificate that was read, when its server shows another or is gone, then the last one that was shown counts', async () => {
  const server = createSecureServer(daysOf(2));
  const proxy = `https://${await listening(server)}`;
  const read = watching(proxy, 24);
  expect(await read()).toEqual({ [proxy]: 2 });
  server.setSecureContext(daysOf(10));
  expect(await read()).toEqual({ [proxy]: 9 });
  server.close();
  await once(server, 'close');
  expect(await read()).toEqual({ [proxy]: 8 });
});

test('given an address of another kind, when a process starts, then it says what it may be', () => {
  for (const wrong of ['example.in:443', 'ftp://example.in', 'https://'])
    expect(() => watching(wrong)).toThrow(`WATCHED_CERTIFICATES has "${wrong}"`);
  expect(() => watching(' ')).not.toThrow();
});
