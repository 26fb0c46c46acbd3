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
