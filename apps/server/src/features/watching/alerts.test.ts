import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FIGURES } from '#features/all.ts';
import { machineClock } from '#platform/clock/clock.ts';
import { FIGURES_AGE } from '#platform/figures/figure-metrics.ts';
import { certificateGauges } from './certificates.ts';
import { followerGauges } from './followers.ts';

// Prometheus itself tries the alerts and the dashboard (`npm run rehearse -- watch`). Here: that they name what exists, and that no
// alert is without its tests and its page.
const ROOT = join(import.meta.dirname, '../../../../..');
const read = (place: string) => readFileSync(join(ROOT, place), 'utf8');
const alerts = read('ops/prometheus/alerts.yml');
const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

/** Figures that a process reads or counts itself. */
const OF_PROCESSES = [
  FIGURES_AGE,
  'mohlat_float_short',
  'mohlat_float_paise',
  ...followerGauges({ api: undefined as never }).map(({ name }) => name),
  ...certificateGauges({ config: { env: {} } as never, machineClock }).map(({ name }) => name),
];
const KNOWN = new Set([...FIGURES.map(({ name }) => name), ...OF_PROCESSES]);
const namedIn = (text: string) => [...new Set(text.match(/\bmohlat_\w+/g))];

test('every figure that an alert or the dashboard names exists', () => {
  const named = namedIn(alerts + read('ops/grafana/mohlat.json'));
  expect(named.filter((name) => !KNOWN.has(name))).toEqual([]);
});

test('every figure is on the dashboard', () => {
  const shown = namedIn(read('ops/grafana/mohlat.json'));
  expect([...KNOWN].filter((name) => !shown.includes(name))).toEqual([]);
});

test('every alert has a test in which it fires, one in which it does not, and a page', () => {
  const tests = ['alerts', 'followers', 'requests']
    .map((name) => read(`ops/prometheus/${name}.test.yml`))
    .join('');
  const page = read('docs/runbooks/alerts.md');
  const left = names.filter((name) => {
    const fires = new RegExp(`alertname: ${name}\\n\\s+exp_alerts:\\n\\s+- exp_labels`).test(tests);
    const rests = new RegExp(`alertname: ${name}\\n\\s+exp_alerts: \\[\\]`).test(tests);
    return !fires || !rests || !page.includes(`\n## ${name}\n`);
  });
  expect(left).toEqual([]);
  expect(names.length).toBeGreaterThan(20);
});
