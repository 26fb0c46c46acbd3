import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../run.ts';
import { type Fleet, openFleet } from './fleet.ts';
import { freePort } from './installation.ts';
import { closesWithProcess } from './leaving.ts';
import { startPaying } from './payers.ts';
import { findProgram, runProgram, startProgram } from './programs.ts';
import { type Check, pause, type Rehearsal, report } from './rehearsal.ts';

const ALERTS = join(ROOT, 'ops/prometheus/alerts.yml');
const TESTS = ['alerts', 'followers'].map((name) => join(ROOT, `ops/prometheus/${name}.test.yml`));
const DASHBOARD = join(ROOT, 'ops/grafana/mohlat.json');
/** The alert that says that the figures are not read any more. */
const NOBODY_LOOKS = 'FiguresOld';
const HEARD_WITHIN_MS = 5 * 60_000;
const LOOK_EVERY_MS = 1000;
const BUDGETS = { decentro: { dayPaise: 1_000_000, prices: { pullReport: 1500 } } };

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

/** A real Prometheus over the running product. */
interface Prometheus {
  ask<T>(path: string): Promise<T>;
  stop(): Promise<void>;
}

/** Alerts and dashboard in a real Prometheus: nothing fires while all is well, and something does when no worker runs. */
export const watch: Rehearsal<'people' | 'seconds'> = {
  about: 'alerts and dashboard in a real Prometheus, over a fleet that works and then has no workers',
  options: {
    people: { meaning: 'who pay meanwhile', fallback: 3 },
    seconds: { meaning: 'how long all is well', fallback: 60 },
  },
  async run({ people, seconds }, say) {
    const promtool = findProgram('promtool', 'prometheus');
    findProgram('prometheus', 'prometheus');
    const checks: Check[] = [
      tried('the alerts are sound', runProgram(promtool, ['check', 'rules', ALERTS])),
      tried(
        'each alert fires when it should, and only then',
        runProgram(promtool, ['test', 'rules', ...TESTS]),
      ),
    ];
    const fleet = await openFleet({
      isDurable: true,
      say,
      env: { PROVIDER_BUDGETS: JSON.stringify(BUDGETS) },
    });
    const prometheus = await startPrometheus(fleet.apiPorts);
    try {
      await fleet.sql.query("select graphile_worker.add_job('books_prove', '{}')");
      const load = await startPaying(fleet, people);
      say(`${people} people pay for ${seconds} s.`);
      await pause(seconds * 1000);
      await load.stop();
      checks.push(...(await askDashboard(prometheus)), await hearNothing(prometheus));
      say('The workers are stopped.');
      checks.push(await hearNobodyLooks(fleet, prometheus));
      return report(checks, say);
    } finally {
      await prometheus.stop();
      await fleet.close();
    }
  },
};

function tried(what: string, { isGood, output }: { isGood: boolean; output: string }): Check {
  return {
    what,
    figure:
      output
        .trim()
        .split('\n')
        .at(isGood ? -1 : 0)
        ?.trim() || 'no word',
    isGood,
  };
}

async function startPrometheus(ports: readonly number[]): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-prometheus-'));
  const port = await freePort();
  const settings = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [ALERTS],
    scrape_configs: [
      { job_name: 'mohlat', static_configs: [{ targets: ports.map((one) => `127.0.0.1:${one}`) }] },
    ],
  };
  // JSON is YAML.
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(settings));
  const program = startProgram(findProgram('prometheus', 'prometheus'), [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  return {
    async ask<T>(path: string) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
      return ((await answer.json()) as { data: T }).data;
    },
    stop: closesWithProcess(async () => {
      await program.stop();
      rmSync(folder, { recursive: true, force: true });
    }),
  };
}

async function askDashboard(prometheus: Prometheus): Promise<Check[]> {
  const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as Dashboard;
  const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const silent: string[] = [];
  for (const query of queries) {
    const answer = await prometheus.ask<{ result?: readonly unknown[] } | undefined>(
      `query?query=${encodeURIComponent(query)}`,
    );
    if (!answer?.result?.length) silent.push(query);
  }
  return [
    {
      what: 'every query of the dashboard has an answer',
      figure: `${queries.length} queries, without one: ${silent.join('; ') || 'none'}`,
      isGood: silent.length === 0,
    },
  ];
}

async function listAlerts(prometheus: Prometheus): Promise<readonly string[]> {
  const { alerts } = await prometheus.ask<{ alerts: { labels: { alertname: string } }[] }>('alerts');
  return alerts.map(({ labels }) => labels.alertname);
}

async function hearNothing(prometheus: Prometheus): Promise<Check> {
  const heard = await listAlerts(prometheus);
  return {
    what: 'nothing fires while all is well',
    figure: heard.join(', ') || 'no alert',
    isGood: heard.length === 0,
  };
}

async function hearNobodyLooks(fleet: Fleet, prometheus: Prometheus): Promise<Check> {
  const from = performance.now();
  for (const name of fleet.names.filter((one) => one.startsWith('worker'))) await fleet.stop(name);
  let heard: readonly string[] = [];
  while (!heard.includes(NOBODY_LOOKS) && performance.now() - from < HEARD_WITHIN_MS) {
    await pause(LOOK_EVERY_MS);
    heard = await listAlerts(prometheus);
  }
  return {
    what: 'without workers the alert for it is raised',
    figure: `after ${Math.round((performance.now() - from) / 1000)} s: ${heard.join(', ') || 'no alert'}`,
    isGood: heard.includes(NOBODY_LOOKS) && heard.length === 1,
  };
}
