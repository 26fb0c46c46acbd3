import type { Closed, ClosurePreview } from '@mohlat/contract';
import { type BusinessDate, istDate } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import type { HeldTable, Standing } from '#features/personal-data.ts';
import { findContact } from '#features/me/index.ts';
import { type Messenger, writtenDay } from '#features/notifications/index.ts';
import { refuseGuarded } from '#features/open-account.ts';
import type { LenderIdentity } from '#features/settings/index.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { ANNOUNCE_SESSION } from '#platform/events/bus.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import * as repo from './erasure.repo.ts';
import {
  blockersOf,
  claimReleasedFrom,
  type Fates,
  fatesOf,
  type Forfeits,
  type Language,
  standingOf,
} from './erasure.rules.ts';
import { type Access, logAccess } from './privacy.repo.ts';
import { isSignInRecent } from './recent-sign-in.ts';

export const ERASE_TASK = 'privacy.erase';

type Deps = Pick<FeatureContext, 'api' | 'clock' | 'machineClock' | 'vault'> & {
  readonly messenger: Messenger;
  readonly lender: LenderIdentity;
  readonly held: readonly HeldTable[];
};

export interface ClosureService {
  /** Previews the effects of closing, before anybody decides. */
  preview(actor: Actor, language: Language): Promise<ClosurePreview>;
  /**
   * Closes the account for good. Asked again with the same token, it answers the same. Throws account_guarded, sign_in_again, and what
   * stands in its way. Rule: LEND-24.
   */
  close(actor: Actor, access: Access, language: Language): Promise<Closed>;
}

export function createClosureService(deps: Deps): ClosureService {
  const { api } = deps;
  return {
    preview: (actor, language) =>
      api.asUser(actor, async (tx) => {
        const blockers = blockersOf(await repo.findObligations(tx, actor.userId), language);
        const { fates, forfeits } = await foresee(deps, tx, actor, language);
        return { blockers, needsSignIn: !(await isSignInRecent(deps, tx, actor)), forfeits, ...fates };
      }),
    async close(actor, access, language) {
      try {
        return await api.asUser(actor, (tx) => close(deps, tx, actor, access, language));
      } catch (error) {
        // The first answer may have been lost on its way, and the session went with the account.
        const isEnded = error instanceof DomainError && error.code === 'session_ended';
        const closure = isEnded
          ? await api.forUser(actor.userId, (tx) => repo.findClosure(tx, actor.userId))
          : undefined;
        if (!closure) throw error;
        return closure.answer as Closed;
      }
    },
  };
}

async function close(deps: Deps, tx: Tx, actor: Actor, access: Access, language: Language): Promise<Closed> {
  const { userId } = actor;
  const now = deps.clock.now();
  await repo.lockAccount(tx, userId);
  // Asked twice at once, the second is told what the first was.
  const earlier = await repo.findClosure(tx, userId);
  if (earlier) return earlier.answer as Closed;
  await refuseGuarded(tx, userId);
  refuseBlocked(await repo.findObligations(tx, userId));
  if (!(await isSignInRecent(deps, tx, actor))) throw new DomainError('sign_in_again');

  const { standing, isBarred, fates } = await foresee(deps, tx, actor, language);
  const answer: Closed = { status: 'closed', closedAt: now.toISOString(), ...fates };
  await sayGoodbye(deps, tx, { userId, language }, fates);
  await logAccess(tx, userId, access, now);
  await repo.closeAccount(tx, userId, { standing, answer, closed_at: now }, claimReleasedFrom(isBarred, now));
  await tx.enqueue(ERASE_TASK, { userId }, { key: `erase:${userId}` });
  await tx.call(ANNOUNCE_SESSION, [userId]);
  return answer;
}

function refuseBlocked(obligations: Parameters<typeof blockersOf>[0]): void {
  const [first] = blockersOf(obligations, 'en');
  if (first) throw new DomainError(first.code, { detail: first.text });
}

async function foresee(
  { clock, held }: Deps,
  tx: Tx,
  actor: Actor,
  language: Language,
): Promise<{ standing: Standing; isBarred: boolean; forfeits: Forfeits; fates: Fates }> {
  const history = await repo.findHistory(tx, actor.userId);
  const standing = standingOf(history);
  const filled = await repo.findFilled(tx, held, actor.userId, standing);
  const forfeits = await repo.findForfeits(tx, actor.userId);
  const closedOn = istDate(clock.now().getTime());
  const about = { closedOn, hasClaim: history.hasClaim, forfeits, language };
  return { standing, isBarred: history.isBarred, forfeits, fates: fatesOf(held, standing, filled, about) };
}

const UNTIL = {
  en: (day: string | null) => (day === null ? 'for good' : `until ${day}`),
  hi: (day: string | null) => (day === null ? 'हमेशा के लिए' : `${day} तक`),
} as const;

/** The last mail, queued while the address is still known. */
async function sayGoodbye(
  { vault, messenger, lender, clock }: Deps,
  tx: Tx,
  { userId, language }: { readonly userId: string; readonly language: Language },
  fates: Fates,
): Promise<void> {
  const { email } = await findContact(tx, vault, userId);
  if (!email) return;
  const kept = fates.kept.map(
    ({ what, why, until }) =>
      `\n\n- ${what}: ${why} (${UNTIL[language](until === null ? null : writtenDay(until as BusinessDate, language))})`,
  );
  await messenger.enqueue(tx, {
    channel: 'email',
    to: email,
    template: 'account.closed',
    language,
    vars: {
      date: writtenDay(istDate(clock.now().getTime()), language),
      erased: fates.erased.join('; '),
      kept: kept.join(''),
      officer: lender.grievanceOfficer.name,
      officerEmail: lender.grievanceOfficer.email,
    },
  });
}
