import type { Mandate, Payment } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useAskedAnew } from '../../../lib/asked-anew.ts';
import {
  askedDebit,
  comingDebit,
  isAsked as isAskedDebit,
  isCollectable,
  isStandingMandate,
  mandateOf,
} from '../../../lib/autopay.ts';
import { LoadingFace } from '../../../lib/faces.tsx';
import { formatRupees } from '../../../lib/format.ts';
import { useGlossary } from '../../../lib/glossary.ts';
import { mandatesQuery } from '../../../lib/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, FactList } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { StatusTag, type StatusTone } from '../../../ui/status.tsx';
import { toast } from '../../../ui/toast.tsx';
import { UnansweredDebit } from './unanswered-debit.tsx';
import { type AutopayWords, useAutopayWords } from './autopay.words.ts';
import { usePlanDates } from '../plan-dates.ts';
import { useAutopay, type AutopayState } from './use-autopay.ts';

const AutopayDialog = lazy(() =>
  import('./autopay-dialog.tsx').then((module) => ({ default: module.AutopayDialog })),
);

export const MANDATE_TONES: Record<Mandate['status'], StatusTone> = {
  setting_up: 'due',
  pending: 'due',
  active: 'ok',
  paused: 'bad',
  cancelling: 'neutral',
  rejected: 'neutral',
  cancelled: 'neutral',
  expired: 'neutral',
};

const CHECK_MS = 3000;

interface AutopayCardProps {
  readonly payment: Payment;
  /** The address asked for the set-up. */
  readonly isAsked: boolean;
  readonly onAnswered: () => void;
}

/** Reads the mandates, and again while that of the payment is moving at its bank. */
function useMandates(paymentId: string, { approvedId }: AutopayState) {
  return useQuery({
    ...mandatesQuery,
    refetchInterval: ({ state }) => {
      const status = mandateOf(paymentId, state.data?.items ?? [])?.status;
      const isMoving = status === 'cancelling' || (status === 'setting_up' && approvedId !== undefined);
      return isMoving ? CHECK_MS : false;
    },
  });
}

/** Keeps the place of the card: what stands below it would move down. The card itself stays when the answer comes, and is no part of its own. */
function reading(title: string, onRetry: () => void) {
  return (
    <Card title={title}>
      <LoadingFace onRetry={onRetry}>
        <Skeleton height="row" />
        <Skeleton height="row" />
      </LoadingFace>
    </Card>
  );
}

/** Shows the state of autopay for this payment, its next debit, and the ways to begin and end it. Rule: LEND-20 */
export function AutopayCard({ payment, isAsked, onAnswered }: AutopayCardProps) {
  const words = useAutopayWords();
  const autopay = useAutopay(payment.id);
  const { data, isPending, refetch } = useMandates(payment.id, autopay);
  const [isSettingUp, setIsSettingUp] = useState(isAsked);
  const [isEnding, setIsEnding] = useState(false);
  const askSetUp = () => {
    autopay.forgetProblems();
    setIsSettingUp(true);
  };
  useAskedAnew('autopay', () => {
    if (isAsked) askSetUp();
  });
  if (payment.outstandingPaise === 0 || payment.billStatus !== 'paid') return null;
  const canCollect = isCollectable(payment);
  if (isPending && canCollect) return reading(words.title, () => void refetch());
  if (data === undefined) return null;
  const mandate = mandateOf(payment.id, data.items);
  const isStanding = mandate !== undefined && isStandingMandate(mandate);
  if (!canCollect && (mandate === undefined || (payment.frozen !== null && !isStanding))) return null;
  const canSetUp = canCollect && (!isStanding || mandate.status === 'setting_up');
  // Set up meanwhile, in another tab or on the phone: it is not asked for again when it has ended.
  if (isSettingUp && !canSetUp) setIsSettingUp(false);
  return (
    <Card
      title={words.title}
      action={
        isStanding ? (
          <StatusTag tone={MANDATE_TONES[mandate.status]}>{words.states[mandate.status]}</StatusTag>
        ) : undefined
      }
    >
      <div className="flex flex-col gap-3">
        {mandate && payment.frozen === null ? <AutopayFailure payment={payment} mandate={mandate} /> : null}
        {autopay.problem === undefined ? null : (
          <Notice tone="bad" isLive>
            {autopay.problem}
          </Notice>
        )}
        {/* Otherwise it stands above the buttons that pay. */}
        {payment.frozen === null ? null : <UnansweredDebit paymentId={payment.id} />}
        <Standing payment={payment} mandate={mandate} autopay={autopay} />
        <Actions
          mandate={mandate}
          autopay={autopay}
          canSetUp={canCollect}
          onSetUp={askSetUp}
          onEnd={() => {
            autopay.forgetProblems();
            setIsEnding(true);
          }}
        />
      </div>
      {isSettingUp ? (
        <Suspense>
          <AutopayDialog
            payment={payment}
            autopay={autopay}
            onClose={() => {
              setIsSettingUp(false);
              onAnswered();
            }}
          />
        </Suspense>
      ) : null}
      {isEnding && mandate ? (
        <EndDialog mandate={mandate} autopay={autopay} onClose={() => setIsEnding(false)} />
      ) : null}
    </Card>
  );
}

interface ActionsProps {
  readonly mandate: Mandate | undefined;
  readonly autopay: AutopayState;
  readonly canSetUp: boolean;
  readonly onSetUp: () => void;
  readonly onEnd: () => void;
}

interface StandingProps extends Pick<ActionsProps, 'mandate' | 'autopay'> {
  readonly payment: Payment;
}

