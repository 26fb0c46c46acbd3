import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { commandOf, DEPLOY } from '../deploy/services.ts';
import type { Balancer } from './balancer.ts';
import { freePort } from '../free-port.ts';
import { findProgram, startProgram } from './programs.ts';
import { pause } from './rehearsal.ts';

const HOST = '127.0.0.1';
const LOOK_EVERY_MS = 20;
/** Columns of HAProxy's `show stat` (its management guide, 9.1). */
const [PROXY, SERVER, SESSIONS, STATUS] = [0, 1, 4, 17];

/**
 * Starts HAProxy with the configuration of `ops/deploy` before two backends. From now on this process believes its certificate, as it
 * believes those of its authorities.
 */
export async function openProxy(
  ports: readonly number[],
  folder: string,
  certificate: string,
): Promise<Balancer> {
  const [first, second] = ports;
  const [http, https] = [await freePort(), await freePort()];
  const admin = join(folder, 'proxy.sock');
  const [program = '', ...args] = commandOf('proxy', DEPLOY);
  const running = startProgram(findProgram(program, 'haproxy'), args, {
    env: {
      PROXY_HTTP: `${HOST}:${http}`,
      PROXY_HTTPS: `${HOST}:${https}`,
      PROXY_CERTIFICATE: certificate,
      PROXY_ADMIN: admin,
      API_1: `${HOST}:${first}`,
      API_2: `${HOST}:${second}`,
    },
  });
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(certificate, 'utf8')]);
  const stateOf = async (port: number) => {
    const name = `api-${ports.indexOf(port) + 1}`;
    const told = await ask(admin, 'show stat').catch(() => '');
    const row = told.split('\n').find((line) => line.startsWith(`api,${name},`));
    const fields = row?.split(',') ?? [];
    return {
      isKnown: fields[PROXY] === 'api' && fields[SERVER] === name,
      isGreen: fields[STATUS]?.startsWith('UP') === true,
      underWay: Number(fields[SESSIONS]),
    };
  };
  const until = async (port: number, isSo: (state: Awaited<ReturnType<typeof stateOf>>) => boolean) => {
    for (;;) {
      const state = await stateOf(port);
      if (state.isKnown && isSo(state)) return;
      await pause(LOOK_EVERY_MS);
    }
  };
  return {
    url: `https://${HOST}:${https}`,
    untilDrained: (port) => until(port, ({ isGreen, underWay }) => !isGreen && underWay === 0),
    untilGreen: (port) => until(port, ({ isGreen }) => isGreen),
    async close() {
      await running.stop();
    },
  };
}

/** Says a line to HAProxy's socket and hears its answer. */
function ask(socket: string, line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let told = '';
    const connection = connect(socket);
    connection.once('error', reject);
    connection.on('data', (chunk: Buffer) => {
      told += chunk.toString();
    });
    connection.once('end', () => resolve(told));
    connection.end(`${line}\n`);
  });
}
