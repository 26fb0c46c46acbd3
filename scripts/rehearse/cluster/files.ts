import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../run.ts';

/** The folder of the files with which a database on several machines is installed, and with which this rehearsal starts it. */
export const CLUSTER = join(ROOT, 'ops/cluster');

/** The files of each service that take values from the environment; the first one is run by a shell. */
const FILES = {
  etcd: ['etcd.sh'],
  patroni: ['patroni.sh', 'patroni.yml', 'roles.sh'],
  leader: ['leader.sh', 'haproxy.cfg'],
  pooler: ['pooler.sh'],
  proxy: ['proxy.sh', '../deploy/haproxy.cfg', 'metrics.cfg'],
  backup: ['backup.sh', '../deploy/backup.sh'],
} as const;

export type Service = keyof typeof FILES;
export type Values = Readonly<Record<string, string>>;

/** Each kind of machine, with the file of its values and the services that it runs. */
export const MACHINES = [
  { file: 'database.env', services: ['etcd', 'patroni'] },
  { file: 'product.env', services: ['leader', 'pooler', 'proxy'] },
  { file: 'backup.env', services: ['leader', 'backup'] },
  { file: 'commands.env', services: ['leader'] },
] as const satisfies readonly { readonly file: string; readonly services: readonly Service[] }[];

export const fileOf = (service: Service): string => join(CLUSTER, FILES[service][0]);

/** The variables that a service wants from its environment, read from its files. */
export function variablesOf(service: Service): string[] {
  const texts = FILES[service].map((name) => readFileSync(join(CLUSTER, name), 'utf8'));
  const code = texts.join('\n').replaceAll(/^\s*#.*$/gm, '');
  const used = [...code.matchAll(/\$\{?([A-Z][A-Z_\d]*)(?!:-)\b/g)].map(([, name = '']) => name);
  const own = new Set(['PATH', ...[...code.matchAll(/\b([A-Z][A-Z_\d]*)="/g)].map(([, name]) => name)]);
  return [...new Set(used)].filter((name) => !own.has(name)).toSorted();
}

/** The environment of a service from the values of its machine. Throws with the variables that are missing. */
export function environmentOf(service: Service, values: Values): Record<string, string> {
  const wanted = variablesOf(service);
  const missing = wanted.filter((name) => values[name] === undefined);
  if (missing.length > 0) throw new Error(`${service} wants ${missing.join(', ')}`);
  return Object.fromEntries(wanted.map((name) => [name, values[name]!]));
}