/** One sentence of how it stands; what it collects while it is on. */
function Standing({ payment, mandate, autopay }: StandingProps) {
  const words = useAutopayWords();
  const write = usePlanDates(payment);
  if (mandate === undefined) return <p className="text-ink-2">{words.offer}</p>;
  if (payment.frozen !== null && mandate.status !== 'active' && mandate.status !== 'cancelling')
    return <p className="text-ink-2">{words.frozen}</p>;
  if (mandate.status === 'setting_up') {
    return (
      <p role="status" className="text-ink-2">
        {autopay.approvedId === mandate.id ? words.checking : words.notApproved}
      </p>
    );
  }
  const isUnanswered = askedDebit(mandate.paymentId, [mandate]) !== undefined;
  if (mandate.status !== 'active')
    return <p className="text-ink-2">{statusText(mandate.status, isUnanswered, words)}</p>;
  return (
    <>
      {isUnanswered ? null : <p className="font-medium">{debitSentence(payment, mandate, words, write)}</p>}
      <FactList
        facts={[
          {
            label: words.from,
            value: [words.kinds[mandate.kind], mandate.maskedAccountNumber].filter(Boolean).join(' '),
          },
          { label: words.maximum, value: <Money paise={mandate.maximumPaise} /> },
          { label: words.until, value: write(mandate.until) },
        ]}
      />
      {payment.frozen === null ? <p className="text-small text-ink-2">{words.note}</p> : null}
    </>
  );
}

/** Says that it collects nothing, and to pay by hand: without the instalment that a bank was asked for already. */
function statusText(
  status: Exclude<Mandate['status'], 'active' | 'setting_up'>,
  isUnanswered: boolean,
  words: AutopayWords,
): string {
  const isToPay = status === 'paused' || status === 'cancelled';
  return isUnanswered && isToPay ? words[`${status}Asked`] : words[`${status}Text`];
}

/** Words the next debit, for the list and the card. */
export function debitSentence(
  { frozen }: Pick<Payment, 'frozen'>,
  mandate: Mandate,
  words: AutopayWords,
  write: (date: string) => string,
): string {
  const debit = comingDebit(mandate);
  if (frozen !== null && !isAskedDebit(debit)) return words.frozen;
  if (debit === undefined) return words.none;
  const amount = formatRupees(debit.amountPaise);
  if (debit.state === 'presented') return words.presented(amount);
  if (debit.state === 'review') return words.review(amount);
  return words.collected(amount, write(debit.on));
}

function Actions({ mandate, autopay, canSetUp, onSetUp, onEnd }: ActionsProps) {
  const words = useAutopayWords();
  if (mandate === undefined || !isStandingMandate(mandate)) {
    return canSetUp ? (
      <Button tone="secondary" size="medium" className="self-start" onClick={onSetUp}>
        {words.setUp}
      </Button>
    ) : null;
  }
  if (mandate.status === 'cancelling') return null;
  const isWaiting = canSetUp && mandate.status === 'setting_up' && autopay.approvedId !== mandate.id;
  return (
    <div className="flex flex-wrap gap-2">
      {isWaiting ? (
        <Button size="medium" onClick={onSetUp}>
          {words.approve}
        </Button>
      ) : null}
      <Button tone="secondary" size="medium" onClick={onEnd}>
        {words.end}
      </Button>
    </div>
  );
}

interface EndDialogProps {
  readonly mandate: Mandate;
  readonly autopay: AutopayState;
  readonly onClose: () => void;
}

function EndDialog({ mandate, autopay, onClose }: EndDialogProps) {
  const words = useAutopayWords();
  const glossary = useGlossary();
  const isPresented = mandate.nextDebit?.state === 'presented' || mandate.nextDebit?.state === 'review';
  return (
    <ConfirmDialog
      title={words.ask}
      text={isPresented ? `${words.askText} ${words.askPresented}` : words.askText}
      closeLabel={glossary.close}
      words={{
        keep: words.keep,
        confirm: words.end,
        pending: words.ending,
        failed: autopay.isEndLost ? undefined : words.endFailed,
      }}
      isPending={autopay.isEnding}
      problem={autopay.endProblem}
      onConfirm={() =>
        autopay.end(mandate, () => {
          toast.success(words.ended);
          onClose();
        })
      }
      onClose={onClose}
    />
  );
}

interface AutopayFailureProps {
  readonly payment: Payment;
  readonly mandate: Mandate;
}

/**
 * A debit that was not made, while its instalment is unpaid: why, what it costs, and whether it is tried again. Once a bank is
 * asked again it says nothing: paid by hand now, the instalment is paid twice. Rule: LEND-20
 */
function AutopayFailure({ payment, mandate }: AutopayFailureProps) {
  const words = useAutopayWords();
  const write = usePlanDates(payment);
  const { lastDebit, nextDebit } = mandate;
  if (lastDebit?.state !== 'failed') return null;
  const row = payment.schedule.find((one) => one.number === lastDebit.instalment);
  if (row === undefined || row.status === 'paid') return null;
  const isSame = nextDebit?.instalment === lastDebit.instalment;
  if (isSame && isAskedDebit(nextDebit)) return null;
  const bounce = payment.charges.find(
    (charge) => charge.kind === 'bounce' && charge.instalment === lastDebit.instalment,
  );
  const again = mandate.status === 'active' && isSame;
  return (
    <Notice tone="due" title={words.failedTitle(formatRupees(lastDebit.amountPaise), write(lastDebit.on))}>
      <p>{words.reasons[lastDebit.reason ?? 'technical']}</p>
      {bounce ? <p>{words.bounced(formatRupees(bounce.amountPaise))}</p> : null}
      <p>{again ? words.again(write(nextDebit.on)) : words.notAgain}</p>
    </Notice>
  );
}
