import type { Trace } from '#platform/http/trace.ts';
import type { Readable } from 'node:stream';
import type {
  AnswerOf,
  exportLedgerLines,
  exportTaxRegister,
  getBooks,
  proveBooksNow,
  QueryOf,
} from '@mohlat/contract';
import { type BusinessDate, daysBetween } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import { exportLedger } from '#ledger/export.ts';
import { type AuditNote, writeAudit } from '#platform/audit/audit.ts';
import type { Actor } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type pg from 'pg';
import { errorName } from '#platform/http/error-name.ts';
import type { LongFiles, WritePart } from '#platform/http/long-files.ts';
import { PROVE_TASK, withOwnConnection } from './books-desk.jobs.ts';
import * as repo from './books-desk.repo.ts';
import { exportGstRegister } from './gst-register.ts';

type Deps = Pick<FeatureContext, 'worker' | 'clock' | 'config' | 'log'> & {
  readonly longFiles: LongFiles;
};

export interface BooksDeskService {
  get(actor: Actor, query: QueryOf<typeof getBooks>): Promise<AnswerOf<typeof getBooks>>;
  /** Has the books proven by a job; who asked is audited. */
  prove(actor: Actor, trace: Trace): Promise<AnswerOf<typeof proveBooksNow>>;
  /**
   * Read part by part as it is taken; audited before the first line. Throws validation_failed for a period that is none,
   * exports_busy.
   */
  export(actor: Actor, period: QueryOf<typeof exportLedgerLines>, trace: Trace): Promise<Readable>;
  /** The register of tax documents, as `export`. Rule: LEND-F5 */
  exportTax(actor: Actor, query: QueryOf<typeof exportTaxRegister>, trace: Trace): Promise<Readable>;
}

const EXPORT_DAYS_MAX = 366;
const ABOUT = { objectKind: 'books', objectId: repo.BOOKS_ID };

/** The ledger as finance reads it: out of the journals alone. */
export function createBooksDeskService(deps: Deps): BooksDeskService {
  const { worker, clock } = deps;
  return {
    get: (actor, { throughOn }) =>
      worker.asStaff(actor, async (tx) => {
        const through = throughOn ?? (await repo.findShownDay(tx, clock.today()));
        const accounts = await repo.listAccounts(tx, through);
        const sum = accounts.reduce((total, account) => total + account.closingPaise, 0);
        return { throughOn: through, accounts, isBalanced: sum === 0, proof: await repo.findProof(tx) };
      }),
    prove: (actor, trace) =>
      worker.asStaff(actor, async (tx) => {
        const now = clock.now();
        await tx.enqueue(PROVE_TASK, {}, { key: PROVE_TASK, attemptsMax: 2 });
        await writeAudit(tx, now, { action: 'books.proof_asked', ...ABOUT }, trace);
        return { askedAt: now.toISOString() };
      }),
    async export(actor, { from, to }, trace) {
      assertPeriod(from, to);
      return openFile(
        deps,
        actor,
        { action: 'books.exported', ...ABOUT, details: { from, to } },
        trace,
        (client, part) => exportLedger(client, { fromOn: from, toOn: to }, part),
      );
    },
    async exportTax(actor, { language, ...period }, trace) {
      assertPeriod(period.from, period.to);
      return openFile(
        deps,
        actor,
        { action: 'books.tax_exported', ...ABOUT, details: period },
        trace,
        (client, part) => exportGstRegister(client, period, language, part),
      );
    },
  };
}

/** Throws validation_failed for a period that is none, or is longer than a year. */
function assertPeriod(from: BusinessDate, to: BusinessDate): void {
  const days = daysBetween(from, to) + 1;
  if (days >= 1 && days <= EXPORT_DAYS_MAX) return;
  const message = days < 1 ? 'The first day comes before the last' : 'Choose a year at most';
  throw new DomainError('validation_failed', { errors: [{ path: 'from', message }] });
}

/** A file of the books, on a connection of its own; audited before its first line. Throws exports_busy. */
function openFile(
  deps: Deps,
  actor: Actor,
  note: AuditNote,
  trace: Trace,
  write: (client: pg.ClientBase, part: WritePart) => Promise<unknown>,
): Promise<Readable> {
  const { worker, clock, log, longFiles } = deps;
  return longFiles.open({
    begin: () => worker.asStaff(actor, (tx) => writeAudit(tx, clock.now(), note, trace)),
    write: (part) =>
      withOwnConnection(deps, (client) =>
        write(client, async (lines) => {
          // A reader who was blocked, signed out or lost the role meanwhile gets no more of it.
          await worker.asStaff(actor, () => Promise.resolve());
          await part(lines);
        }),
      ),
    onBroken: (error) => {
      log.warn({ reason: errorName(error) }, 'a file of the books was not finished');
    },
  });
}
