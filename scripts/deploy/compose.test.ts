import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ERRORS } from '@mohlat/contract';
import { Ajv } from 'ajv';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../apps/server/src/platform/config/config.ts';
import { LOOKS_POOL_MAX } from '../../apps/server/src/platform/db/pool.ts';
import { writeSecrets } from './secrets.ts';
import { commandOf, DEPLOY, productSecrets, SERVICES, type ServiceName, stepSecrets } from './services.ts';

// No engine is here: the file is held to the specification's own schema, and each command and variable to the table from which the
// rehearsals start the same services.
interface Composed {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly command: readonly string[];
        readonly environment: Readonly<Record<string, string>>;
        readonly secrets?: readonly string[];
        readonly volumes?: readonly string[];
        readonly profiles?: readonly string[];
        readonly logging?: { readonly driver: string; readonly options: Readonly<Record<string, string>> };
        readonly networks?: readonly string[];
        readonly user?: string;
        readonly shm_size?: string;
        readonly healthcheck?: { readonly test: readonly string[] };
        readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
      }
    >
  >;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly networks: Readonly<
    Record<
      string,
      {
        readonly enable_ipv6?: boolean;
        readonly ipam: { readonly config: readonly { readonly subnet: string }[] };
      }
    >
  >;
}

/** The services of the file that are started like one of the table. */
const LIKE: Readonly<Record<ServiceName, readonly string[]>> = {
  migrate: ['migrate'],
  product: ['api-1', 'api-2', 'worker-1', 'worker-2'],
  proxy: ['proxy'],
  pooler: ['pooler'],
  primary: ['primary'],
  replica: ['replica'],
  backup: ['backup'],
  promote: ['promote'],
  restore: ['restore'],
  files: ['files'],
  restoreFiles: ['restore-files'],
};
const INSIDE = '/etc/mohlat';

const read = (path: string) => readFileSync(path, 'utf8');
const proxy = read(join(DEPLOY, 'haproxy.cfg'));
const API_PROCESSES = [...proxy.matchAll(/^ {2}server api-/gm)].length;
const composed = parse(read(join(DEPLOY, 'compose.yaml')), { merge: true }) as Composed;
const pairs = Object.entries(LIKE).flatMap(([name, services]) =>
  services.map((service) => ({ name: name as ServiceName, service })),
);

test('the compose file is one by the specification', () => {
  const schema = JSON.parse(read(join(import.meta.dirname, 'compose-spec.schema.json'))) as object;
  const ajv = new Ajv({ strict: false, allErrors: true, formats: { duration: true } });
  const isValid = ajv.compile(schema);
  isValid(composed);
  expect(isValid.errors).toBeNull();
  isValid({ services: { proxy: { comand: [] } } });
  expect(isValid.errors).not.toBeNull();
});

test('every service of the compose file is one of the table, and none is missing', () => {
  expect(Object.keys(composed.services).toSorted()).toEqual(pairs.map(({ service }) => service).toSorted());
});

test.each(pairs)('$service has the command and the variables of $name', ({ name, service }) => {
  const { command, environment, volumes = [] } = composed.services[service]!;
  expect(command).toEqual(commandOf(name, INSIDE));
  expect(Object.keys(environment)).toEqual(expect.arrayContaining([...SERVICES[name].variables]));
  const file = command.find((part) => part.startsWith(INSIDE));
  if (file !== undefined) expect(volumes).toContain(`./${file.slice(INSIDE.length + 1)}:${file}:ro`);
});

test('given nothing in .env, the primary waits for the followers that its own file names', () => {
  const [own] = /\$\{WAITS_FOR-.*?\}/.exec(read(join(DEPLOY, 'primary.sh')))!;
  expect(composed.services['primary']?.environment['WAITS_FOR']).toBe(own);
});

