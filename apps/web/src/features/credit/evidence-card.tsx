import type { IncomeEvidence } from '@mohlat/contract';
import { LIMIT_POLICY } from '@mohlat/money';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { formatDate, formatRupees, istDateOf } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PartOnItsWay } from '../../lib/faces.tsx';
import { StatusTag, type StatusTone } from '../../ui/status.tsx';
import { useCreditWords } from './credit.words.ts';

// The form comes when the user sends a document.
const loadForm = () => import('./evidence-form.tsx');
const EvidenceForm = lazy(() => loadForm().then((module) => ({ default: module.EvidenceForm })));

const TONES: Record<IncomeEvidence['status'], StatusTone> = {
  pending: 'due',
  verified: 'ok',
  rejected: 'bad',
  expired: 'neutral',
};

/** Where a link from another place leads. */
export const PROOF_ID = 'proof';

/** Rule: LEND-B04. What proves the income: how it stands, and the way to send a document. */
export function EvidenceCard({ evidence }: { readonly evidence: IncomeEvidence | null }) {
  const words = useCreditWords().evidence;
  const [isSending, setIsSending] = useState(false);
  const maySend = evidence === null || evidence.status !== 'pending';
  const box = useRef<HTMLDivElement>(null);
  const { key, hash } = useLocation();
  useEffect(() => {
    if (hash === `#${PROOF_ID}`) box.current?.scrollIntoView();
  }, [key, hash]);
  return (
    <div ref={box} tabIndex={-1} id={PROOF_ID} className="scroll-mt-20">
      <Card title={words.title}>
        <div className="flex flex-col gap-3">
          {evidence === null ? (
            <p className="text-ink-2">{words.why(formatRupees(LIMIT_POLICY.declaredIncomeCapPaise))}</p>
          ) : (
            <Standing evidence={evidence} />
          )}
          {isSending ? (
            <Suspense fallback={<PartOnItsWay height="card" />}>
              <EvidenceForm
                onDone={() => {
                  box.current?.focus();
                  setIsSending(false);
                }}
              />
            </Suspense>
          ) : maySend ? (
            <Button
              tone="secondary"
              size="medium"
              className="self-start"
              onPointerEnter={() => void loadForm()}
              onFocus={() => void loadForm()}
              onClick={() => setIsSending(true)}
            >
              {evidence === null ? words.add : words.addAnother}
            </Button>
          ) : null}
        </div>
      </Card>
    </div>
  );
}

function Standing({ evidence }: { readonly evidence: IncomeEvidence }) {
  const words = useCreditWords().evidence;
  const { language } = useLanguage();
  const { kind, status, monthlyIncomePaise, verifiedIncomePaise, reason, sentAt, validUntil } = evidence;
  return (
    <div role="status" className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium">{words.kinds[kind]}</span>
        <StatusTag tone={TONES[status]}>{words.statuses[status]}</StatusTag>
      </div>
      <p className="text-small text-ink-2">
        {verifiedIncomePaise === null
          ? words.typed(formatRupees(monthlyIncomePaise))
          : words.shown(formatRupees(verifiedIncomePaise))}
        {' · '}
        {status === 'verified' && validUntil !== null
          ? words.validUntil(formatDate(validUntil, language))
          : words.sentOn(formatDate(istDateOf(sentAt), language))}
      </p>
      {status === 'pending' ? <p className="text-small text-ink-2">{words.sent}</p> : null}
      {status === 'expired' ? <p className="text-small text-ink-2">{words.expiredText}</p> : null}
      {status === 'rejected' && reason !== null ? (
        <p className="text-small text-bad-ink">{words.refusedBecause(reason)}</p>
      ) : null}
    </div>
  );
}
