import { endChanges } from './auth.changes.repo.ts';
import { AuthError, invalid } from './auth.errors.ts';
import { insertEvent } from './auth.events.repo.ts';
import { isHalf } from './auth.half-sessions.ts';
import { type AuthParts, type Caller, settle } from './auth.parts.ts';
import { deleteIssuedFlows } from './auth.repo.ts';
import { deleteSessions } from './auth.sessions.repo.ts';
import { type SignedIn, lockSignedIn } from './auth.sessions.service.ts';

const SCOPES = ['global', 'local', 'others'] as const;
type Scope = (typeof SCOPES)[number];

/**
 * Ends sessions: all of the user's, this one, or all but this one. Without a session in the token, all. Where others end, a code
 * that was handed out begins none in their place, and a change of contact that one of them began opens nothing.
 *
 * A session that lacks the second factor ends no other one. With `global` it ends itself alone, so that a client whose log-out is
 * global by default leaves nothing behind; `others` is refused.
 * Throws validation_failed, insufficient_aal, user_not_found, user_banned, session_not_found.
 */
export async function logout(parts: AuthParts, who: SignedIn, scope: string, caller: Caller): Promise<void> {
  const wanted = scope === '' ? 'global' : SCOPES.find((one) => one === scope);
  if (!wanted) throw invalid(`Unsupported logout scope "${scope}"`);
  await settle<undefined>(parts.db, async (tx) => {
    const { user, session } = who;
    let isAlone = wanted === 'local';
    if (wanted !== 'local' || !session) {
      // An exchange of a code under way holds the user's lock: its session is ended too. One that ended meanwhile ends no other.
      const present = await lockSignedIn(tx, parts, who);
      isAlone ||= await isHalf(tx, present);
      if (session && isAlone && wanted === 'others') return new AuthError('insufficient_aal', OTHERS);
    }
    const isLocal = session !== undefined && isAlone;
    if (!isLocal) {
      await deleteIssuedFlows(tx, user.id);
      await endChanges(tx, user.id);
    }
    await deleteSessions(tx, parts, user.id, endedBy(isLocal ? 'local' : wanted, session?.id));
    const event = { userId: user.id, what: 'signed_out', ip: caller.ip } as const;
    await insertEvent(tx, session ? { ...event, sessionId: session.id } : event, parts.machineClock.now());
    return undefined;
  });
}

/** Not 401, 403 or 404: the protocol's client takes those for a log-out that was done. */
const OTHERS = { status: 422, message: 'AAL2 session is required to end other sessions' } as const;

function endedBy(scope: Scope, sessionId: string | undefined): Parameters<typeof deleteSessions>[3] {
  if (scope === 'global' || sessionId === undefined) return 'all';
  return scope === 'local' ? { only: sessionId } : { except: sessionId };
}