test('no log of a service grows without a bound', () => {
  const bounds = Object.values(composed.services).map(({ logging }) => logging);
  expect(bounds).toEqual(
    bounds.map(() => ({ driver: 'json-file', options: { 'max-size': '50m', 'max-file': '10' } })),
  );
});

test('the proxy is believed in every network of a process, and the range of a network of 0.1.0 is not changed', () => {
  for (const service of LIKE.product) {
    const { networks = [], environment } = composed.services[service]!;
    const subnets = networks.flatMap((name) => composed.networks[name]?.ipam.config.map((one) => one.subnet));
    expect(environment['TRUSTED_PROXIES']?.split(',')).toEqual(subnets);
  }
  // An engine refuses to change one that has containers, or leaves it as it was.
  expect(Object.keys(composed.networks)).toEqual(['inside', 'public']);
  expect(composed.networks['inside']?.ipam.config).toEqual([{ subnet: '10.89.7.0/24' }]);
});

test('given people who come by IPv6, then the proxy listens for them, and counts each by an address of their own', () => {
  const { enable_ipv6, ipam } = composed.networks['public']!;
  const hasSubnet = ipam.config.some(({ subnet }) => /^fd[\da-f]{2}:/.test(subnet));
  // To a network without it an engine relays IPv6 itself, and all people have the engine's address.
  expect([enable_ipv6, hasSubnet]).toEqual([true, true]);
  const several = read(join(DEPLOY, '../cluster/product.env'));
  for (const [name, address] of [
    ['PROXY_HTTP', ':::80'],
    ['PROXY_HTTPS', ':::443'],
  ] as const) {
    expect(composed.services['proxy']?.environment[name]).toBe(address);
    expect(several).toMatch(new RegExp(`^${name}=${address}$`, 'm'));
    expect(proxy).toMatch(new RegExp(`^ {2}bind "\\$\\{${name}\\}" v4v6`, 'm'));
  }
  // The image listens by IPv4 alone, and HAProxy would take the other address of a name first.
  expect(proxy).toMatch(/^ {2}default-server .* resolve-prefer ipv4 /m);
});

test('given queries that several processes of PostgreSQL share, then their memory has more than the 64 MB of an engine', () => {
  const databases = Object.values(composed.services).filter(({ user }) => user === 'postgres');
  expect(databases).toHaveLength(5);
  for (const { shm_size } of databases) expect(shm_size).toBe('1gb');
});

test('the files of the product are copied onto another disk by a service that cannot change them', () => {
  const { volumes, environment } = composed.services['files']!;
  const [from = '', onto = ''] = volumes!;
  expect([from, onto.slice(onto.lastIndexOf(':') + 1)]).toEqual([
    `product:${environment['DATA_DIR']}:ro`,
    environment['FILES_COPIES'],
  ]);
  const back = composed.services['restore-files']!;
  expect(back.volumes).toEqual([
    `product:${back.environment['DATA_DIR']}`,
    `${onto.slice(0, onto.lastIndexOf(':'))}:${back.environment['FILES_COPIES']}:ro`,
  ]);
});

test("the owner's address is given to the step before the processes, which they wait for, and to none of them", () => {
  const holders = Object.entries(composed.services).filter(
    ([, { secrets = [], environment }]) =>
      secrets.includes('database_url') || environment['DATABASE_URL_FILE'] !== undefined,
  );
  expect(holders.map(([service]) => service)).toEqual(['migrate']);
  for (const service of LIKE.product)
    expect(composed.services[service]?.depends_on?.['migrate']).toEqual({
      condition: 'service_completed_successfully',
    });
});

