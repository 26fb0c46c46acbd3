import {
  type Borrower,
  type DueReport,
  firstReport,
  linesOf,
  needsLook,
  reportAfter,
  reportBy,
  type ReportingDates,
} from '@mohlat/lending';
import { addDays, type BusinessDate } from '@mohlat/money';
import { z } from 'zod';
import type { FeatureContext } from '#features/context.ts';
import { loadBorrowers, loadPasts } from '#features/lending/index.ts';
import { settingsAt } from '#features/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { type Job, job } from '#platform/jobs/worker.ts';
import * as repo from './bureau-reports.repo.ts';

type Deps = Pick<FeatureContext, 'worker' | 'clock' | 'log'>;

const TASK = 'bureau-reports.make';
const PEOPLE_AT_ONCE = 200;

/** A report that is due to be made, with the reference date before it. */
interface Next {
  readonly due: DueReport;
  readonly afterOn: BusinessDate;
}

/**
 * The next report to make: of a reference date that is closed for everybody; none is of a time without loans.
 */
async function findNext(tx: Tx, place: repo.Place, dates: ReportingDates): Promise<Next | undefined> {
  const { lastOn, closedOn } = place;
  if (closedOn === null) return undefined;
  if (lastOn !== null) {
    const due = reportAfter(dates, lastOn);
    return due.asOn <= closedOn ? { due, afterOn: lastOn } : undefined;
  }
  const firstLentOn = await repo.findFirstLentOn(tx);
  const due = firstLentOn === null ? undefined : firstReport(dates, firstLentOn, closedOn);
  return due && { due, afterOn: reportBy(dates, addDays(due.asOn, -1)).asOn };
}

/** Asks for the reports of dates that are closed. */
export async function sweepBureauReports({ worker, clock }: Pick<Deps, 'worker' | 'clock'>): Promise<number> {
  return worker.plain(async (tx) => {
    const place = await repo.findPlace(tx, clock.today());
    if (!place.isUnderWay) {
      if (place.closedOn === null || place.closedOn === place.lastOn) return 0;
      const { bureau } = await settingsAt(tx, clock.now());
      if ((await findNext(tx, place, bureau)) === undefined) return 0;
    }
    await tx.enqueueAgain(TASK, [{ payload: {}, key: TASK }], { attemptsMax: 5 });
    return 1;
  });
}

export function bureauReportJobs(deps: Deps): Job[] {
  return [
    job(
      TASK,
      z.object({}),
      async () => {
        const made = await makeReports(deps);
        deps.log.info({ made }, 'reports to credit information companies');
      },
      'long',
    ),
  ];
}

/**
 * Writes the records of every report that is due, in chunks of people that each are one transaction. May be killed anywhere and run
 * again: a record that was written stands.
 * Rule: LEND-24 (bureau), LEND-22 step 9
 */
export async function makeReports(deps: Deps): Promise<number> {
  const { worker, clock } = deps;
  for (let made = 0; ; made += 1) {
    const report = await worker.plain((tx) => takeNext(tx, clock));
    if (report === undefined) return made;
    let after = repo.NOBODY;
    for (;;) {
      const page = { after, limit: PEOPLE_AT_ONCE };
      const people = await worker.plain((tx) => repo.listPeople(tx, report, page));
      const last = people.at(-1);
      if (last === undefined) break;
      await worker.plain((tx) => reportPeople(tx, report, people));
      after = last;
    }
    await worker.plain((tx) => repo.finishReport(tx, report, clock.now()));
  }
}

async function takeNext(tx: Tx, clock: Deps['clock']): Promise<repo.Report | undefined> {
  const underWay = await repo.findUnderWay(tx);
  if (underWay !== undefined) return underWay;
  const now = clock.now();
  const { bureau } = await settingsAt(tx, now);
  const next = await findNext(tx, await repo.findPlace(tx, clock.today()), bureau);
  if (next === undefined) return undefined;
  await repo.beginReport(tx, next.due, next.afterOn, now);
  return repo.findUnderWay(tx);
}

/** Decides and writes the records of some people, by one state of the database. */
async function reportPeople(tx: Tx, report: repo.Report, people: readonly string[]): Promise<void> {
  await tx.call('set transaction isolation level repeatable read');
  const borrowers = await loadBorrowers(tx, people);
  const sent = Map.groupBy(await repo.listSent(tx, people, report.asOn), ({ userId }) => userId);
  const moved = await repo.listMovedSince(tx, people, report.asOn);
  const changed = await repo.listChangedPeople(tx, people, report.asOn);
  const records: repo.RecordRow[] = [];
  for (const borrower of borrowers) {
    const { userId } = borrower;
    const known = sent.get(userId) ?? [];
    const pasts = await findPasts(tx, borrower, known, { ...report, isMoved: moved.has(userId) });
    const reporting = { ...report, isPersonChanged: changed.has(userId) };
    for (const loan of borrower.loans) {
      const lines = linesOf(
        loan,
        {
          loans: borrower.loans,
          past: pasts.find(({ loanId }) => loanId === loan.id),
          sent: known,
        },
        reporting,
      );
      const written = { userId, loanId: loan.id, reportedOn: report.asOn, rewoundCount: loan.rewoundCount };
      records.push(...lines.map(({ record }) => ({ ...record, ...written })));
    }
  }
  if (records.length > 0) await repo.writeRecords(tx, records);
}

/**
 * The past of a person's loans as far back as a record of them is looked at; none where nothing happened since. A loan that a migration
 * closed has no journal of it.
 */
async function findPasts(
  tx: Tx,
  { userId, loans }: Borrower,
  known: readonly repo.RecordRow[],
  { asOn, afterOn, isMoved }: Pick<repo.Report, 'asOn' | 'afterOn'> & { readonly isMoved: boolean },
) {
  const looked = needsLook(loans, known, afterOn) ? known.map((one) => one.asOn) : [];
  const isClosedSince = loans.some(({ closedOn }) => closedOn !== null && closedOn > asOn);
  if (looked.length === 0 && !isMoved && !isClosedSince) return [];
  const fromOn = [asOn, ...looked].reduce((a, b) => (a < b ? a : b));
  return loadPasts(tx, userId, addDays(fromOn, 1));
}
