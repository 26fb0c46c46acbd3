import type { FeatureContext } from '#features/context.ts';
import { judgeNameMatch } from '#features/kyc/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import { type BankAccountAnswer, ProviderError } from '#providers/index.ts';
import { decideAccount, GIVE_UP_AFTER_MS, isCutOff, nextLookMs, nextStep } from './bank-accounts.rules.ts';
import { conclude, type SettleDeps } from './bank-accounts.settle.ts';
import * as work from './bank-accounts.work.repo.ts';

export type CheckDeps = SettleDeps & Pick<FeatureContext, 'providers' | 'vault' | 'log' | 'limits'>;

/** Most banks answer at once: these looks follow the sending directly, the rest is the schedule's. */
const FIRST_LOOKS_MS = [0, 200, 300, 500, 1000] as const;

type Step =
  | { readonly kind: 'none' }
  | { readonly kind: 'send'; readonly checkId: string; readonly ifsc: string; readonly accountNumber: string }
  | { readonly kind: 'ask'; readonly checkId: string; readonly ref: string };

/**
 * Takes an open account as far as it will go: sends the rupee, asks about it, settles. Called again, at any time and by
 * anybody, it goes on from what is written down. Rule: LEND-24.
 */
export async function checkAccount(deps: CheckDeps, ids: work.AccountIds): Promise<void> {
  let step = await takeStep(deps, ids);
  while (step.kind === 'send') {
    await send(deps, ids, step);
    step = await takeStep(deps, ids);
  }
  if (step.kind === 'ask') await lookUntilQuiet(deps, ids, step);
}

/** Decides under the account's lock what comes next; a sending is written down before it is made. */
async function takeStep(deps: CheckDeps, ids: work.AccountIds): Promise<Step> {
  const now = deps.clock.now();
  return deps.worker.forUser(ids.userId, async (tx) => {
    const row = await work.lockOpen(tx, ids);
    if (!row) return { kind: 'none' };
    const checks = await work.listChecks(tx, ids, row.round);
    for (const check of checks)
      if (check.state === 'sending' && isCutOff(check, now))
        await work.saveSend(tx, ids.userId, check.id, { state: 'lost', outcome: 'cut_off' });
    const next = nextStep(checks, now);
    switch (next.kind) {
      case 'ask':
        return next;
      case 'wait':
        return { kind: 'none' };
      case 'give_up':
        await conclude(deps, tx, ids, row, { status: 'unverified', reason: 'answer_lost' });
        return { kind: 'none' };
      case 'send':
        if ((await work.findHolder(tx, ids.userId)) === undefined) {
          // No rupee for an answer that could not be used.
          await conclude(deps, tx, ids, row, { status: 'unverified', reason: 'pan_first' });
          return { kind: 'none' };
        }
        return begin(deps, tx, ids, row);
    }
  });
}

async function begin(
  deps: CheckDeps,
  tx: Parameters<typeof work.beginCheck>[0],
  ids: work.AccountIds,
  row: work.OpenRow,
): Promise<Step> {
  const { ifsc } = row;
  const accountNumber = deps.vault.open(row.number_sealed, `bank-account:${ids.accountId}`);
  // Without the person in it: one account is the same for all who link it.
  const target = deps.vault.fingerprint(`${ifsc}|${accountNumber}`, 'bank-account');
  if (!(await deps.limits.mayGoOut(tx, 'rupee', target))) {
    await conclude(deps, tx, ids, row, { status: 'unverified', reason: 'rupees_used' });
    return { kind: 'none' };
  }
  const checkId = newId();
  await work.beginCheck(tx, ids, { id: checkId, round: row.round }, deps.clock.now());
  return { kind: 'send', checkId, ifsc, accountNumber };
}

