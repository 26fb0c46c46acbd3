import type { AnswerOf, BodyOf, ErrorCode, logContact, nameRecoveryAgent } from '@mohlat/contract';
import { isOwed } from '@mohlat/lending';
import { type BusinessDate, DAY_MS, istDate, startOfDay } from '@mohlat/money';
import { type Act, actOnOthers } from '#features/approvals/index.ts';
import type { FeatureContext } from '#features/context.ts';
import type { Language, Notice, Notifier } from '#features/notifications/index.ts';
import { findPaymentOwner } from '#features/payments/index.ts';
import { contactRefusal, endOfHours, isHourOfContact, lockContacts } from '#features/reminders/index.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Trace } from '#platform/http/trace.ts';
import * as repo from './contacts.repo.ts';

/** The days for which a contact may be written down after it was made, also of a loan that ended meanwhile. Rule: LEND-23 */
export const LOGGED_WITHIN_DAYS = 7;

type Deps = Pick<FeatureContext, 'worker' | 'clock' | 'config'> & { readonly notifier: Notifier };
type AgentBody = BodyOf<typeof nameRecoveryAgent>;
type ContactBody = BodyOf<typeof logContact>;

export interface ContactsService {
  /** Throws not_found, own_account, and what nameAgentIn throws. Audited. */
  nameAgent(
    actor: Actor,
    paymentId: string,
    body: AgentBody,
    trace: Trace,
  ): Promise<AnswerOf<typeof nameRecoveryAgent>>;
  /** Throws not_found, own_account, and what logContactIn throws. Audited, also where the rules of contact refuse it: it was made. */
  log(actor: Actor, paymentId: string, body: ContactBody, trace: Trace): Promise<AnswerOf<typeof logContact>>;
}

export function createContactsService(deps: Deps): ContactsService {
  const onPayment = <T>(actor: Actor, id: string, trace: Trace, work: (act: Act) => Promise<T>) =>
    actOnOthers(deps, actor, { id, findOwner: findPaymentOwner }, trace, work);
  return {
    nameAgent: (actor, paymentId, body, trace) =>
      onPayment(actor, paymentId, trace, async ({ tx, userId, now }) => {
        const { at, isNew } = await nameAgentIn(deps, tx, { userId, loanId: paymentId }, body, now);
        if (!isNew) return { namedAt: at.toISOString() };
        const note = { action: 'payment.agent_named', objectKind: 'payment', objectId: paymentId } as const;
        const details = { name: body.name };
        await writeAudit(tx, now, { ...note, subjectId: userId, details, reason: body.reason }, trace);
        return { namedAt: at.toISOString() };
      }),
    async log(actor, paymentId, body, trace) {
      const { channel, at } = body;
      const refusal = await onPayment(actor, paymentId, trace, async ({ tx, userId, now }) => {
        const about = { objectKind: 'payment', objectId: paymentId, subjectId: userId } as const;
        try {
          const { isNew } = await logContactIn(tx, { userId, loanId: paymentId }, body, now);
          const note = { ...about, action: 'payment.contact_logged', details: { channel, at } } as const;
          if (isNew) await writeAudit(tx, now, note, trace);
          return undefined;
        } catch (error) {
          if (!isBeyondRules(error)) throw error;
          const details = { channel, at, refusal: error.code };
          await writeAudit(tx, now, { ...about, action: 'payment.contact_refused', details }, trace);
          return error;
        }
      });
      // Thrown once the row of the log stands.
      if (refusal) throw refusal;
      return { at };
    },
  };
}

/** Throws contact_hours, contact_rests, contact_most where staff may not contact a person about a loan at an instant. Rule: LEND-23 */
export async function refuseBeyondRules(tx: Tx, ids: repo.LoanIds, at: Date): Promise<void> {
  if (!isHourOfContact(at)) throw new DomainError('contact_hours');
  const refusal = await contactRefusal(tx, ids, at);
  if (refusal) throw new DomainError(refusal);
}

const BEYOND_RULES: ReadonlySet<string> = new Set<ErrorCode>([
  'contact_hours',
  'contact_rests',
  'contact_most',
  'agent_not_named',
]);

/** True of the refusal of a contact that was made outside the rules. Rule: LEND-23 */
const isBeyondRules = (error: unknown): error is DomainError =>
  error instanceof DomainError && BEYOND_RULES.has(error.code);

const isWithAgents = ({ status }: repo.ContactedLoan) => status === 'npa' || status === 'written_off';

