import type { Payment } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { dueSums } from '../../../lib/due-sums.ts';
import { formatRupees } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { isLastLeft, mainChoice, type RepayChoice } from './repay-choice.ts';
import { foreclosureQuery } from '../repayments.data.ts';
import { useRepaymentsWords } from '../repayments.words.ts';

interface MainButtonProps {
  readonly payment: Payment;
  readonly onRepay: (choice: RepayChoice) => void;
}

/**
 * Names what it pays: with charges open, an instalment alone would leave them or come after them. Of the last instalment it asks
 * what closes the plan, which is less while it is not due yet, and waits for the answer.
 */
export function MainButton({ payment, onRepay }: MainButtonProps) {
  const { plan: words, repay } = useRepaymentsWords();
  const main = mainChoice(payment);
  const { bothPaise, chargesPaise } = dueSums(payment);
  const isPriced = main === 'next' && isLastLeft(payment);
  const price = useQuery({ ...foreclosureQuery(payment), enabled: isPriced });
  // The rest of the page may ask for the same price.
  const isPricing = isPriced && price.isLoading;
  const closingPaise = isPriced ? price.data?.totalPaise : undefined;
  // An agreed sum has a card with its own button.
  if (main === undefined || main === 'agreed') return null;
  const nextPaise = payment.nextDue?.amountPaise ?? 0;
  const choice = main === 'next' && closingPaise !== undefined && closingPaise < nextPaise ? 'all' : main;
  const label = isPricing
    ? words.repay
    : choice === 'both'
      ? words.payBoth(formatRupees(bothPaise))
      : choice === 'charges'
        ? words.payCharges(formatRupees(chargesPaise))
        : words.payNext(formatRupees(choice === 'all' ? (closingPaise ?? nextPaise) : nextPaise));
  return (
    <>
      {choice === 'all' && price.data !== undefined && price.data.savingPaise > 0 ? (
        <p className="w-full text-small text-ink-2">
          {repay.earlyLess(formatRupees(price.data.savingPaise), formatRupees(nextPaise))}
        </p>
      ) : null}
      <Button disabled={isPricing} onClick={() => onRepay(choice)}>
        {label}
      </Button>
    </>
  );
}
