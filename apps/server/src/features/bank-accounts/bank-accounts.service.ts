import { BANK_REASONS, type BankAccount, type BankReasonCode, type BodyOf } from '@mohlat/contract';
import type { linkBankAccount, listBankAccounts, QueryOf } from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import { recordConsent } from '#features/kyc/index.ts';
import { keepOpen, refuseGuarded } from '#features/open-account.ts';
import { withdrawReviews } from '#features/reviews/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import { pageOf, readCursor } from '#platform/db/cursor.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { CHECK_TASK } from './bank-accounts.jobs.ts';
import * as repo from './bank-accounts.repo.ts';
import { ACCOUNTS_MAX, maskAccountNumber } from './bank-accounts.rules.ts';

type Deps = Pick<FeatureContext, 'api' | 'clock' | 'vault' | 'providers' | 'limits'>;
type Link = BodyOf<typeof linkBankAccount>;

/** Under which request, and in which language the consent was read. */
interface Asked {
  readonly requestId: string;
  readonly language: 'en' | 'hi';
}

export interface BankAccountsService {
  list(
    actor: Actor,
    page: QueryOf<typeof listBankAccounts>,
  ): Promise<{ items: BankAccount[]; nextCursor: string | null }>;
  link(actor: Actor, body: Link, asked: Asked): Promise<BankAccount>;
  remove(actor: Actor, id: string): Promise<void>;
  makeDefault(actor: Actor, id: string): Promise<BankAccount>;
  verify(actor: Actor, id: string): Promise<BankAccount>;
}

/** The job follows at once; this is for the case that it is lost with its process. */
const FIRST_LOOK_MS = 60_000;

export function createBankAccountsService(deps: Deps): BankAccountsService {
  const { api, clock } = deps;
  /** A change of one account; the answer is the account as it then stands. Throws not_found. */
  const change = (actor: Actor, id: string, work: (tx: Tx, row: repo.AccountRow) => Promise<void>) =>
    api.asUser(actor, async (tx) => {
      await repo.lockAccounts(tx, actor.userId);
      await work(tx, await found(tx, actor, id));
      return toAnswer(await found(tx, actor, id));
    });
  return {
    list: (actor, page) =>
      api.asUser(actor, async (tx) => {
        const after = readCursor(page.cursor);
        const rows = await repo.listAccounts(tx, actor.userId, { after, limit: page.limit });
        const cut = pageOf(rows, page.limit, (row) => ({ at: row.created_at, id: row.id }));
        return { items: cut.items.map(toAnswer), nextCursor: cut.nextCursor };
      }),
    link: (actor, body, asked) => link(deps, actor, body, asked),
    remove: (actor, id) =>
      api.asUser(actor, async (tx) => {
        await repo.lockAccounts(tx, actor.userId);
        const row = await found(tx, actor, id);
        if (row.is_default && (await repo.hasHeir(tx, actor.userId, id)))
          await refuseGuarded(tx, actor.userId);
        await repo.removeAccount(tx, actor.userId, id, clock.now());
        await withdrawReviews(tx, { userId: actor.userId, kind: 'bank_account', subjectId: id });
      }),
    makeDefault: (actor, id) =>
      change(actor, id, async (tx, row) => {
        await refuseGuarded(tx, actor.userId);
        if (row.status !== 'verified') throw new DomainError('bank_account_not_verified');
        await repo.setDefault(tx, actor.userId, id);
      }),
    verify: (actor, id) =>
      change(actor, id, async (tx, row) => {
        // Pressed twice: the bank is being asked already.
        if (row.status === 'pending') return;
        if (row.status !== 'unverified') throw new DomainError('bank_account_checked');
        await deps.limits.countIn(tx, 'bank_account');
        await repo.startRound(tx, actor.userId, id, timesOf(deps));
        await enqueueCheck(tx, actor, id);
      }),
  };
}

/**
 * The number is sealed here and goes on under its id alone. An account that was rejected makes room for the same one
 * typed again. Throws: validation_failed (an unknown IFSC), account_guarded, bank_account_exists, bank_account_limit.
 * Rule: SPEC-5 bank form.
 */
async function link(deps: Deps, actor: Actor, body: Link, asked: Asked): Promise<BankAccount> {
  await deps.limits.count(actor, 'ifsc');
  const branch = await deps.providers.ifsc.lookup(body.ifsc, {
    requestId: asked.requestId,
    actor: 'user',
  });
  if (!branch.found) {
    const errors = [{ path: 'ifsc', message: 'Invalid IFSC code' }];
    throw new DomainError('validation_failed', { errors });
  }
  const id = newId();
  const number = `${body.ifsc}|${body.accountNumber}`;
  const account: repo.NewAccount = {
    id,
    accountName: body.accountName,
    sealed: deps.vault.seal(body.accountNumber, `bank-account:${id}`),
    fingerprint: deps.vault.fingerprint(number, `bank-account:${actor.userId}`),
    holderHash: deps.vault.fingerprint(number, 'bank-account holder'),
    masked: maskAccountNumber(body.accountNumber),
    ifsc: body.ifsc,
    bankName: branch.bank,
    branch: branch.branch,
    city: branch.city,
  };
  return deps.api.asUser(actor, async (tx) => {
    await keepOpen(tx, actor.userId);
    await refuseGuarded(tx, actor.userId);
    await repo.lockAccounts(tx, actor.userId);
    const twin = await repo.findTwin(tx, actor.userId, account.fingerprint);
    if (twin && twin.status !== 'rejected') throw new DomainError('bank_account_exists');
    if (twin) await repo.removeAccount(tx, actor.userId, twin.id, deps.clock.now());
    if ((await repo.countAccounts(tx, actor.userId)) >= ACCOUNTS_MAX)
      throw new DomainError('bank_account_limit');
    await deps.limits.countIn(tx, 'bank_account');
    await recordConsent(tx, actor.userId, 'bank_verification', deps.clock.now(), asked.language);
    const row = await repo.addAccount(tx, actor.userId, account, timesOf(deps));
    await enqueueCheck(tx, actor, id);
    return toAnswer(row);
  });
}

function timesOf({ clock }: Deps) {
  const now = clock.now();
  return { now, nextLookAt: new Date(now.getTime() + FIRST_LOOK_MS) };
}

async function enqueueCheck(tx: Tx, actor: Actor, accountId: string): Promise<void> {
  const payload = { userId: actor.userId, accountId };
  await tx.enqueue(CHECK_TASK, payload, { key: `bank_account:${accountId}`, attemptsMax: 3 });
}

async function found(tx: Tx, actor: Actor, id: string): Promise<repo.AccountRow> {
  const row = await repo.findAccount(tx, actor.userId, id);
  if (!row) throw new DomainError('not_found');
  return row;
}

function toAnswer(row: repo.AccountRow): BankAccount {
  const reason = row.reason as BankReasonCode | null;
  return {
    id: row.id,
    accountName: row.account_name,
    maskedAccountNumber: row.masked_number,
    ifsc: row.ifsc,
    bankName: row.bank_name,
    branch: row.branch,
    city: row.city,
    isDefault: row.is_default,
    verification: {
      status: row.status,
      reason: reason === null ? null : { code: reason, text: BANK_REASONS[reason].en },
      nameAtBank: row.status === 'verified' ? row.name_at_bank : null,
    },
    createdAt: row.created_at.toISOString(),
  };
}
