import { getReceiptProof, getSharedReceipt } from '@mohlat/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { call } from '../../../lib/api.ts';
import { STATUS_TONES } from '../../../lib/bill-status.ts';
import { ErrorFace, LoadingFace } from '../../../lib/faces.tsx';
import { formatDateWithYear, formatInstant } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { keys } from '../../../lib/keys.ts';
import { ProblemError } from '../../../lib/problem.ts';
import { PageHeader } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Receipt } from '../../../ui/receipt.tsx';
import { usePaymentsWords } from '../payments.words.ts';
import { checkProof } from './receipt-proof.ts';

const sharedQuery = (token: string) =>
  queryOptions({
    queryKey: keys.sharedReceipt(token),
    queryFn: ({ signal }) => call(getSharedReceipt, { params: { token }, signal }),
  });

/** Shows the holder of a link the amount, last four digits, day and outcome: no name, no bank, nothing else. */
export function Component() {
  const words = usePaymentsWords().shared;
  const { language } = useLanguage();
  const token = useLocation().hash.slice(1);
  const receipt = useQuery({ ...sharedQuery(token), enabled: token !== '' });
  const isGone = receipt.error instanceof ProblemError && receipt.error.status === 404;
  if (token === '' || isGone) return <PageHeader title={words.gone} subtitle={words.goneText} />;
  if (receipt.isError) {
    return <ErrorFace error={receipt.error} onRetry={() => void receipt.refetch()} />;
  }
  if (receipt.isPending) return <LoadingFace onRetry={() => void receipt.refetch()} />;
  const { amountPaise, cardLast4, date, status } = receipt.data;
  return (
    <div className="flex flex-col gap-4">
      <Receipt
        tone={STATUS_TONES[status]}
        headline={words.status[status]}
        at={formatInstant(date, language)}
        amountPaise={amountPaise}
        payee={words.card(cardLast4)}
        facts={[]}
      />
      {status === 'completed' ? <ReceiptEvidence token={token} amountPaise={amountPaise} /> : null}
    </div>
  );
}

interface Props {
  readonly token: string;
  readonly amountPaise: number;
}

/** Whether the books held what the receipt shows: asked for beside it, and checked here in the browser. */
function ReceiptEvidence({ token, amountPaise }: Props) {
  const words = usePaymentsWords().evidence;
  const { language } = useLanguage();
  const found = useQuery({
    queryKey: keys.receiptProof(token),
    queryFn: async ({ signal }) => {
      const { proof } = await call(getReceiptProof, { params: { token }, signal });
      return { proof, verdict: proof && (await checkProof(proof, amountPaise)) };
    },
  });
  // The receipt stands without it.
  if (!found.data) return null;
  const { proof, verdict } = found.data;
  if (!proof || !verdict) return <p className="text-small text-ink-3">{words.notYet}</p>;
  if (verdict === 'wrong') return <Notice tone="bad">{words.wrong}</Notice>;
  return (
    <details className="text-small text-ink-2">
      <summary className="cursor-pointer">
        {words[verdict](formatDateWithYear(proof.anchor.dayOn, language))}
      </summary>
      <p className="mt-2">{words.how}</p>
      <p className="mt-2 break-all tabular">{words.root(proof.anchor.journalRoot)}</p>
    </details>
  );
}