async function send(
  deps: CheckDeps,
  ids: work.AccountIds,
  { checkId, ifsc, accountNumber }: Extract<Step, { kind: 'send' }>,
): Promise<void> {
  const sent = await deps.providers.bankAccount
    .start({ key: checkId, ifsc, accountNumber }, { requestId: checkId, actor: 'job' })
    .then(
      ({ ref }): work.SendOutcome => ({ state: 'asked', ref }),
      (error: unknown): work.SendOutcome => {
        if (!(error instanceof ProviderError)) throw error;
        deps.log.warn({ bankAccountId: ids.accountId, outcome: error.name }, 'bank account not asked about');
        return { state: error.outcome === 'unknown' ? 'lost' : 'not_sent', outcome: error.name };
      },
    );
  await deps.worker.forUser(ids.userId, async (tx) => {
    const row = await work.lockOpen(tx, ids);
    // Taken for lost meanwhile: another rupee may be under way already.
    if (!(await work.saveSend(tx, ids.userId, checkId, sent))) return;
    // Nothing happened, and it would not the next moment: the person may try again.
    if (row && sent.state === 'not_sent')
      await conclude(deps, tx, ids, row, { status: 'unverified', reason: 'bank_not_answering' });
  });
}

type Asked = Extract<Step, { kind: 'ask' }>;

async function lookUntilQuiet(deps: CheckDeps, ids: work.AccountIds, asked: Asked): Promise<void> {
  for (const pauseMs of FIRST_LOOKS_MS) {
    if (pauseMs > 0) await deps.clock.pause(pauseMs);
    if ((await look(deps, ids, asked)) === 'final') return;
  }
  await lookLater(deps, ids);
}

/** Asks how a check stands. Whatever is not a clear answer leaves the account open. */
async function look(deps: CheckDeps, ids: work.AccountIds, asked: Asked): Promise<'final' | 'open'> {
  try {
    const answer = await deps.providers.bankAccount.get(asked.ref);
    if (answer.state === 'pending') return 'open';
    return await apply(deps, ids, asked, { ...answer, state: answer.state });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn(
      { bankAccountId: ids.accountId, outcome: error.name },
      'no clear answer about a bank account',
    );
    return 'open';
  }
}

type Answer = BankAccountAnswer & { readonly state: Exclude<BankAccountAnswer['state'], 'pending'> };

async function apply(
  deps: CheckDeps,
  ids: work.AccountIds,
  asked: Asked,
  answer: Answer,
): Promise<'final' | 'open'> {
  const find = () => deps.worker.forUser(ids.userId, (tx) => work.findHolder(tx, ids.userId));
  const holder = answer.nameAtBank === undefined ? undefined : await find();
  const { nameAtBank } = answer;
  const isProven = nameAtBank !== undefined && holder !== undefined;
  const score = isProven ? await deps.providers.nameMatch.score(holder, nameAtBank) : undefined;
  const percent = score?.percent;
  const decision = decideAccount(answer, isProven ? judgeNameMatch(percent) : 'unproven');
  const isKept = decision.status === 'verified' || decision.status === 'review';
  return deps.worker.forUser(ids.userId, async (tx) => {
    const row = await work.lockOpen(tx, ids);
    if (!row) return 'final';
    // The names were compared outside this transaction: a verdict is about the name as it stands.
    const isNamed = answer.nameAtBank !== undefined;
    if (isNamed && (await work.findHolder(tx, ids.userId)) !== holder) return 'open';
    const outcome = { outcome: decision.status, code: answer.code };
    if (!(await work.saveAnswer(tx, ids.userId, asked.checkId, outcome, deps.clock.now()))) return 'final';
    await conclude(deps, tx, ids, row, {
      ...decision,
      // Another person's name is not kept.
      nameAtBank: isKept ? answer.nameAtBank : undefined,
      namePercent: percent,
    });
    return 'final';
  });
}

/** Writes when to look next, or ends the waiting. */
async function lookLater(deps: CheckDeps, ids: work.AccountIds): Promise<void> {
  const now = deps.clock.now();
  await deps.worker.forUser(ids.userId, async (tx) => {
    const row = await work.lockOpen(tx, ids);
    if (!row) return;
    const ageMs = now.getTime() - row.round_started_at.getTime();
    if (ageMs >= GIVE_UP_AFTER_MS)
      await conclude(deps, tx, ids, row, { status: 'unverified', reason: 'answer_lost' });
    else await work.scheduleLook(tx, ids, new Date(now.getTime() + nextLookMs(ageMs)));
  });
}
