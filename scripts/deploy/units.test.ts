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
