import { delimiter } from 'node:path';
import type { Account } from '../../postgres-place.ts';
import { type Running, startProgram } from '../programs.ts';
import { environmentOf, fileOf, type Service, type Values } from './files.ts';

/** Its account may not look into ours, where PostgreSQL's programs look for certificates. */
const HOME = '/';

/** Starts a service by its file of `ops/cluster`, with the values of its machine. */
export function startService(service: Service, values: Values, account: Account | undefined): Running {
  const env = {
    ...environmentOf(service, values),
    PATH: [process.env.PATH, '/usr/sbin'].join(delimiter),
    HOME,
    LC_ALL: 'C.UTF-8',
  };
  return startProgram('/bin/sh', [fileOf(service)], { env, isAlone: true, account });
}

/** Runs a shell with the values of a machine, as an operator there. Throws with its words where it fails. */
export async function runOrder(order: readonly string[], values: Values, account?: Account): Promise<void> {
  const env = { ...values, HOME, LC_ALL: 'C.UTF-8' };
  const running = startProgram('/bin/sh', order, { env, account });
  if ((await running.ended) !== 0) throw new Error(`${order.join(' ')}: ${running.output()}`);
}
