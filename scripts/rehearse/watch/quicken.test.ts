import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../run.ts';
import { quicken } from './quicken.ts';

test('given an alert, when it is quickened, its durations are divided and its bounds stay', () => {
  const alert = `
        expr: 'sum(increase(a[15m] offset 1w)) > 300 and rate(a[2m]) > 5'
        for: 2h
`;
  expect(quicken(alert, 60)).toBe(`
        expr: 'sum(increase(a[15s] offset 10080s)) > 300 and rate(a[5s]) > 5'
        for: 120s
`);
});

test('given the alerts of the repository, when they are quickened, no duration is left as it was', () => {
  const alerts = readFileSync(join(ROOT, 'ops/prometheus/alerts.yml'), 'utf8');
  expect(quicken(alerts, 60)).not.toMatch(/\[\d+[mhdw]\]|for: \d+[mhdw]|offset \d+[mhdw]/);
});
