import { addDays, type BusinessDate, type Paise, sumPaise } from '@mohlat/money';
import { after, withLoan } from './after.ts';
import { isBackDated } from './is-back-dated.ts';
import { type LateNews, rebookFrom } from './backdate.ts';
import type { Borrower } from './borrower.ts';
import { ORDINARY } from './borrowers.testing.ts';
import { closeDay, type ClosingDay } from './close-day.ts';
import type { Decision, RowChange } from './decision.ts';
import type { Journal } from './journals.ts';
import type { LoanPast, PastInstalment, PastShare, PastWaiver } from './past.ts';
import { receipt } from './receive.ts';
import type { Money } from './received.ts';
import { type Waiver, waive } from './relief.ts';
import { closedBefore, type TakenBack } from './take-back.ts';
import { type WriteOff, writeOff } from './write-off.ts';

// The rows of one borrower in memory, as the database keeps them; nothing here is exported from the package.

interface Booked {
  readonly id: string;
  readonly journal: Journal;
}

type Of<Name extends RowChange['change']> = Extract<RowChange, { change: Name }>;

/** A borrower whose decisions are kept row by row, so that their loans can be taken back to an earlier day. */
export function keptInMemory(
  first: Borrower,
  factsOf = (on: BusinessDate): ClosingDay => ({ day: on, ...ORDINARY }),
) {
  let borrower = first;
  let booked: Booked[] = [];
  let shares: (PastShare & { readonly loanId: string })[] = [];
  let schedules: (PastInstalment & { readonly loanId: string })[] = [];
  let receipts: Money[] = [];
  let waivers: (PastWaiver & { readonly loanId: string })[] = [];
  const writeOffs: (WriteOff & { readonly at: number; readonly loanId: string })[] = [];
  const returned = new Map<string, Paise>();
  let count = 0;
  const nextId = () => `row ${(count += 1)}`;

  const keep = (change: RowChange) => {
    switch (change.change) {
      case 'allocation_written': {
        const { change: _, ...share } = change;
        shares.push({ id: nextId(), releasedBy: null, isActive: true, ...share });
        return;
      }
      case 'earmarks_released':
        shares = shares.map((one) =>
          one.loanId === change.loanId && one.isActive && one.isEarmark
            ? { ...one, isActive: false, releasedBy: change.repaymentId }
            : one,
        );
        return;
      case 'earmarks_applied':
        shares = shares.map((one) =>
          one.loanId === change.loanId && one.isActive && one.number === change.number
            ? { ...one, isEarmark: false }
            : one,
        );
        return;
      case 'schedule_replaced':
        return putAside(change);
      case 'share_waived':
        return cover(change.waiverId, change);
      case 'balance_waived': {
        const { loanId, on, parts } = change;
        const id = nextId();
        const tiny = { component: 'interest', grantedPaise: 0 as never, effectiveOn: on, at: 0 } as const;
        waivers.push({ id, loanId, ...tiny, isTiny: true, parts });
        return;
      }
      default:
    }
  };
  const cover = (waiverId: string, { number, chargeId, component, amountPaise }: Of<'share_waived'>) => {
    const part = { number, chargeId, component, amountPaise };
    waivers = waivers.map((one) => (one.id === waiverId ? { ...one, parts: [...one.parts, part] } : one));
  };
  const putAside = ({ loanId, on, repaymentId }: Of<'schedule_replaced'>) => {
    const now = borrower.loans.find(({ id }) => id === loanId)!.instalments;
    const writers = new Map(schedules.filter((one) => one.isActive).map((one) => [one.id, one.writtenBy]));
    schedules = schedules.filter((one) => one.loanId !== loanId || !one.isActive);
    for (const one of now)
      schedules.push({
        ...one,
        loanId,
        writtenBy: writers.get(one.id) ?? null,
        isActive: one.dueOn <= on,
        releasedBy: one.dueOn <= on ? null : repaymentId,
      });
  };
  const book = (decision: Decision) => {
    for (const journal of decision.journals) booked.push({ id: nextId(), journal });
    for (const change of decision.changes) keep(change);
    borrower = after(borrower, decision.changes);
    for (const change of decision.changes) if (change.change === 'schedule_replaced') nameWriter(change);
  };
  const nameWriter = ({ loanId, on, repaymentId }: Of<'schedule_replaced'>) => {
    const loan = borrower.loans.find(({ id }) => id === loanId)!;
    for (const one of loan.instalments.filter(({ dueOn }) => dueOn > on))
      schedules.push({ ...one, loanId, writtenBy: repaymentId, releasedBy: null, isActive: true });
  };
  const pastOf = (loanId: string): LoanPast => {
    const ofLoan = <Row extends { readonly loanId: string }>(rows: readonly Row[]) =>
      rows.filter((one) => one.loanId === loanId);
    const now = borrower.loans.find(({ id }) => id === loanId)!.instalments;
    const known = new Map(ofLoan(schedules).map((one) => [one.id, one]));
    const inForce = now.map((one) => ({
      ...one,
      writtenBy: known.get(one.id)?.writtenBy ?? null,
      releasedBy: null,
      isActive: true,
    }));
    return {
      loanId,
      journals: booked
        .filter(({ journal }) => journal.loanId === loanId)
        .map(({ id, journal: { kind, effectiveOn, lines } }) => ({ id, kind, effectiveOn, lines }))
        .toReversed(),
      receipts: ofLoan(receipts).map((one) => ({
        ...one,
        returnedPaise: returned.get(one.repaymentId) ?? one.returnedPaise,
      })),
      instalments: [
        ...ofLoan(schedules).filter((one) => !one.isActive && one.releasedBy !== null),
        ...inForce,
      ],
      shares: ofLoan(shares).filter((one) => one.isActive || one.releasedBy !== null),
      waivers: ofLoan(waivers),
      writeOffs: ofLoan(writeOffs),
    };
  };
  const write = (back: TakenBack) => {
    const mirrored = new Set(back.journals);
    booked = booked.filter(({ id }) => !mirrored.has(id));
    const put = new Map(back.shares.map((one) => [one.id, one]));
    shares = shares.map((one) => ({ ...one, ...put.get(one.id) }));
    const loanId = back.loan.id;
    const rows = new Map(back.instalments.map((one) => [one.id, one]));
    schedules = pastOf(loanId)
      .instalments.map((one) => ({ ...one, ...rows.get(one.id), loanId }))
      .concat(schedules.filter((one) => one.loanId !== loanId));
    const isUndone = ({ repaymentId }: Money) => back.receipts.some((one) => one.repaymentId === repaymentId);
    receipts = receipts.filter((one) => !isUndone(one));
    const gone = new Set(back.waivers.map(({ id }) => id));
    waivers = waivers
      .filter((one) => !gone.has(one.id) || !one.isTiny)
      .map((one) => (gone.has(one.id) ? { ...one, parts: [] } : one));
    borrower = withLoan(borrower, back.loan);
  };
  const excessOf = ({ repaymentId }: Money) =>
    sumPaise(
      shares
        .filter((one) => one.isActive && one.component === 'excess' && one.repaymentId === repaymentId)
        .map(({ amountPaise }) => amountPaise),
    );
  /** Refunds the excess of payments through a provider, once. */
  const refund = (loanId: string) => {
    for (const one of receipts.filter(
      (money) => money.loanId === loanId && money.providerPaymentRef !== null,
    ))
      if (!returned.has(one.repaymentId) && excessOf(one) >= 100)
        returned.set(one.repaymentId, excessOf(one));
  };

  const kept = {
    borrower: () => borrower,
    /** Journals that stand. */
    journals: () => booked.map(({ journal }) => journal),
    pastOf,
    /** Something that changes no row of a receipt: a loan is lent, a fact is told. */
    learn(next: Borrower, journals: readonly Journal[]) {
      borrower = next;
      for (const journal of journals) booked.push({ id: nextId(), journal });
    },
    close(on: BusinessDate) {
      book(closeDay(borrower, on, factsOf(on)));
    },
    pay(money: Money) {
      receipts.push(money);
      book(receipt(borrower, money));
      refund(money.loanId);
    },
    /** Returns the excess of payments by rewards to the rewards. */
    returnRewards() {
      for (const one of receipts.filter(({ channel }) => channel === 'reward'))
        if (excessOf(one) > 0) returned.set(one.repaymentId, excessOf(one));
    },
    waive(loanId: string, waiver: Waiver, at: number) {
      waivers.push({ ...waiver, loanId, at, isTiny: false, parts: [] });
      book(
        waive(
          borrower.loans.find(({ id }) => id === loanId)!,
          waiver,
        ),
      );
    },
    writeOff(loanId: string, decided: WriteOff, at: number) {
      writeOffs.push({ ...decided, loanId, at });
      book(
        writeOff(
          borrower.loans.find(({ id }) => id === loanId)!,
          decided,
        ),
      );
    },
    /** Late news of a day, heard of on a day whose predecessor is closed. */
    rebook(news: LateNews, firstOn: BusinessDate, today: BusinessDate) {
      if (news.news === 'released') returned.set(news.repaymentId, news.returnedPaise);
      const days: ClosingDay[] = [];
      const pasts = borrower.loans.map(({ id }) => pastOf(id));
      const reopened = borrower.loans.map((one, index) =>
        addDays(closedBefore(one, pasts[index]!, firstOn), 1),
      );
      const [openOn] = [firstOn, ...reopened].toSorted() as [BusinessDate];
      for (let on = openOn; on < today; on = addDays(on, 1)) days.push(factsOf(on));
      const rebooked = rebookFrom(borrower, news, { pasts, days, today });
      const again = new Map(
        [
          ...rebooked.takenBack.flatMap((back) => back.receipts),
          ...(news.news === 'received' ? [news.money] : []),
        ].map((one) => [one.repaymentId, one]),
      );
      for (const back of rebooked.takenBack) write(back);
      for (const decision of rebooked.lived) {
        for (const change of decision.changes)
          if (change.change === 'repayment_settled') receipts.push(again.get(change.repaymentId)!);
        book(decision);
      }
      refund(news.news === 'received' ? news.money.loanId : news.loanId);
      return rebooked;
    },
    /** Money that is heard of on a day meets its loan as it stands, or the loan as it stood on its own day. */
    hear(money: Money, today: BusinessDate) {
      const loan = borrower.loans.find(({ id }) => id === money.loanId)!;
      const past = pastOf(loan.id);
      const relief = [...past.waivers.filter(({ isTiny }) => !isTiny), ...past.writeOffs];
      if (isBackDated(loan, money, relief)) kept.rebook({ news: 'received', money }, money.valueOn, today);
      else kept.pay(money);
    },
  };
  return kept;
}
