import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DEPLOY } from './services.ts';

function settingsOf(...args: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-restore-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'base-20261128T100000Z'));
  const data = join(folder, 'data');
  const { status } = spawnSync('sh', [join(DEPLOY, 'restore.sh'), folder, data, ...args]);
  expect(status).toBe(0);
  return readFileSync(join(data, 'postgresql.auto.conf'), 'utf8');
}

test('given a restore that went back too far, when another names the timeline before it, that one is followed', () => {
  const settings = settingsOf('2026-11-28T12:00:00Z', '1');
  expect(settings).toContain("recovery_target_time = '2026-11-28T12:00:00Z'");
  expect(settings).toContain("recovery_target_timeline = '1'");
});

test('given no timeline, when restored, the newest is followed', () => {
  expect(settingsOf()).not.toContain('recovery_target_time');
});
