import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Person } from '../../apps/server/test/person.ts';
import { ROOT } from '../run.ts';
import { type Fleet, openFleet } from './fleet.ts';
import { startPaying } from './payers.ts';
import { findProgram, runProgram } from './programs.ts';
import { type Check, pause, type Rehearsal, report } from './rehearsal.ts';
import { CAUSES } from './watch/causes.ts';
import { showCertificate } from './watch/certificate.ts';
import { ALERTS, type Prometheus, SETTINGS, startPrometheus } from './watch/prometheus.ts';
import type { Cause, Scene } from './watch/scene.ts';

const TESTS = ['alerts', 'followers', 'requests'].map((name) =>
  join(ROOT, `ops/prometheus/${name}.test.yml`),
);
const DASHBOARD = join(ROOT, 'ops/grafana/mohlat.json');
const HEARD_WITHIN_MS = 5 * 60_000;
const LOOK_EVERY_MS = 1000;
/** The durations of the alerts are hours. */
const FACTOR = 60;
const TOKEN = 'the token of a rehearsal';
const PULL_PAISE = 1500;

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

/** Alerts and dashboard in a real Prometheus: nothing fires while all is well, and for each cause its alert does, and no other. */
export const watch: Rehearsal<'people' | 'seconds'> = {
  about:
    'alerts and dashboard in a real Prometheus, over a fleet that works and to which one thing after the other happens',
  options: {
    people: { meaning: 'who pay meanwhile', fallback: 3 },
    seconds: { meaning: 'how long all is well', fallback: 60 },
  },
  choices: {
    alert: {
      meaning: 'for which alert its cause is made',
      of: ['all', ...CAUSES.flatMap(({ alerts }) => alerts)],
      fallback: 'all',
    },
  },
  async run({ people, seconds }, say, _words, { alert }) {
    const promtool = findProgram('promtool', 'prometheus');
    findProgram('prometheus', 'prometheus');
    const checks: Check[] = [
      tried('the alerts are sound', runProgram(promtool, ['check', 'rules', ALERTS])),
      tried('the settings are sound', runProgram(promtool, ['check', 'config', '--syntax-only', SETTINGS])),
      tried(
        'each alert fires when it should, and only then',
        runProgram(promtool, ['test', 'rules', ...TESTS]),
      ),
    ];
    const certificate = await showCertificate();
    const fleet = await openFleet({
      isDurable: true,
      say,
      env: { ...budgetFor(people), METRICS_TOKEN: TOKEN, WATCHED_CERTIFICATES: certificate.address },
    });
    const targets = { mohlat: fleet.apiPorts, 'mohlat-workers': fleet.workerPorts };
    const prometheus = await startPrometheus(targets, { token: TOKEN, factor: FACTOR });
    try {
      checks.push(
        tried('Prometheus starts from them', runProgram(promtool, ['check', 'config', prometheus.settings])),
      );
      await fleet.sql.query("select graphile_worker.add_job('books_prove', '{}')");
      // As the backup of an installation does.
      await fleet.sql.query('select base_copy_told(now())');
      const load = await startPaying(fleet, people);
      const scene = { ...(await joinedByPayer(fleet)), certificate };
      say(`${people} people pay for ${seconds} s.`);
      await pause(seconds * 1000);
      await load.stop();
      checks.push(...(await askDashboard(prometheus)), await hearNothing(prometheus));
      const causes = CAUSES.filter(
        ({ alerts }) => alert === undefined || alert === 'all' || alerts.includes(alert),
      );
      say(`Durations of the alerts are a ${FACTOR}th; their expressions are as they are.`);
      checks.push(
        ...(await makeEach(causes, scene, prometheus, say)),
        ...(alert === 'all' ? [listUncaused()] : []),
      );
      return report(checks, say);
    } finally {
      await prometheus.stop();
      await fleet.close();
      certificate.close();
    }
  },
};

/** Room for those who pay and for one more, within four fifths of it. */
function budgetFor(people: number): { readonly PROVIDER_BUDGETS: string } {
  const known = people + 1;
  const dayPaise = (known + Math.ceil(known / 4)) * PULL_PAISE;
  return { PROVIDER_BUDGETS: JSON.stringify({ decentro: { dayPaise, prices: { pullReport: PULL_PAISE } } }) };
}

