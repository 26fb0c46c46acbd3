import { join } from 'node:path';
import { PROCESS } from '../image/layout.ts';
import { ROOT } from '../run.ts';

/** The start of an installation's service, for the compose file and for the rehearsals without an engine. */
interface Service {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** A file of `ops/deploy`, which is the last argument. */
  readonly file?: string;
  /** The variables that its environment must set. */
  readonly variables: readonly string[];
}

const shell = (name: string, variables: readonly string[]): Service => ({
  command: ['sh'],
  file: `${name}.sh`,
  variables,
});

const PRODUCT_SECRETS = [
  'DATABASE_DIRECT_URL',
  'DATABASE_API_URL',
  'DATABASE_WORKER_URL',
  'DATABASE_AUTH_URL',
  'DATABASE_STAFF_URL',
  'MASTER_KEY',
  'JWT_KEYS',
  'EVIDENCE_KEYS',
  'METRICS_TOKEN',
] as const;
const STEP_SECRETS = ['DATABASE_URL', 'MASTER_KEY'] as const;
const FILES_VARIABLES = ['DATA_DIR', 'FILES_COPIES'];

export const SERVICES = {
  product: { command: PROCESS.command, variables: PRODUCT_SECRETS.map((name) => `${name}_FILE`) },
  // Before the product, to its end. It alone has the owner's address.
  migrate: { command: PROCESS.step, variables: STEP_SECRETS.map((name) => `${name}_FILE`) },
  proxy: {
    command: ['haproxy', '-db', '-f'],
    file: 'haproxy.cfg',
    variables: ['PROXY_HTTP', 'PROXY_HTTPS', 'PROXY_CERTIFICATE', 'PROXY_ADMIN', 'API_1', 'API_2'],
  },
  pooler: shell('pooler', [
    'POOLER_DIR',
    'POOLER_HOST',
    'POOLER_PORT',
    'POOLER_USERS',
    'LEADER_HOST',
    'LEADER_PORT',
  ]),
  primary: shell('primary', ['PGDATA', 'PGPORT', 'LISTEN', 'PEERS', 'SECRETS']),
  replica: shell('replica', ['PGDATA', 'PGPORT', 'LISTEN', 'LEADER_HOST', 'LEADER_PORT', 'SECRETS']),
  backup: shell('backup', ['BACKUPS', 'KEEP', 'LEADER_HOST', 'LEADER_PORT', 'SECRETS']),
  // Beside the product, on its folder of files, which it reads alone.
  files: { command: PROCESS.files, variables: FILES_VARIABLES },
  // By hand, and to its end.
  promote: shell('promote', [
    'PGDATA',
    'BACKUPS',
    'LEADER_HOST',
    'LEADER_PORT',
    'REPLICA_HOST',
    'REPLICA_PORT',
  ]),
  restore: shell('restore', ['PGDATA', 'BACKUPS', 'LEADER_HOST', 'LEADER_PORT']),
  restoreFiles: { command: [...PROCESS.files, 'restore'], variables: FILES_VARIABLES },
} as const satisfies Readonly<Record<string, Service>>;

export type ServiceName = keyof typeof SERVICES;

/** The folder of the compose file and of the files beside it. */
export const DEPLOY = join(ROOT, 'ops/deploy');

/** The command of a service whose file lies in a folder. */
export function commandOf(name: ServiceName, folder: string): string[] {
  const { command, file }: Service = SERVICES[name];
  return file === undefined ? [...command] : [...command, join(folder, file)];
}

/** The files of the product's secrets in a folder, by the variables that name them. */
export const productSecrets = (folder: string) => filesOf(PRODUCT_SECRETS, folder);

/** Those of the step before the product. */
export const stepSecrets = (folder: string) => filesOf(STEP_SECRETS, folder);

function filesOf(names: readonly string[], folder: string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [`${name}_FILE`, join(folder, name.toLowerCase())]));
}
