import type { Trace } from '#platform/http/trace.ts';
import type { Readable } from 'node:stream';
import type {
  AnswerOf,
  AuditAction,
  exportLedgerLines,
  getBooks,
  proveBooksNow,
  QueryOf,
} from '@mohlat/contract';
import { daysBetween } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import { exportLedger } from '#ledger/export.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { errorName } from '#platform/http/error-name.ts';
import type { LongFiles } from '#platform/http/long-files.ts';
import { PROVE_TASK, withOwnConnection } from './books-desk.jobs.ts';
import * as repo from './books-desk.repo.ts';

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
}

const EXPORT_DAYS_MAX = 366;

/** The ledger as finance reads it: out of the journals alone. */
export function createBooksDeskService(deps: Deps): BooksDeskService {
  const { worker, clock, log, longFiles } = deps;
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
        await audit(tx, { action: 'books.proof_asked', details: {} }, trace, now);
        return { askedAt: now.toISOString() };
      }),
    async export(actor, { from, to }, trace) {
      const days = daysBetween(from, to) + 1;
      if (days < 1 || days > EXPORT_DAYS_MAX) {
        const message = days < 1 ? 'The first day comes before the last' : 'Choose a year at most';
        throw new DomainError('validation_failed', { errors: [{ path: 'from', message }] });
      }
      const details = { from, to };
      return longFiles.open({
        begin: () =>
          worker.asStaff(actor, (tx) => audit(tx, { action: 'books.exported', details }, trace, clock.now())),
        write: (part) =>
          withOwnConnection(deps, (client) =>
            exportLedger(client, { fromOn: from, toOn: to }, async (lines) => {
              // A reader who was blocked, signed out or lost the role meanwhile gets no more of it.
              await worker.asStaff(actor, () => Promise.resolve());
              await part(lines);
            }),
          ),
        onBroken: (error) => {
          log.warn({ reason: errorName(error) }, 'a file of the ledger was not finished');
        },
      });
    },
  };
}

async function audit(
  tx: Tx,
  { action, details }: { readonly action: AuditAction; readonly details: object },
  { ip, requestId }: Trace,
  now: Date,
): Promise<void> {
  const values = [now, action, 'books', repo.BOOKS_ID, null, JSON.stringify(details), null, ip, requestId];
  await tx.call('select audit_staff($1, $2, $3, $4, $5, $6, $7, $8, $9)', values);
}
