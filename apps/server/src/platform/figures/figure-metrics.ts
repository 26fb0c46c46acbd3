import { Gauge, type Registry } from 'prom-client';
import type { MachineClock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { ageOfFigures, type Figure, type KeptFigure, listFigures } from './figures.ts';

/** The age of the oldest figure, in seconds; above a minute no worker reads the figures, and they are out of date. */
export const FIGURES_AGE = 'mohlat_figures_age_seconds';

interface Deps {
  readonly api: Database;
  readonly machineClock: MachineClock;
}

/**
 * Adds the figures to the metrics of a process, as a worker last read them. All are one statement at each reading of the metrics.
 * Without the database they are left out, and the others are told all the same.
 */
export function registerFigures(metrics: Registry, figures: readonly Figure[], deps: Deps): void {
  let reading: Promise<readonly KeptFigure[]> | undefined;
  const read = () => {
    reading ??= listFigures(deps.api)
      .catch((): KeptFigure[] => [])
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  for (const { name, help, label } of figures)
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [metrics],
      async collect() {
        const kept = (await read()).filter((one) => one.name === name);
        this.reset();
        // A figure that was never read is left out: nought would be a statement.
        if (label === undefined && kept.length === 0) this.remove();
        for (const one of kept) {
          if (label === undefined) this.set(one.value);
          else this.set({ [label]: one.label }, one.value);
        }
      },
    });
  new Gauge({
    name: FIGURES_AGE,
    help: 'Age of the oldest figure of the business that is shown',
    registers: [metrics],
    async collect() {
      const ageMs = ageOfFigures(await read(), figures, deps.machineClock.now());
      if (ageMs === undefined) this.remove();
      else this.set(ageMs / 1000);
    },
  });
}
