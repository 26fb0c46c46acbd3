import type { AnswerOf, BodyOf, sendRepayLink } from '@mohlat/contract';
import { businessDate, formatRupees, istDate, MINUTE_MS, paise } from '@mohlat/money';
import { findBlock } from '#features/account-block.ts';
import { actOnOthers } from '#features/approvals/index.ts';
import { refuseBeyondRules, saveStaffContact } from '#features/contacts/index.ts';
import type { FeatureContext } from '#features/context.ts';
import { type Language, type Notifier, writtenDay } from '#features/notifications/index.ts';
import { findPaymentOwner } from '#features/payments/index.ts';
import { lockStarts } from '#features/repayments/index.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Trace } from '#platform/http/trace.ts';
import { createLinks } from '#platform/links/links.ts';
import * as repo from './repay-links.repo.ts';
import { makeLink, showLink } from './repay-links.shown.ts';

type Deps = Pick<FeatureContext, 'worker' | 'clock' | 'limits' | 'config'> & { readonly notifier: Notifier };

export type SendRepayLink = (
  actor: Actor,
  paymentId: string,
  body: BodyOf<typeof sendRepayLink>,
  trace: Trace,
) => Promise<AnswerOf<typeof sendRepayLink>>;

/** A link on its way to its person; the answer to staff leaves its token out. */
interface SentLink {
  readonly id: string;
  readonly userId: string;
  readonly paymentId: string;
  readonly token: string;
  readonly amount: string;
  readonly dueOn: string;
  readonly expiresAt: string;
}

/**
 * Staff send a person the link to their next instalment, or to the sum that ends the loan, to the addresses they have proven: for those who cannot log in, as while their
 * account is blocked. It is like the person's own, and takes that one's place. It asks for money, so it is a contact: the rules of
 * contact refuse it, unless the person asked for it. Audited, with that word. Asked for again within two minutes, as after an answer that
 * was lost, it is the one that was sent.
 * Throws: not_found, own_account, blocked_for_fraud, payment_not_payable, too_many_requests, no_proven_address, contact_hours, contact_rests,
 * contact_most.
 * Rule: LEND-14 (repayment is possible in every state), LEND-23
 */
export function createSendRepayLink(deps: Deps): SendRepayLink {
  const { worker, clock, limits } = deps;
  const links = createLinks<repo.RepayLinkRow>({ api: worker, clock }, repo.REPAY_LINKS);
  return (actor, paymentId, { isAskedFor = false }, trace) =>
    actOnOthers(
      deps,
      actor,
      { id: paymentId, findOwner: findPaymentOwner },
      trace,
      async ({ tx, userId, now }) => {
        if ((await findBlock(tx, userId))?.is_fraud === true) throw new DomainError('blocked_for_fraud');
        const ids = { userId, paymentId };
        await lockStarts(tx, userId, paymentId);
        const before = await findJustSent(deps, tx, ids, isAskedFor, now);
        if (before) return before;
        const made = await makeLink(deps, links, tx, ids, () => limits.countInDay(tx, 'sent_repay_link'));
        const { amountPaise, dueDate, expiresAt, token } = made;
        const loan = { userId, loanId: paymentId };
        if (!isAskedFor) await refuseBeyondRules(tx, loan, now);
        const amount = formatRupees(paise(amountPaise));
        const channels = await send(
          tx,
          deps,
          { ...ids, id: made.id, token, amount, dueOn: dueDate, expiresAt },
          now,
        );
        const sentBy = channels.filter((channel) => channel !== 'app');
        if (sentBy.length === 0) throw new DomainError('no_proven_address');
        if (!isAskedFor) await saveStaffContact(tx, loan, { kind: 'link', channels, note: null }, now);
        const details = { linkId: made.id, sentBy, ...(isAskedFor ? { isAskedFor } : {}) };
        await writeAudit(
          tx,
          now,
          {
            action: 'payment.link_sent',
            objectKind: 'payment',
            objectId: paymentId,
            subjectId: userId,
            details,
          },
          trace,
        );
        return { amountPaise, dueDate, expiresAt, sentBy };
      },
    );
}

const SAME_WITHIN_MS = 2 * MINUTE_MS;

/** The answer to a link to the same money that has just been sent; undefined where there is none, or that is paid. */
async function findJustSent(
  deps: Deps,
  tx: Tx,
  ids: { readonly userId: string; readonly paymentId: string },
  isAskedFor: boolean,
  now: Date,
): Promise<AnswerOf<typeof sendRepayLink> | undefined> {
  const link = await repo.findSentSince(tx, ids, new Date(now.getTime() - SAME_WITHIN_MS));
  // One that was asked for is no contact: it does not stand for one that is, nor the other way round.
  if (link?.is_asked_for !== isAskedFor) return undefined;
  const shown = await showLink(deps, tx, ids.userId, link);
  if (shown?.state !== 'open') return undefined;
  const { amountPaise, dueDate } = shown;
  return { amountPaise, dueDate, expiresAt: link.expires_at.toISOString(), sentBy: [...link.sent_by] };
}

async function send(tx: Tx, { notifier, config }: Deps, link: SentLink, now: Date) {
  const { id, userId, paymentId, token, amount, dueOn, expiresAt } = link;
  const notice = (language: Language) => {
    const date = writtenDay(businessDate(dueOn), language);
    const until = writtenDay(istDate(Date.parse(expiresAt)), language);
    return {
      type: 'info' as const,
      icon: 'info',
      ...LINES[language](amount, date),
      language,
      // The token stands in the messages alone, never in the line of the app.
      link: `/dashboard/payments/${paymentId}`,
      template: 'repayment.link_sent' as const,
      aboutId: id,
      vars: { amount, date, until, link: `${config.publicUrl}/repay#${token}` },
    };
  };
  return notifier.notify(tx, userId, notice, now);
}

const LINES = {
  en: (amount: string, date: string) => ({
    title: 'We sent you a link to pay',
    description: `By it you pay ${amount}, due on ${date}, without logging in. Our team made it for you.`,
  }),
  hi: (amount: string, date: string) => ({
    title: 'हमने आपको भुगतान का लिंक भेजा',
    description: `इससे आप ${date} को देय ${amount} बिना लॉग इन किए चुका सकते हैं। इसे हमारी टीम ने आपके लिए बनाया।`,
  }),
};
