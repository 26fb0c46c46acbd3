import { z } from 'zod';
import type { FeatureContext } from '#features/context.ts';
import { findChosenLanguage } from '#features/preferences/index.ts';
import { MINUTE_MS } from '@mohlat/money';
import { fullJitterMs } from '#platform/outbound/back-off.ts';
import { closeInbox } from '#features/webhooks/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { errorName } from '#platform/http/error-name.ts';
import { type Job, job } from '#platform/jobs/worker.ts';
import { AddressRefused, type Attachment, ProviderError } from '#providers/index.ts';
import { composeMail, composeSms } from './texts/compose.ts';
import * as deliveries from './deliveries.repo.ts';
import type { Language } from './texts/mail-template.ts';
import { type Message, type PaperOrder, SEND_CONTEXT, SEND_TASK } from './messages.ts';
import { canWait, isOwed, nextHours, nextRoundAt } from './rounds.rules.ts';
import { writeStopToken } from './unsubscribe/unsubscribe.rules.ts';

const payload = z.object({
  id: z.string(),
  sealed: z.string(),
  /** The end of its first round of tries; left out while that lasts. */
  since: z.iso.datetime().optional(),
  /** The end of the hours it waits for, once those it was written in are over. */
  until: z.iso.datetime().optional(),
});
type Payload = z.infer<typeof payload>;
const reports = z.object({
  deliveries: z.array(
    z.object({ providerRef: z.string(), status: z.string(), detail: z.string().optional() }),
  ),
  /** The call-back that brought it. */
  report: z.object({ provider: z.enum(['msg91', 'smtp']), reference: z.string() }),
});

type Deps = Pick<FeatureContext, 'vault' | 'providers' | 'log' | 'clock' | 'worker' | 'config'> & {
  /** Writes the papers that go with a mail. */
  readonly papers: (order: PaperOrder, language: Language) => Promise<Attachment[]>;
};

/** Sends what the queue holds. A mail is tried again; an SMS whose outcome is not known is not, the person can ask again. */
export function notificationJobs(deps: Deps): Job[] {
  return [
    job(SEND_TASK, payload, async (queued, { isLastAttempt }) => {
      const { id, sealed } = queued;
      const message = JSON.parse(deps.vault.open(Buffer.from(sealed, 'base64'), SEND_CONTEXT)) as Message;
      const earlier = await findEarlierTry(deps, id, message);
      if (earlier === 'concluded') return;
      if (earlier === 'sending') {
        deps.log.warn(
          { messageId: id, channel: message.channel },
          'message may have been sent by a lost try',
        );
        await conclude(deps, id, message, { status: 'unknown', reason: NO_ANSWER });
        return;
      }
      const until = queued.until ?? message.until;
      if (until !== undefined && deps.clock.now() >= new Date(until)) {
        if (await waitForMorning(deps, queued, message)) return;
        deps.log.warn({ messageId: id, channel: message.channel }, 'message dropped: its time is over');
        await conclude(deps, id, message, { status: 'dropped', reason: 'too_late' });
        return;
      }
      if (await isHeldBack(deps, message)) {
        await conclude(deps, id, message, { status: 'dropped', reason: 'address_bounced' });
        return;
      }
      const language = await takeUp(deps, id, message);
      let providerRef: string | undefined;
      try {
        providerRef = await send(deps, id, message, language);
      } catch (error) {
        const end = endOf(message, error, isLastAttempt);
        if (!end) {
          await markUnsent(deps, id, message);
          throw error;
        }
        if (end.reason === GIVEN_UP && (await putOff(deps, queued, message))) {
          deps.log.warn(
            { messageId: id, channel: message.channel, error: errorName(error) },
            'message put off',
          );
          return;
        }
        await conclude(deps, id, message, end);
        // A job that fails for good stays in the queue, and with it the address and the text.
        const told = { messageId: id, channel: message.channel, reason: end.reason };
        if (end.reason === GIVEN_UP) deps.log.error({ ...told, error: errorName(error) }, 'message given up');
        else deps.log.warn(told, 'message not sent');
        return;
      }
      await conclude(deps, id, message, { status: 'sent', providerRef });
    }),
    job('notifications.reported', reports, async ({ deliveries: reported, report }) => {
      const now = deps.clock.now();
      const before = new Date(now.getTime() - EARLY_REPORTS_LAST_MS);
      await deps.worker.single((tx) => deliveries.forgetReports(tx, before));
      for (const { providerRef, ...told } of reported) {
        const outcome = outcomeOf(told);
        if (outcome) await deps.worker.plain((tx) => deliveries.report(tx, providerRef, outcome, now));
      }
      await deps.worker.single((tx) => closeInbox(tx, report.provider, report.reference, 'enquired', now));
    }),
  ];
}

