import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../run.ts';
import { DEPLOY } from './services.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const seconds = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1]);

test('under systemd, too, the proxy is stopped by the signal that finishes what is under way, and given time for it', () => {
  const unit = read(join(ROOT, 'ops/cluster/proxy.conf'));
  const { proxy } = (
    parse(read(join(DEPLOY, 'compose.yaml')), { merge: true }) as {
      services: Record<string, { stop_signal: string; stop_grace_period: string }>;
    }
  ).services;
  expect(/^KillSignal=(.+)$/m.exec(unit)?.[1]).toBe(proxy?.stop_signal);
  const stopped = seconds(unit, /^TimeoutStopSec=(\d+)$/m);
  expect(stopped).toBe(seconds(proxy?.stop_grace_period ?? '', /^(\d+)s$/));
  expect(stopped).toBeGreaterThan(
    seconds(read(join(DEPLOY, 'haproxy.cfg')), /^ {2}hard-stop-after (\d+)s$/m),
  );
});

test.each(['mohlat-api@.service', 'mohlat-worker@.service'])(
  'under systemd, too, %s has the time to finish what is under way',
  (name) => {
    const { services } = parse(read(join(DEPLOY, 'compose.yaml')), { merge: true }) as {
      services: Record<string, { stop_grace_period: string }>;
    };
    const unit = read(join(ROOT, 'ops/cluster', name));
    const granted = seconds(services['api-1']?.stop_grace_period ?? '', /^(\d+)s$/);
    expect(seconds(unit, /^TimeoutStopSec=(\d+)$/m)).toBe(granted);
  },
);

test('given the processes of one machine under systemd, then they are named the secrets of the composition, and listen where its proxy asks', () => {
  const { services } = parse(read(join(DEPLOY, 'compose.yaml')), { merge: true }) as {
    services: Record<string, { environment: Record<string, string> }>;
  };
  const named = read(join(ROOT, 'ops/cluster/process.env')).matchAll(/^(\w+_FILE)=/gm);
  const wanted = Object.keys(services['api-1']?.environment ?? {}).filter((name) => name.endsWith('_FILE'));
  expect(new Set(named.map(([, name]) => name))).toEqual(new Set(wanted));
  const hosts = [...read(join(ROOT, 'ops/cluster/product.env')).matchAll(/^API_\d=(.+):\d+$/gm)];
  const listens = /HOST=(\S+)/.exec(read(join(ROOT, 'ops/cluster/mohlat-api@.service')))?.[1];
  expect(new Set(hosts.map(([, host]) => host))).toEqual(new Set([listens]));
});

test('given two processes of each role on a machine, then Prometheus reaches each by a door of its own', () => {
  const values = new Map(
    [...read(join(ROOT, 'ops/cluster/product.env')).matchAll(/^(\w+)=(.+)$/gm)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
  const doors = [
    ...read(join(ROOT, 'ops/cluster/metrics.cfg')).matchAll(
      /bind "\$\{(\w+)\}" ssl[^]+?server \w+ "\$\{(\w+)\}"/g,
    ),
  ];
  const led = doors.map(([, door = '', process = '']) => [values.get(door), values.get(process)]);
  expect(new Set(led.map(([door]) => door)).size).toBe(4);
  const unit = read(join(ROOT, 'ops/cluster/mohlat-worker@.service'));
  const [, host, port] = /HOST=(\S+) HEALTH_PORT=(\S+)/.exec(unit) ?? [];
  const workers = ['1', '2'].map((one) => `${host}:${port?.replace('%i', one)}`);
  expect(led.map(([, process]) => process)).toEqual([values.get('API_1'), values.get('API_2'), ...workers]);
  expect(read(join(ROOT, 'ops/cluster/proxy.sh'))).toContain('metrics.cfg');
});

test.each(['mohlat-api@.service', 'mohlat-worker@.service'])(
  'given a link to the release, %s reads it once as it starts, and all it runs is of that folder',
  (name) => {
    const unit = read(join(ROOT, 'ops/cluster', name));
    expect(unit.match(/^[^#]*\/opt\/mohlat.*$/gm)).toEqual(['WorkingDirectory=/opt/mohlat']);
    expect(unit).toMatch(
      /^ExecStart=\/bin\/sh -c 'exec node_modules\/node\/bin\/node apps\/server\/src\/main\.ts'$/m,
    );
  },
);
