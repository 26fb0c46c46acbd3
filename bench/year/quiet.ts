import { addDays, type BusinessDate } from '@mohlat/money';
import type { World } from './borrower.ts';

const LOOK_MS = 25;
/** Work that is left and does not move for so long is stuck: a failure of the product, however slow the machine is. */
const STUCK_MS = 120_000;

/** Work that is due at an instant: jobs that wait or run, rows whose next look is due, loans whose day is not closed. */
const DUE = `
  select
    (select count(*) from graphile_worker.jobs where run_at <= now() and attempts < max_attempts)::integer as jobs,
    (select count(*) from payments where next_enquiry_at <= $1)::integer as payments,
    (select count(*) from repayments where next_enquiry_at <= $1)::integer as repayments,
    (select count(*) from mandates where next_look_at <= $1)::integer as mandates,
    (select count(*) from presentations where next_look_at <= $1)::integer as presentations,
    (select count(*) from refunds where next_look_at <= $1)::integer as refunds,
    (select count(*) from loan_days
     where is_open and closed_through_on < $2 and coalesce(next_on, '-infinity') <= $2)::integer as days`;

/** Moves the clock of the outside world, and waits until the product has nothing left to do at that time. */
export async function liveUntil(world: World, on: BusinessDate, time: string): Promise<void> {
  const target = new Date(`${on}T${time}+05:30`);
  await world.control('POST', '/clock', { now: target.toISOString() });
  await untilQuiet(world, on, target);
}

/** Waits until the product has nothing left to do at the time it is. */
export async function restNow(world: World, on: BusinessDate): Promise<void> {
  const { now } = await world.control<{ now: string }>('GET', '/clock');
  await untilQuiet(world, on, new Date(now));
}

/** Until nothing is due at an instant of a business day that is past its half past midnight. */
async function untilQuiet(world: World, on: BusinessDate, at: Date): Promise<void> {
  let left = '';
  let movedAt = performance.now();
  for (;;) {
    const { rows } = await world.sql.query<Record<string, number>>(DUE, [at, addDays(on, -1)]);
    const due = Object.entries(rows[0] ?? {}).filter(([, count]) => count > 0);
    if (due.length === 0) return;
    const seen = JSON.stringify(Object.fromEntries(due));
    if (seen !== left) movedAt = performance.now();
    left = seen;
    if (performance.now() - movedAt > STUCK_MS)
      throw new Error(`${on}: nothing moved for two minutes: ${left}`);
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
}