test('Prometheus reads each API and each worker of the composition at its own port', () => {
  const { scrape_configs: jobs } = parse(read(join(DEPLOY, '../prometheus/prometheus.yml'))) as {
    scrape_configs: readonly {
      readonly job_name: string;
      readonly static_configs: readonly { readonly targets: readonly string[] }[];
    }[];
  };
  const portOf = ({ ROLE, HEALTH_PORT }: Readonly<Record<string, string>>) =>
    ROLE === 'api' ? '3000' : HEALTH_PORT;
  const ofRole = (role: string) =>
    Object.entries(composed.services).flatMap(([service, { environment }]) =>
      environment?.['ROLE'] === role ? [`${service}:${portOf(environment)}`] : [],
    );
  expect(
    jobs.map(({ job_name: job, static_configs: from }) => [job, from.flatMap(({ targets }) => targets)]),
  ).toEqual([
    ['mohlat', ofRole('api')],
    ['mohlat-workers', ofRole('worker')],
  ]);
});

test('two API and two worker processes run', () => {
  const roles = LIKE.product.map((service) => composed.services[service]?.environment['ROLE']);
  expect(roles).toEqual(['api', 'api', 'worker', 'worker']);
});

test('given a process that never gets ready, then the engine says so of a worker as of the API', () => {
  for (const service of LIKE.product) {
    const { environment, healthcheck } = composed.services[service]!;
    expect(healthcheck?.test.at(-1)).toContain("fetch('http://127.0.0.1:3000/readyz')");
    if (environment['ROLE'] === 'worker') expect(environment['HEALTH_PORT']).toBe('3000');
  }
});

test('what is run by hand starts with no other service, and works on the disk that it is for', () => {
  const byHand = Object.entries(composed.services).filter(([, { profiles }]) =>
    profiles?.includes('by-hand'),
  );
  const dataOf = (service: string) =>
    composed.services[service]?.volumes?.find((volume) => /:\/(?:var\/lib\/postgresql|data)$/.test(volume));
  expect(byHand.map(([service]) => [service, dataOf(service)])).toEqual([
    ['promote', dataOf('replica')],
    ['restore', dataOf('primary')],
    ['restore-files', dataOf('api-1')],
  ]);
});

test('every secret is made by the command, readable for a container and closed for others', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'mohlat-secrets-')), 'secrets');
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true }));
  await writeSecrets(folder, { leader: 'primary:5432', pooler: 'pooler:6432', host: 'localhost' });
  const made = readdirSync(folder).toSorted();
  expect(Object.keys(composed.secrets).toSorted()).toEqual(made);
  expect(Object.values(composed.secrets).map(({ file }) => file.replace('./secrets/', ''))).toEqual(
    Object.keys(composed.secrets),
  );
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(made.map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual(made.map(() => 0o444));
  await expect(
    writeSecrets(folder, { leader: 'primary:5432', pooler: 'pooler:6432', host: 'localhost' }),
  ).rejects.toThrow('is there already');
});

test('every secret that a service uses is given to it', () => {
  const given = Object.entries(composed.services).flatMap(([service, { environment, secrets = [] }]) =>
    Object.values(environment)
      .map((value) => /^\/run\/secrets\/(.+)$/.exec(value)?.[1])
      .filter((name) => name !== undefined && !secrets.includes(name))
      .map((name) => `${service}: ${name}`),
  );
  expect(given).toEqual([]);
  for (const [service, files] of [
    ['api-1', productSecrets],
    ['migrate', stepSecrets],
  ] as const)
    expect(Object.values(files('/run/secrets'))).toEqual(
      Object.keys(files('')).map((name) => composed.services[service]?.environment[name]),
    );
});

test('the proxy refuses in the words of the contract', () => {
  const said = [...proxy.matchAll(/lf-string '(\{.*?\})'/g)].map(
    ([, text = '']) => JSON.parse(text) as { code: keyof typeof ERRORS; detail: string; retry: string },
  );
  expect(said.map(({ code }) => code)).toEqual(['busy', 'busy', 'busy', 'too_many_requests']);
  expect(said.map(({ detail, retry }) => [detail, retry])).toEqual(
    said.map(({ code }) => [ERRORS[code].en, ERRORS[code].retry]),
  );
});

