import type { Readable } from 'node:stream';
import type { AnswerOf, BodyOf, listBureauReports, noteBureauSubmission, QueryOf } from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { errorName } from '#platform/http/error-name.ts';
import type { LongFiles, WritePart } from '#platform/http/long-files.ts';
import type { Trace } from '#platform/http/trace.ts';
import { fileHead, fileLines, totalLine } from './bureau-reports.file.ts';
import * as repo from './bureau-reports.repo.ts';
import { TELL_TASK } from './bureau-reports.tell.ts';

type Deps = Pick<FeatureContext, 'worker' | 'clock' | 'vault' | 'log'> & { readonly longFiles: LongFiles };

export interface BureauReportsService {
  list(actor: Actor, query: QueryOf<typeof listBureauReports>): Promise<AnswerOf<typeof listBureauReports>>;
  /** Read part by part as it is taken; audited before the first line. Throws not_found, exports_busy. */
  export(
    actor: Actor,
    id: string,
    trace: Trace,
  ): Promise<{ readonly asOn: string; readonly content: Readable }>;
  /** Throws not_found. */
  noteSubmitted(
    actor: Actor,
    id: string,
    body: BodyOf<typeof noteBureauSubmission>,
    trace: Trace,
  ): Promise<void>;
}

const ROWS_AT_ONCE = 500;

/** Reports to credit information companies, for staff of finance. Rule: LEND-24 (bureau) */
export function createBureauReportsService(deps: Deps): BureauReportsService {
  const { worker, clock, log, longFiles } = deps;
  return {
    list: (actor, query) => worker.asStaff(actor, (tx) => repo.listReports(tx, query, clock.today())),
    async export(actor, id, trace) {
      const report = await worker.asStaff(actor, (tx) => find(tx, id));
      const content = await longFiles.open({
        begin: () =>
          worker.asStaff(actor, async (tx) => {
            const now = clock.now();
            await repo.noteFetched(tx, id, now);
            const details = { asOn: report.asOn, accounts: report.accountCount + report.correctionCount };
            await writeAudit(tx, now, { action: 'bureau_report.exported', ...aboutOf(id), details }, trace);
          }),
        write: (part) => writeFile(deps, actor, report, part),
        onBroken: (error) => {
          log.warn({ reason: errorName(error) }, 'a report to credit information companies was not finished');
        },
      });
      return { asOn: report.asOn, content };
    },
    noteSubmitted: (actor, id, body, trace) =>
      worker.asStaff(actor, async (tx) => {
        const now = clock.now();
        const { asOn } = await find(tx, id);
        if (await repo.noteSubmitted(tx, id, body, now))
          await tx.enqueue(TELL_TASK, { reportId: id }, { key: `${TELL_TASK}:${id}`, attemptsMax: 5 });
        const details = { asOn, ...body };
        await writeAudit(tx, now, { action: 'bureau_report.submitted', ...aboutOf(id), details }, trace);
      }),
  };
}

type Found = NonNullable<Awaited<ReturnType<typeof repo.findReport>>>;

async function find(tx: Tx, id: string): Promise<Found> {
  const report = await repo.findReport(tx, id);
  if (report === undefined) throw new DomainError('not_found');
  return report;
}

/** Each part in a transaction of its own: a slow reader holds nothing open, and a role taken away ends it. */
async function writeFile(
  { worker, vault }: Deps,
  actor: Actor,
  report: Found,
  write: WritePart,
): Promise<void> {
  await write(fileHead());
  let after: repo.FilePlace | undefined;
  for (;;) {
    const rows = await worker.asStaff(actor, (tx) => repo.listForFile(tx, report.asOn, after, ROWS_AT_ONCE));
    if (rows.length > 0) await write(fileLines(rows, vault));
    after = rows.at(-1);
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await write(totalLine(report));
}

function aboutOf(id: string) {
  return { objectKind: 'bureau_report', objectId: id };
}
