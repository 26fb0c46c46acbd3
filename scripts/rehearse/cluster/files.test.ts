import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { DEPLOY } from '../../deploy/services.ts';
import { ROOT } from '../../run.ts';
import { findProgram } from '../programs.ts';
import { CLUSTER, environmentOf, fileOf, MACHINES, type Service, type Values, variablesOf } from './files.ts';
import { backupValues, databaseValues, productValues, type Seat } from './values.ts';

// None of the programs is here: the files are run by a shell, with programs in their places that tell how they were called.
const read = (path: string) => readFileSync(path, 'utf8');

function valuesOf(file: string): Values {
  const lines = read(join(CLUSTER, file)).split('\n');
  const pairs = lines.filter((line) => /^[^#]/.test(line)).map((line) => line.split(/=(.*)/, 2));
  return Object.fromEntries(pairs) as Values;
}

/** A folder with secrets, and with programs that answer with their words, or with a version. */
function standIns(version = '3.0.2') {
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['owner', 'replicator', 'api', 'worker', 'auth', 'staff'])
    writeFileSync(join(folder, `postgres_${name}`), `secret-${name}`);
  const programs = {
    patroni: `[ "$1" = --version ] && echo "patroni ${version}" || echo "$@"`,
    etcd: String.raw`printf '%s\n' "$@"`,
    pgbouncer: 'cat "$1"',
    psql: 'cat; echo "$@"',
  };
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

function runFile(path: string, folder: string, env: Values, args: readonly string[] = []) {
  const PATH = [folder, process.env.PATH].join(delimiter);
  return spawnSync('sh', [path, ...args], { encoding: 'utf8', env: { ...env, PATH } });
}

/** The values of a machine of the database, with places that are here. */
const hereOf = (folder: string): Values => ({
  ...valuesOf('database.env'),
  FOLDER: folder,
  SECRETS: folder,
  BINARIES: folder,
});

const SEATS: readonly Seat[] = ['north', 'west', 'south'].map((name, nth) => ({
  name,
  ports: { etcd: 10 + nth, etcdPeer: 20 + nth, sql: 30 + nth, rest: 40 + nth },
}));
const SCOPE = { folder: '/f', secrets: '/s', binaries: '/b', dcs: 'etcd', seats: SEATS } as const;
const DOORS = { leader: 1, pooler: 2 };

test.each(MACHINES)('$file sets what its services want, and nothing else', ({ file, services }) => {
  const wanted = new Set((services as readonly Service[]).flatMap(variablesOf));
  expect(wanted.size).toBeGreaterThan(5);
  expect(Object.keys(valuesOf(file)).toSorted()).toEqual([...wanted].toSorted());
});

test.each([
  ['database.env', databaseValues(SCOPE, SEATS[0]!, { etcds: [1, 2, 3], sql: 4, rest: 5 })],
  ['product.env', productValues(SCOPE, DOORS)],
  ['backup.env', backupValues(SCOPE, DOORS)],
])('the rehearsal gives a machine the values that stand in %s', (file, values) => {
  // The proxy is started by the rehearsal of rolling, from the same file.
  const proxy = new Set(variablesOf('proxy'));
  const named = Object.keys(valuesOf(file)).filter((name) => !proxy.has(name));
  expect(Object.keys(values).toSorted()).toEqual(named.toSorted());
});

test('given a value that is missing, when a service is started, it is named', () => {
  const { PEERS: _, ...values } = valuesOf('database.env');
  expect(() => environmentOf('patroni', values)).toThrow('patroni wants PEERS');
});

interface Settings {
  readonly name: string;
  readonly restapi: object;
  readonly etcd3: object;
  readonly bootstrap: { readonly dcs: Readonly<Record<string, number | boolean>> };
  readonly postgresql: {
    readonly listen: string;
    readonly parameters: object;
    readonly pg_hba: readonly string[];
    readonly authentication: Readonly<Record<string, object>>;
  };
}

test('given the values of a machine, patroni.sh fills them in, and pg_hba takes connections of other machines by TLS alone', () => {
  const folder = standIns('3.0.3');
  const { status, stdout } = runFile(fileOf('patroni'), folder, { ...hereOf(folder), DCS: 'etcd3' });
  expect([status, stdout]).toEqual([0, `${join(folder, 'patroni.yml')}\n`]);
  const text = read(join(folder, 'patroni.yml'));
  expect(text).not.toContain('${');
  const { name, restapi, etcd3, bootstrap, postgresql } = parse(text) as Settings;
  expect([name, postgresql.listen]).toEqual(['north', '0.0.0.0:5432']);
  const certificate = { certfile: '/etc/mohlat/tls/machine.pem', verify_client: 'optional' };
  expect(restapi).toMatchObject(certificate);
  expect(etcd3).toMatchObject({ protocol: 'https', cacert: '/etc/mohlat/tls/authority.pem' });
  expect(postgresql.parameters).toMatchObject({ ssl: 'on' });
  const doors = postgresql.pg_hba.map((line) => line.split(' ')[0]);
  expect(new Set(doors)).toEqual(new Set(['local', 'hostssl']));
  const logins = Object.values(postgresql.authentication);
  expect(logins).toHaveLength(3);
  for (const login of logins) expect(login).toMatchObject({ sslmode: 'verify-full' });
  expect(postgresql.authentication['replication']).toMatchObject({ password: 'secret-replicator' });
  const { ttl, loop_wait, retry_timeout, ...dcs } = bootstrap.dcs;
  expect(Number(ttl)).toBeGreaterThanOrEqual(Number(loop_wait) + 2 * Number(retry_timeout));
  expect(dcs).toMatchObject({
    synchronous_mode: true,
    synchronous_mode_strict: true,
    primary_start_timeout: 0,
  });
});

test.each([
  ['3.0.2', 'etcd3', 2],
  ['3.0.2', 'etcd', 0],
  ['3.0.3', 'etcd3', 0],
  ['4.0.10', 'etcd3', 0],
])('Patroni %s by the API %s ends with %i', (version, dcs, code) => {
  const folder = standIns(version);
  const { status, stderr } = runFile(fileOf('patroni'), folder, { ...hereOf(folder), DCS: dcs });
  expect(status).toBe(code);
  expect(stderr).toMatch(code === 0 ? /^$/ : /set DCS=etcd on every machine/);
});

test.each([
  ['etcd', true],
  ['etcd3', false],
])('given DCS=%s, etcd has its second API: %s; it is asked by certificates alone', (dcs, hasSecond) => {
  const folder = standIns();
  const { stdout } = runFile(fileOf('etcd'), folder, { ...hereOf(folder), DCS: dcs });
  const flags = stdout.trim().split('\n');
  expect(flags.includes('--enable-v2=true')).toBe(hasSecond);
  expect(flags).toEqual(expect.arrayContaining(['--client-cert-auth', '--peer-client-cert-auth']));
  const addresses = flags.join(' ').match(/\w+:\/\//g)!;
  expect(new Set(addresses)).toEqual(new Set(['https://']));
});

test('the pooler has the bounds of the one of a single machine, and is encrypted on both sides', () => {
  const folder = standIns();
  const values = { ...valuesOf('product.env'), POOLER_DIR: folder };
  const linesOf = (path: string) => runFile(path, folder, values).stdout.trim().split('\n');
  const [alone, several] = [linesOf(join(DEPLOY, 'pooler.sh')), linesOf(fileOf('pooler'))];
  expect(alone.length).toBeGreaterThan(5);
  expect(several).toEqual(expect.arrayContaining(alone));
  expect(several.filter((line) => !alone.includes(line))).toEqual([
    'server_tls_sslmode = verify-full',
    'server_tls_ca_file = /etc/mohlat/tls/authority.pem',
    'client_tls_sslmode = require',
    'client_tls_cert_file = /etc/mohlat/tls/machine.pem',
    'client_tls_key_file = /etc/mohlat/tls/machine.key',
  ]);
});

test('given the check of the backup, the file of several machines hands it on, encrypted', () => {
  const folder = standIns();
  const shell = join(folder, 'sh');
  writeFileSync(shell, '#!/bin/sh\necho "$PGSSLMODE" "$@"\n', { mode: 0o755 });
  const values = { ...valuesOf('backup.env'), BINARIES: folder };
  const { stdout } = spawnSync('/bin/sh', [fileOf('backup'), 'check'], { encoding: 'utf8', env: values });
  expect(stdout).toBe(`verify-full ${CLUSTER}/../deploy/backup.sh check\n`);
});

test('the logins of a new cluster are those of a single machine, with the same bounds', () => {
  const folder = standIns();
  const { stdout } = runFile(join(CLUSTER, 'roles.sh'), folder, { SECRETS: folder }, ['the address']);
  expect(stdout).toContain("create role mohlat_api login noinherit nobypassrls password 'secret-api';");
  expect(stdout).toContain('--dbname=the address');
  const rolesOf = (path: string) => read(path).match(/(?:create|alter) role mohlat_\$role[^;"(]*/g);
  expect(rolesOf(join(CLUSTER, 'roles.sh'))).toEqual(rolesOf(join(DEPLOY, 'primary.sh')));
});

test.each([
  ['database', 'north', 0],
  ['other', 'product-1', 2],
])(
  'given a machine of the kind %s, when %s asks etcd or Patroni by its certificate, openssl ends with %i',
  (kind, machine, code) => {
    const folder = standIns();
    runFile(join(CLUSTER, 'certificate.sh'), folder, {}, [kind, folder, machine, 'leader.db.internal']);
    const files = [join(folder, 'authority.pem'), join(folder, machine, 'machine.pem')];
    const verify = (purpose: string) =>
      spawnSync(findProgram('openssl', 'openssl'), ['verify', '-purpose', purpose, '-CAfile', ...files])
        .status;
    expect([verify('sslserver'), verify('sslclient')]).toEqual([0, code]);
  },
);

test('HAProxy asks each machine who leads, and knows it by its certificate', () => {
  const text = read(join(CLUSTER, 'haproxy.cfg'));
  expect(text).toMatch(/^ {2}default-server check .* check-ssl verify required ca-file /m);
  expect(text.match(/^ {2}server .* verifyhost "\$\{NAME_\d\}"$/gm)).toHaveLength(SEATS.length);
});

test('given a library that was mended, then the page of upgrades starts every service of every machine anew', () => {
  const page = read(join(ROOT, 'docs/runbooks/upgrade.md'));
  const section = /^## A fix of a program below$([^]*?)^## /m.exec(page)?.[1] ?? '';
  const units = [
    ...MACHINES.flatMap(({ services }) => services.map((service) => `mohlat@${service}`)),
    ...readdirSync(CLUSTER).flatMap((name) => /^mohlat-\w+@/.exec(name)?.[0] ?? []),
  ];
  expect(units).toContain('mohlat-api@');
  const restarted = section.match(/systemctl restart [^\n]*/g)?.join('\n') ?? '';
  expect(units.filter((unit) => !restarted.includes(unit))).toEqual([]);
});

const severalMachines = read(join(ROOT, 'docs/runbooks/several-machines.md'));

/** The packages of Debian that a service's file calls programs of. */
const PACKAGES: Readonly<Record<Service, readonly string[]>> = {
  etcd: ['etcd-server'],
  patroni: ['patroni', 'postgresql'],
  leader: ['haproxy'],
  pooler: ['pgbouncer'],
  proxy: ['haproxy'],
  backup: ['postgresql'],
};

test.each(MACHINES)(
  'given a bare Debian, the page installs on the machine of $file what it calls',
  (machine) => {
    const [kind = ''] = machine.file.split('.');
    const lists = severalMachines.matchAll(/apt-get install --no-install-recommends (.+?) +# (\w+)$/gm);
    const installed = [...lists].flatMap(([, list = '', of]) =>
      of === kind || of === 'each' ? list.split(' ') : [],
    );
    const called = (machine.services as readonly Service[]).flatMap((service) => PACKAGES[service]);
    // The project is cloned on each; the product and the commands install their packages by npm.
    const ours = ['git', 'ca-certificates', ...(['product', 'commands'].includes(kind) ? ['npm'] : [])];
    expect(installed).toEqual(expect.arrayContaining([...ours, 'curl', ...called]));
  },
);

test('given the machine of the commands, then the page leads it to the database as it leads the others', () => {
  const machine = /^\| commands .*$/m.exec(severalMachines)?.[0];
  expect(machine).toMatch(/`leader\.sh`.*`commands\.env`/);
  const release = /^## Another release(.*?)^## /ms.exec(severalMachines)?.[1] ?? '';
  const clone = release.match(/^ +cd \/opt\/mohlat-0\.3\.0 .*npm run migrate$/m);
  expect(clone).not.toBeNull();
});

test('the page of several machines names every file', () => {
  const files = readdirSync(CLUSTER);
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((name) => !severalMachines.includes(`\`${name}\``))).toEqual([]);
});