/** The bounds of a process of the API: those that the composition sets, and else its own. */
async function boundsOfApi() {
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-bounds-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const names = ['HTTP_CONNECTIONS_MAX', 'HTTP_STREAMS_MAX', 'DATABASE_POOL_MAX'];
  const { environment } = composed.services['api-1']!;
  return readConfig({
    ...Object.fromEntries(names.map((name) => [name, environment[name]])),
    DATABASE_URL: 'postgres://localhost/mohlat',
    DATA_DIR: folder,
  });
}

test('given a process with every stream of events open, then the proxy still sends it requests, and no more than it takes', async () => {
  const { connectionsMax, streamsMax } = await boundsOfApi();
  const sent = Number(/^ {2}default-server .* maxconn (\d+)/m.exec(proxy)?.[1]);
  expect(sent - streamsMax).toBeGreaterThanOrEqual(500);
  // Balancers and Prometheus look at a process directly.
  expect(connectionsMax - sent).toBeGreaterThanOrEqual(50);
  expect(Number(/^ {2}maxconn (\d+)/m.exec(proxy)?.[1])).toBeGreaterThanOrEqual(sent * API_PROCESSES);
});

test.each(['deploy', 'cluster'])(
  'given requests that hold every connection, then a look has one at the pooler of ops/%s',
  async (folder) => {
    const pooler = read(join(DEPLOY, '..', folder, 'pooler.sh'));
    const { databasePoolMax } = await boundsOfApi();
    expect(Number(/^default_pool_size = (\d+)$/m.exec(pooler)?.[1])).toBeGreaterThanOrEqual(
      API_PROCESSES * (databasePoolMax + LOOKS_POOL_MAX),
    );
  },
);

const upgradePage = read(join(import.meta.dirname, '../../docs/runbooks/upgrade.md'));

test('given a release that does not start, when the commands of the page are pasted, then they end at its first process', () => {
  const blocks =
    upgradePage.match(/(?:^ {4}\S.*\n)+/gm)?.filter((block) => block.includes(' worker-1')) ?? [];
  expect(blocks).toHaveLength(3);
  for (const block of blocks) {
    const lines = block.trimEnd().split('\n');
    expect(lines.slice(0, -1).filter((line) => !line.endsWith(' &&'))).toEqual([]);
    const waitedFor = lines.map(
      (line) =>
        /(?:--wait --wait-timeout \d+|timeout \d+ sh -c 'until docker compose logs) ([\w-]+)/.exec(line)?.[1],
    );
    expect(waitedFor.filter((name) => name !== undefined)).toEqual([
      'worker-1',
      'worker-2',
      'api-1',
      'api-2',
    ]);
  }
});

test('given a worker that was never replaced, when the way back asks its log, then it is made anew for a line to be there', () => {
  const section = /^## The way back$([^]*?)^## /m.exec(upgradePage)?.[1] ?? '';
  const made = section.match(/--force-recreate worker-\d(?= &&\n.*compose logs worker-\d)/g);
  expect(made).toEqual(['--force-recreate worker-1', '--force-recreate worker-2']);
});

test('given the compose file of 0.1.0, the page names its services alone, and an image where .env had none', () => {
  const section = /^### With the compose file of 0\.1\.0$([\s\S]*?)^### /m.exec(upgradePage)?.[1] ?? '';
  const commands = section.split('\n').filter((line) => line.startsWith('    '));
  const named = commands.flatMap(
    (line) => /docker compose (?:up|run) .*?((?:[a-z]+-\d|migrate|files))(?: &&)?$/.exec(line)?.[1] ?? [],
  );
  // It lays the schema by the first process that starts, and has no step for it.
  expect(named).toEqual(['worker-1', 'worker-2', 'api-1', 'api-2']);
  expect(commands.some((line) => /grep .*MOHLAT_IMAGE.* \|\| echo .*>>\.env/.test(line))).toBe(true);
});