/** True of a loan that did not perform on a past day: by the close of the day before it, or written off by then. Rule: LEND-D3 */
const wasWithAgentsOn = (
  day: BusinessDate,
  { class_before: classBefore, written_off_on: writtenOffOn }: repo.ContactedLoan,
) => classBefore === 'NPA' || (writtenOffOn !== null && writtenOffOn <= day);

/** An act that has no key: sent again after an answer that was lost, it must not become a second contact. */
interface Contacted {
  readonly at: Date;
  /** False: it was done before, and nothing was written or sent now. */
  readonly isNew: boolean;
}

/**
 * Names the recovery agent of a loan that does not perform, and sends its person name and number: before the agent's first word. The
 * notice is a contact itself. The agent of the loan named again on the same day is the same act. Throws payment_not_payable, agent_too_early, contact_hours, contact_rests, contact_most.
 * Rule: LEND-23 (+90)
 */
export async function nameAgentIn(
  { notifier, config }: Pick<Deps, 'notifier' | 'config'>,
  tx: Tx,
  ids: repo.LoanIds,
  agent: Pick<AgentBody, 'name' | 'phone'>,
  now: Date,
): Promise<Contacted> {
  await lockContacts(tx, ids.userId);
  const today = istDate(now.getTime());
  const namedAt = await repo.findNamedSince(tx, ids, agent, startOfDay(today));
  if (namedAt !== undefined) return { at: namedAt, isNew: false };
  const loan = await repo.findLoan(tx, ids, today);
  if (!loan || !isOwed(loan)) throw new DomainError('payment_not_payable');
  if (!isWithAgents(loan)) throw new DomainError('agent_too_early');
  await refuseBeyondRules(tx, ids, now);
  const aboutId = await repo.insertAgent(tx, ids, agent, now);
  const { name, phone } = agent;
  const notice = (language: Language): Notice => ({
    kind: 'must',
    type: 'warning',
    icon: 'alert',
    ...LINES[language](name, phone),
    language,
    template: 'recovery.agent_named',
    aboutId,
    vars: {
      agent: name,
      phone,
      bank: loan.bank_name,
      last4: loan.last4,
      link: `${config.publicUrl}/dashboard/payments/${ids.loanId}`,
    },
    until: endOfHours({ until: 19 }, now),
  });
  const channels = await notifier.notify(tx, ids.userId, notice, now);
  await repo.saveStaffContact(tx, ids, { kind: 'agent', channels, note: null }, now);
  await tx.call(ANNOUNCE, [ids.userId, 'payment', ids.loanId]);
  return { at: now, isNew: true };
}

const LINES = {
  en: (name: string, phone: string) => ({
    title: 'Your recovery agent is named',
    description: `${name}, ${phone}, may call you from 8:00 to 19:00. Speak with nobody else who says so.`,
  }),
  hi: (name: string, phone: string) => ({
    title: 'आपका वसूली एजेंट तय हुआ',
    description: `${name}, ${phone}, सुबह 8:00 से शाम 7:00 तक आपको फ़ोन कर सकते हैं। ऐसा कहने वाले किसी और से बात न करें।`,
  }),
} as const satisfies Record<Language, unknown>;

/**
 * Writes down a call or a visit as it stood then: what was paid, disputed or fell behind since does not undo it. One of the
 * same kind, instant and note is the same. Throws payment_not_payable, contact_day, agent_not_named, contact_hours, contact_rests, contact_most.
 * Rule: LEND-23
 */
export async function logContactIn(
  tx: Tx,
  ids: repo.LoanIds,
  { at: said, channel, note }: ContactBody,
  now: Date,
): Promise<Contacted> {
  const at = new Date(said);
  await lockContacts(tx, ids.userId);
  if (await repo.isLogged(tx, ids, { kind: channel, note }, at)) return { at, isNew: false };
  const earliest = new Date(now.getTime() - LOGGED_WITHIN_DAYS * DAY_MS);
  if (at > now || at < earliest) throw new DomainError('contact_day');
  const [day, today] = [istDate(at.getTime()), istDate(now.getTime())];
  const loan = await repo.findLoan(tx, ids, day);
  const wasOwed = (closedOn: BusinessDate | null) => closedOn !== null && closedOn >= day;
  if (!loan || !(isOwed(loan) || wasOwed(loan.closed_on))) throw new DomainError('payment_not_payable');
  if ((day === today && isWithAgents(loan)) || wasWithAgentsOn(day, loan)) {
    const namedAt = await repo.findAgentNamedAt(tx, ids);
    if (namedAt === undefined || at < namedAt) throw new DomainError('agent_not_named');
  }
  await refuseBeyondRules(tx, ids, at);
  await repo.saveStaffContact(tx, ids, { kind: channel, channels: [channel], note }, at);
  return { at, isNew: true };
}
