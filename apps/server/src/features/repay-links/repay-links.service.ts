import {
  type AnswerOf,
  type BodyOf,
  type confirmSharedRepayment,
  type listRepayLinks,
  type SharedInstalment,
  type shareInstalment,
  type startSharedRepayment,
} from '@mohlat/contract';
import { RAIL_MIN_PAISE } from '@mohlat/lending';
import type { BusinessDate } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import { findFacts, findFactsOn } from '#features/payments/index.ts';
import {
  confirmCheckout,
  createOrder,
  type EnquiryDeps,
  findRepayment,
  insertCheckout,
  lockStarts,
  type RepaymentRow,
  reuseOrder,
  saveOrder,
  type WantedRepayment,
} from '#features/repayments/index.ts';
import type { PageWanted } from '#platform/db/cursor.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError, invariant } from '#platform/http/domain-error.ts';
import { createLinks, type Links, pageOfLinks } from '#platform/links/links.ts';
import { createAddressLimit } from '#platform/limits/key-limit.ts';
import { ProviderError, unopened } from '#providers/index.ts';
import * as repo from './repay-links.repo.ts';
import { aboutLink, dueOnOf, isRepaid, makeLink, showLink } from './repay-links.shown.ts';

type Deps = EnquiryDeps & Pick<FeatureContext, 'api' | 'clock' | 'limits' | 'log' | 'providers'>;

/** Looks at links from one network address; many people share one behind a mobile operator. */
const PER_ADDRESS = { callsMax: 300, windowSeconds: 900 } as const;
/** The same from one IPv6 /48, whose holder has 65,536 addresses. */
const PER_SITE = { callsMax: 3000, windowSeconds: 900 } as const;

export interface RepayLinksService {
  share(actor: Actor, paymentId: string): Promise<AnswerOf<typeof shareInstalment>>;
  list(actor: Actor, paymentId: string, page: PageWanted): Promise<AnswerOf<typeof listRepayLinks>>;
  revoke(actor: Actor, id: string): Promise<void>;
  /** Counts a stranger's call before its token is looked up. Throws too_many_requests. */
  count(address: string): Promise<void>;
  /** Shows a link. Throws not_found, whether it never was, was taken back, has run out, or its loan asks for no money. */
  show(token: string): Promise<SharedInstalment>;
  /** Throws not_found, instalment_paid, repayment_too_small, provider_refused, provider_unavailable, too_many_requests. */
  open(token: string, requestId: string): Promise<AnswerOf<typeof startSharedRepayment>>;
  /** Throws not_found, repayment_not_confirmed, credit_source_refused. */
  confirm(
    token: string,
    proof: BodyOf<typeof confirmSharedRepayment>,
  ): Promise<AnswerOf<typeof confirmSharedRepayment>>;
}

/** A link, whose it is, and what is owed of its instalment. */
interface Standing {
  readonly userId: string;
  readonly link: repo.RepayLinkRow;
  readonly shown: SharedInstalment;
}

export function createRepayLinksService(deps: Deps): RepayLinksService {
  const { api, clock } = deps;
  const links = createLinks<repo.RepayLinkRow>(deps, repo.REPAY_LINKS);
  const count = createAddressLimit(deps, 'repay_links', { address: PER_ADDRESS, site: PER_SITE });

  /** Works as the person who made the link, for as long as it shows anything. Throws not_found. */
  const follow = <T>(token: string, work: (tx: Tx, standing: Standing) => Promise<T>): Promise<T> =>
    links.follow(token, async (tx, userId, link) => {
      const shown = await showLink(deps, tx, userId, link);
      if (!shown) throw new DomainError('not_found');
      return work(tx, { userId, link, shown });
    });
  const show = (token: string) => follow(token, async (_tx, { shown }) => shown);

  return {
    share: (actor, paymentId) => share(deps, links, actor, paymentId),
    list: (actor, paymentId, page) =>
      api.asUser(actor, async (tx) => {
        if (!(await findFacts(tx, actor.userId, paymentId))) throw new DomainError('not_found');
        const rows = await links.list(tx, actor.userId, paymentId);
        const shown = [];
        for (const row of rows) {
          const instalment = await showLink(deps, tx, actor.userId, row);
          if (instalment) shown.push({ ...row, answer: { ...instalment, ...aboutLink(row) } });
        }
        const { items, nextCursor } = pageOfLinks(shown, page);
        return { items: items.map(({ answer }) => answer), nextCursor };
      }),
    revoke: links.revoke,
    count,
    show,
    async open(token, requestId) {
      const wanted = await links.follow(token, async (tx, userId, { id, payment_id: loanId }) => {
        await lockStarts(tx, userId, loanId);
        // Read under the lock: while this waited, the link may have been taken back, or the instalment paid.
        const link = await links.find(tx, userId, id);
        const shown = link && (await showLink(deps, tx, userId, link));
        if (!link || !shown) throw new DomainError('not_found');
        const { amountPaise, state } = shown;
        if (state === 'paid') throw new DomainError('instalment_paid');
        if (amountPaise < RAIL_MIN_PAISE) throw new DomainError('repayment_too_small');
        const now = clock.now();
        const loan = { userId, loanId, amountPaise, intent: 'emi' as const };
        const order = (await reuseOrder(tx, loan, now)) ?? (await newOrder(deps, tx, loan, now));
        if (link.repayment_id !== order.repaymentId)
          await repo.saveRepayment(tx, userId, link.id, order.repaymentId);
        return { userId, ...order };
      });
      return openOrder(deps, wanted, requestId);
    },
    async confirm(token, proof) {
      const { paid, isOver } = await findPaid(deps, links, token, proof);
      try {
        if (!paid) throw new DomainError('repayment_not_confirmed');
        await confirmCheckout(deps, paid.ids, paid.row, proof, 'link');
      } catch (error) {
        // A link that is over tells nothing of itself but to anybody who has paid by it.
        if (isOver && isNotConfirmed(error)) throw new DomainError('not_found');
        throw error;
      }
      const { paidAt, ...own } = await showPaid(deps, paid);
      // By now the link may ask for what another order brings.
      return { ...(isOver || !paid?.isNewest ? own : await show(token)), paidAt };
    },
  };
}

