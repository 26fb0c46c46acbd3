import type { Payment, Repayment } from '@mohlat/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { reasonText } from '../../../lib/bill-status.ts';
import { ErrorFace } from '../../../lib/faces.tsx';
import { formatRupees } from '../../../lib/format.ts';
import { useGlossary } from '../../../lib/glossary.ts';
import { moneyChanged } from '../../../lib/keys.ts';
import { ProblemError } from '../../../lib/problem.ts';
import { Button, TextButton } from '../../../ui/button.tsx';
import { FactList } from '../../../ui/card.tsx';
import { Money } from '../../../ui/money.tsx';
import { Notice, type NoticeTone } from '../../../ui/notice.tsx';
import { useCancelWords } from '../early/cancel.words.ts';
import { usePartWords } from '../early/part.words.ts';
import { repaymentQuery } from '../repayments.data.ts';
import { useRepaymentsWords } from '../repayments.words.ts';

interface RepaymentStatusProps {
  readonly id: string;
  /** True once the payment is cancelled. */
  readonly isCancelled: boolean;
  readonly partPrepayments: Payment['partPrepayments'];
  /** The problem the payment window reported. The state from the server always outweighs it. */
  readonly problem: string | undefined;
  readonly onReopen: (() => void) | undefined;
  readonly isWindowOpen: boolean;
  readonly onDismiss: () => void;
}

const POLL_SECONDS = [1, 2, 5, 15] as const;
const TONES: Record<Repayment['status'], NoticeTone> = {
  initiated: 'info',
  succeeded: 'ok',
  failed: 'bad',
  unknown: 'due',
};

/** One repayment as the server knows it, asked again until it is settled. */
export function RepaymentStatus({
  id,
  isCancelled,
  partPrepayments,
  problem,
  onReopen,
  isWindowOpen,
  onDismiss,
}: RepaymentStatusProps) {
  const words = useRepaymentsWords().status;
  const cancelling = useCancelWords();
  const { data, error, refetch } = useQuery({
    ...repaymentQuery(id),
    refetchInterval: ({ state }) => {
      const isSettled = state.data?.status === 'succeeded' || state.data?.status === 'failed';
      if (isSettled) return false;
      const asked = state.dataUpdateCount + state.errorUpdateCount;
      return (POLL_SECONDS[Math.max(0, asked - 1)] ?? 15) * 1000;
    },
  });
  useRereadWhenSettled(data?.status);
  if (data === undefined) {
    // An address that names no repayment of theirs has nothing to warn of.
    if (error === null || (error instanceof ProblemError && error.isFinal)) return null;
    return <ErrorFace title={words.unread} error={error} onRetry={() => void refetch()} />;
  }
  const { status } = data;
  const received = data.intent === 'exit' && isCancelled ? cancelling.received : words.received;
  const canReopen = onReopen !== undefined && status === 'initiated';
  return (
    <Notice
      tone={TONES[status]}
      isLive
      title={status === 'succeeded' ? received(formatRupees(data.amountPaise)) : words.title[status]}
      actions={
        <>
          {canReopen ? (
            <Button size="medium" isPending={isWindowOpen} onClick={onReopen}>
              {words.reopen}
            </Button>
          ) : null}
          <TextButton onClick={onDismiss}>{words.dismiss}</TextButton>
        </>
      }
    >
      {status === 'succeeded' && data.intent === 'part_prepay' ? (
        <Smaller repayment={data} partPrepayments={partPrepayments} />
      ) : null}
      <Explanation repayment={data} problem={problem} />
    </Notice>
  );
}

/** Says whether the money made the instalments smaller, as it was meant to. Its own allocation decides that. */
function Smaller({
  repayment,
  partPrepayments,
}: { readonly repayment: Repayment } & Pick<RepaymentStatusProps, 'partPrepayments'>) {
  const words = usePartWords();
  const isDone = repayment.allocation.some(
    (share) => share.instalment === null && share.component === 'principal',
  );
  const done = partPrepayments.find((one) => one.repaymentId === repayment.id);
  if (!isDone) return <p>{words.notDone}</p>;
  // The payment is read again a moment after its repayment.
  if (done === undefined) return null;
  return (
    <p>{words.done(formatRupees(done.instalmentAfterPaise), formatRupees(done.instalmentBeforePaise))}</p>
  );
}

/** Seen settling here, before any event said so: everything else on the page shows the time before it. */
function useRereadWhenSettled(status: Repayment['status'] | undefined) {
  const client = useQueryClient();
  const wasOpen = useRef(false);
  useEffect(() => {
    const isOpen = status === 'initiated' || status === 'unknown';
    if (wasOpen.current && !isOpen) void moneyChanged(client);
    wasOpen.current = isOpen;
  }, [client, status]);
}

function Explanation({
  repayment,
  problem,
}: {
  readonly repayment: Repayment;
  readonly problem: string | undefined;
}) {
  const words = useRepaymentsWords().status;
  const glossary = useGlossary();
  switch (repayment.status) {
    case 'initiated':
      return <p>{problem ?? words.initiatedText}</p>;
    case 'unknown':
      return <p>{words.unknownText}</p>;
    case 'failed':
      return (
        <p>
          {repayment.failureReason === undefined ? problem : reasonText(repayment.failureReason, glossary)}{' '}
          {words.failedText}
        </p>
      );
    case 'succeeded':
      return <Allocation repayment={repayment} />;
  }
}

/** Shows the use of the money, one line per component. */
function Allocation({ repayment }: { readonly repayment: Repayment }) {
  const words = useRepaymentsWords().status;
  const sums = new Map<Repayment['allocation'][number]['component'], number>();
  for (const { component, amountPaise } of repayment.allocation) {
    sums.set(component, (sums.get(component) ?? 0) + amountPaise);
  }
  if (sums.size === 0) return null;
  return (
    <>
      <p>{words.receivedText}</p>
      <FactList
        facts={[...sums].map(([component, paise]) => ({
          label: words.components[component],
          value: <Money paise={paise} decimals="always" />,
        }))}
      />
    </>
  );
}