async function joinedByPayer(fleet: Fleet): Promise<Omit<Scene, 'certificate'>> {
  const server = { ...fleet, dataDir: '', logText: () => '', stop: () => Promise.resolve() };
  const payer = await new Person(server).ready();
  return { ...fleet, payer, card: await payer.addCard() };
}

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

async function hearNothing(prometheus: Prometheus): Promise<Check> {
  const { firing, pending } = await prometheus.listAlerts();
  const heard = [...firing, ...pending];
  return {
    what: 'nothing fires while all is well',
    figure: heard.join(', ') || 'no alert',
    isGood: heard.length === 0,
  };
}

/**
 * Makes one cause after the other. An alert of an earlier one may go on until it has noticed that its cause is gone; those of the one
 * just before may still come, since figures are a quarter of a minute old.
 */
async function makeEach(
  causes: readonly Cause[],
  scene: Scene,
  prometheus: Prometheus,
  say: (line: string) => void,
): Promise<readonly Check[]> {
  const earlier = new Set<string>();
  const checks: Check[] = [];
  let before: readonly string[] = [];
  for (const cause of causes) {
    say(`  ${cause.what} (made by ${cause.madeBy})`);
    const { firing } = await prometheus.listAlerts();
    for (const one of earlier) if (!firing.has(one) && !before.includes(one)) earlier.delete(one);
    const check = await hear(cause, scene, prometheus, earlier);
    say(`    ${check.figure}`);
    checks.push(check);
    await cause.end?.(scene);
    before = [...cause.alerts, ...(cause.beside ?? [])];
    for (const one of before) earlier.add(one);
  }
  checks.push(await hearEnd(causes, prometheus));
  return checks;
}

async function hear(
  cause: Cause,
  scene: Scene,
  prometheus: Prometheus,
  earlier: ReadonlySet<string>,
): Promise<Check> {
  const from = performance.now();
  await cause.begin(scene);
  let firing: ReadonlySet<string> = new Set();
  const isHeard = () => cause.alerts.every((one) => firing.has(one));
  while (!isHeard() && performance.now() - from < HEARD_WITHIN_MS) {
    await pause(LOOK_EVERY_MS);
    ({ firing } = await prometheus.listAlerts());
  }
  const beside = [...firing].filter((one) => !cause.alerts.includes(one));
  const strange = beside.filter((one) => !earlier.has(one) && cause.beside?.includes(one) !== true);
  const took = `after ${Math.round((performance.now() - from) / 1000)} s`;
  return {
    what: `${cause.alerts.join(', ')}: ${cause.what} (made by ${cause.madeBy})`,
    figure: `${isHeard() ? took : `not ${took}`}; beside: ${beside.join(', ') || 'none'}${strange.length === 0 ? '' : `, of which nobody expected ${strange.join(', ')}`}`,
    isGood: isHeard() && strange.length === 0,
  };
}

/** That each alert whose cause was put right has ended. */
async function hearEnd(causes: readonly Cause[], prometheus: Prometheus): Promise<Check> {
  const lasting = new Set(causes.filter(({ end }) => end === undefined).flatMap(({ alerts }) => alerts));
  const mended = causes.flatMap(({ alerts }) => alerts).filter((one) => !lasting.has(one));
  const until = performance.now() + HEARD_WITHIN_MS;
  let left: readonly string[] = mended;
  while (left.length > 0 && performance.now() < until) {
    await pause(LOOK_EVERY_MS);
    const { firing } = await prometheus.listAlerts();
    left = mended.filter((one) => firing.has(one));
  }
  return {
    what: 'an alert ends with its cause',
    figure: `${mended.length} alerts whose cause was put right, left: ${left.join(', ') || 'none'}`,
    isGood: left.length === 0,
  };
}

/** The alerts of the repository for which no cause is made here, by name. */
function listUncaused(): Check {
  const names = [...readFileSync(ALERTS, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  const caused = new Set(CAUSES.flatMap(({ alerts }) => alerts));
  const uncaused = names.filter((name) => !caused.has(name));
  return {
    what: 'every alert has a cause here',
    figure: `${caused.size} of ${names.length} have one, without: ${uncaused.join(', ') || 'none'}`,
    isGood: uncaused.length === 0,
  };
}