/** Makes a link as the person whose payment it is. Throws: not_found, payment_not_payable, too_many_requests. */
function share(
  deps: Deps,
  links: Links<repo.RepayLinkRow>,
  actor: Actor,
  paymentId: string,
): Promise<AnswerOf<typeof shareInstalment>> {
  const ids = { userId: actor.userId, paymentId };
  return deps.api.asUser(actor, (tx) =>
    makeLink(deps, links, tx, ids, () => deps.limits.countIn(tx, 'repay_link')),
  );
}

/** Begins a repayment that has no order yet. Throws too_many_requests. */
async function newOrder({ limits }: Deps, tx: Tx, loan: WantedRepayment, now: Date) {
  await limits.countIn(tx, 'shared_order');
  const repaymentId = await insertCheckout(tx, loan, now);
  return { repaymentId, amountPaise: loan.amountPaise, orderRef: null };
}

interface Paid {
  readonly ids: { readonly userId: string; readonly repaymentId: string };
  readonly row: RepaymentRow;
  readonly dueDate: BusinessDate;
  /** The link opens its order, and no other one since. */
  readonly isNewest: boolean;
}

/**
 * The repayment of a link that a proof is about; the newest where it is about none. Also of a link that is over: it was taken back, has
 * run out, or its loan ended another way while somebody paid by it. Throws not_found.
 */
function findPaid(
  deps: Deps,
  links: Links<repo.RepayLinkRow>,
  token: string,
  { paymentId: paymentRef, signature }: BodyOf<typeof confirmSharedRepayment>,
): Promise<{ readonly paid: Paid | undefined; readonly isOver: boolean }> {
  return links.followKept(token, async (tx, userId, link) => {
    const isTaken = (await links.find(tx, userId, link.id)) === undefined;
    const isOver = isTaken || !(await showLink(deps, tx, userId, link));
    if (link.repayment_id === null) {
      if (isOver && !isTaken) throw new DomainError('not_found');
      return { paid: undefined, isOver };
    }
    const opened: RepaymentRow[] = [];
    for (const repaymentId of [link.repayment_id, ...link.earlier_repayment_ids.toReversed()]) {
      const found = await findRepayment(tx, { userId, repaymentId });
      if (found) opened.push(found);
    }
    const isProven = ({ order_ref: orderRef }: RepaymentRow) =>
      orderRef !== null && deps.providers.collection.verifyReturn({ orderRef, paymentRef, signature });
    const row = opened.find(isProven) ?? opened[0];
    const today = deps.clock.today();
    const facts = await findFactsOn(tx, userId, link.payment_id, today);
    const dueDate = facts && dueOnOf(facts, link, today);
    invariant(row && dueDate, 'a repayment disappeared');
    const ids = { userId, repaymentId: row.id };
    return { paid: { ids, row, dueDate, isNewest: row.id === link.repayment_id }, isOver };
  });
}

const isNotConfirmed = (error: unknown) =>
  error instanceof DomainError && error.code === 'repayment_not_confirmed';

/** The view of the payer by a link, also of one that was over by then: with the time at which the money came. */
async function showPaid({ api }: Deps, paid: Paid | undefined) {
  invariant(paid, 'nothing was confirmed');
  const row = await api.forUser(paid.ids.userId, (tx) => findRepayment(tx, paid.ids));
  invariant(row, 'a repayment disappeared');
  const state = isRepaid(row) ? ('paid' as const) : ('open' as const);
  const paidAt = isRepaid(row) ? (row.received_at?.toISOString() ?? null) : null;
  return { amountPaise: row.amount_paise, dueDate: paid.dueDate, state, paidAt };
}

/** Asks for the order outside any transaction; the same repayment always has the same order. */
async function openOrder(
  deps: Deps,
  wanted: {
    readonly userId: string;
    readonly repaymentId: string;
    readonly amountPaise: number;
    readonly orderRef: string | null;
  },
  requestId: string,
): Promise<AnswerOf<typeof startSharedRepayment>> {
  const { api, providers } = deps;
  const { userId, amountPaise } = wanted;
  try {
    const orderRef = wanted.orderRef ?? (await createOrder(deps, wanted, requestId));
    if (wanted.orderRef === null) await api.forUser(userId, (tx) => saveOrder(tx, wanted, orderRef));
    const { scriptUrl, key } = providers.collection.checkoutFor({ orderRef, amount: amountPaise });
    return { scriptUrl, keyId: key, orderId: orderRef, amountPaise };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new DomainError(unopened(error));
  }
}
