import { getReceiptProof } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { formatDateWithYear } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { keys } from '../../lib/keys.ts';
import { Notice } from '../../ui/notice.tsx';
import { usePaymentsWords } from './payments.words.ts';
import { checkProof } from './receipt-proof.ts';

interface Props {
  readonly token: string;
  readonly amountPaise: number;
}

/** Whether the books held what the receipt shows: asked for beside it, and checked here in the browser. */
export function ReceiptEvidence({ token, amountPaise }: Props) {
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