/** By then the sending of a message is written down, or never will be. */
const EARLY_REPORTS_LAST_MS = 2 * 86_400_000;

/** Reads the outcome from a delivery report; undefined where we understand none. */
function outcomeOf({ status, detail }: { readonly status: string; readonly detail?: string | undefined }) {
  switch (status) {
    case 'unknown':
      return undefined;
    case 'delivered':
      return { status, reason: null } as const;
    case 'bounced':
      return { status, reason: detail ? `bounced_${detail}` : 'bounced' } as const;
    default:
      return { status: 'failed', reason: `operator_${status}` } as const;
  }
}

const GIVEN_UP = 'given_up';
const NO_ANSWER = 'no_answer';

/** Decides the final outcome of a message; undefined where it is tried again. Messages are named by id, never by address. */
function endOf(message: Message, error: unknown, isLastAttempt: boolean) {
  if (error instanceof AddressRefused) return { status: 'failed' as const, reason: 'address_refused' };
  if (error instanceof ProviderError && error.outcome === 'rejected')
    return { status: 'failed' as const, reason: 'refused' };
  if (message.channel === 'sms' && error instanceof ProviderError && error.outcome === 'unknown')
    return { status: 'unknown' as const, reason: NO_ANSWER };
  return isLastAttempt ? { status: 'failed' as const, reason: GIVEN_UP } : undefined;
}

/** A round takes half a minute: the one before it, and the hours between, have shown that the provider is away for long. */
const ROUND_TRIES = 4;
/** Messages of one failure do not come back at one moment. */
const SPREAD = { baseMs: 10 * MINUTE_MS, capMs: 10 * MINUTE_MS };

/** Puts a message off to its next round; false where it cannot wait, or has had all of them. Rule: LEND-20 (outbound messages) */
async function putOff(deps: Deps, queued: Payload, message: Message): Promise<boolean> {
  const { since } = queued;
  const now = deps.clock.now();
  const roundAt = canWait(message)
    ? nextRoundAt(since === undefined ? undefined : new Date(since), now)
    : undefined;
  if (roundAt === undefined) return false;
  await queueAgain(deps, { ...queued, since: since ?? now.toISOString() }, message, roundAt);
  return true;
}

/** Puts what is owed off to the next morning, where the hours it could leave in are over; false for all else. Rule: LEND-23 */
async function waitForMorning(deps: Deps, queued: Payload, message: Message): Promise<boolean> {
  if (!isOwed(message) || message.until === undefined) return false;
  const hours = nextHours({ until: new Date(message.until) }, deps.clock.now());
  if (hours === undefined) return false;
  await queueAgain(deps, { ...queued, until: hours.until.toISOString() }, message, hours.from);
  deps.log.warn({ messageId: queued.id, channel: message.channel }, 'message waits for the morning');
  return true;
}

async function queueAgain(
  { worker, clock }: Deps,
  queued: Payload,
  { userId, channel }: Message,
  from: Date,
): Promise<void> {
  const { id } = queued;
  const again = { ...queued, ...(userId === undefined ? {} : { userId }) };
  const runAt = new Date(from.getTime() + fullJitterMs(1, SPREAD));
  const ask = (tx: Tx) =>
    tx.enqueue(SEND_TASK, again, { runAt, key: `message:${id}`, attemptsMax: ROUND_TRIES });
  if (userId === undefined) return worker.plain(ask);
  await worker.forUser(userId, async (tx) => {
    if (channel === 'sms') await deliveries.clearSending(tx, userId, id);
    await deliveries.putOff(tx, userId, id, clock.now());
    await ask(tx);
  });
}

