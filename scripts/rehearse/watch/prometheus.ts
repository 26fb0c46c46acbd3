import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../../run.ts';
import { freePort } from '../../free-port.ts';
import { closesWithProcess } from '../leaving.ts';
import { findProgram, startProgram } from '../programs.ts';
import { quicken } from './quicken.ts';

export const SETTINGS = join(ROOT, 'ops/prometheus/prometheus.yml');
export const ALERTS = join(ROOT, 'ops/prometheus/alerts.yml');

interface Settings {
  readonly global: object;
  readonly scrape_configs: readonly { readonly job_name: string }[];
}

/** Where the processes of each job tell their figures. */
export type Targets = Readonly<Record<'mohlat' | 'mohlat-workers', readonly number[]>>;

/** A real Prometheus over the running product. */
export interface Prometheus {
  /** The file it was started from. */
  readonly settings: string;
  ask<T>(path: string): Promise<T>;
  /** The names of the alerts that are raised: those that fire, and those that wait for their time. */
  listAlerts(): Promise<{ readonly firing: ReadonlySet<string>; readonly pending: ReadonlySet<string> }>;
  stop(): Promise<void>;
}

/**
 * Starts Prometheus from the repository's own settings. Its targets are the processes here, the token lies in a file of its own, and
 * every duration in the alerts is divided by `factor`.
 */
export async function startPrometheus(
  targets: Targets,
  { token, factor }: { readonly token: string; readonly factor: number },
): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-prometheus-'));
  const place = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  const written = parse(readFileSync(SETTINGS, 'utf8')) as Settings;
  const portsOf = new Map<string, readonly number[]>(Object.entries(targets));
  const ours = {
    ...written,
    global: { ...written.global, scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [place('alerts.yml', quicken(readFileSync(ALERTS, 'utf8'), factor))],
    scrape_configs: written.scrape_configs.map((scrape) => ({
      ...scrape,
      authorization: { credentials_file: place('token', token) },
      static_configs: [{ targets: (portsOf.get(scrape.job_name) ?? []).map((one) => `127.0.0.1:${one}`) }],
    })),
  };
  // JSON is YAML.
  const settings = place('prometheus.yml', JSON.stringify(ours));
  const port = await freePort();
  const program = startProgram(findProgram('prometheus', 'prometheus'), [
    `--config.file=${settings}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  const ask = async <T>(path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    return ((await answer.json()) as { data: T }).data;
  };
  return {
    settings,
    ask,
    async listAlerts() {
      const { alerts } = await ask<{
        alerts: { state: 'firing' | 'pending'; labels: { alertname: string } }[];
      }>('alerts');
      const of = (state: string) =>
        new Set(alerts.filter((one) => one.state === state).map(({ labels }) => labels.alertname));
      return { firing: of('firing'), pending: of('pending') };
    },
    stop: closesWithProcess(async () => {
      await program.stop();
      rmSync(folder, { recursive: true, force: true });
    }),
  };
}