/**
 * True of what is tried in spite of an earlier bounce: what the sign-in sends, because a bounce is a hint that anybody may forge and
 * must not hide a new password from its owner; and what is owed.
 */
const isAlwaysTried = (message: Message): boolean => message.template.startsWith('auth.') || isOwed(message);

/** Whether a notice would go to an address from which mails come back. Another address of the person has no past. */
async function isHeldBack({ worker, vault }: Deps, message: Message): Promise<boolean> {
  const { userId } = message;
  const addressHash = hashOf(vault, message);
  if (userId === undefined || addressHash === undefined) return false;
  if (isAlwaysTried(message)) return false;
  return worker.forUser(userId, (tx) => deliveries.hasBounced(tx, userId, addressHash));
}

function hashOf(vault: Deps['vault'], { channel, to }: Message): Buffer | undefined {
  return channel === 'email' ? vault.fingerprint(to.toLowerCase(), 'mail address') : undefined;
}

/**
 * Finds the state that an earlier try left. Its process may have ended between an SMS and the note of its outcome, or between that note and the
 * end of the job: sent again, the message would come twice. Of a message to a visitor there is no note.
 */
async function findEarlierTry({ worker }: Deps, id: string, { userId }: Message) {
  if (userId === undefined) return undefined;
  return worker.forUser(userId, (tx) => deliveries.findEarlierTry(tx, userId, id));
}

/** Nothing was sent for sure: the next try may. */
async function markUnsent({ worker }: Deps, id: string, { userId, channel }: Message): Promise<void> {
  if (userId === undefined || channel !== 'sms') return;
  await worker.forUser(userId, (tx) => deliveries.clearSending(tx, userId, id));
}

/**
 * Counts the try, marks an SMS as on its way, and answers the language: the message's own, else the person's, else that of the
 * page it was asked for on.
 */
async function takeUp(
  { worker, clock }: Deps,
  id: string,
  { userId, channel, language, askedIn = 'en' }: Message,
): Promise<Language> {
  if (userId === undefined) return language ?? askedIn;
  return worker.forUser(userId, async (tx: Tx) => {
    await deliveries.countTry(tx, userId, id, channel === 'sms' ? clock.now() : null);
    return language ?? (await findChosenLanguage(tx, userId)) ?? askedIn;
  });
}

async function conclude(
  { worker, clock, vault }: Deps,
  id: string,
  message: Message,
  outcome: Parameters<typeof deliveries.conclude>[3],
): Promise<void> {
  const { userId } = message;
  if (userId === undefined) return;
  const whole = { ...outcome, addressHash: hashOf(vault, message) };
  await worker.forUser(userId, (tx) => deliveries.conclude(tx, userId, id, whole, clock.now()));
}

/** Answers the provider's name of the message. */
async function send(
  deps: Deps,
  id: string,
  message: Message,
  language: Language,
): Promise<string | undefined> {
  const { providers, papers, vault, config } = deps;
  const context = { requestId: id, actor: 'job' as const };
  if (message.channel === 'sms') {
    const { to, template } = message;
    // By its own host an SMS says whose page may read a code out of it.
    const vars = { host: new URL(config.publicUrl).hostname, ...message.vars };
    const text = composeSms({ ...message, vars }, language);
    const sms = { key: id, to: `+${to}`, template, language, text, vars };
    return (await providers.sms.send(sms, context)).providerRef;
  }
  const { to, userId, isRefusable } = message;
  const stopLink =
    userId !== undefined && isRefusable === true
      ? `${config.publicUrl}/unsubscribe/${writeStopToken(vault, userId)}`
      : undefined;
  const attachments = message.papers ? await papers(message.papers, language) : [];
  const mail = {
    key: id,
    to,
    ...composeMail(message, language, stopLink),
    ...(stopLink === undefined ? {} : { unsubscribe: stopLink }),
    ...(attachments.length > 0 ? { attachments } : {}),
  };
  return (await providers.email.send(mail, context)).messageId;
}
