import type { Credit } from '@mohlat/contract';
import { isThinFile, LIMIT_POLICY } from '@mohlat/money';
import { formatDate, formatRupees } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CreditBar } from '../../ui/progress.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { useCreditWords } from './credit.words.ts';

/** The limit and what is left of it; when it rests, why, and what ends that. */
export function LimitPanel({ credit }: { readonly credit: Credit }) {
  const words = useCreditWords();
  const { language } = useLanguage();
  const { state, stateReason, limitPaise, usedPaise, availablePaise, usedPercent, reviewDate } = credit;
  return (
    <Card
      title={words.limitTitle}
      action={<StatusTag tone={state === 'active' ? 'ok' : 'due'}>{words.states[state]}</StatusTag>}
    >
      <div className="flex flex-col gap-3">
        <Money paise={limitPaise} size="hero" />
        <CreditBar
          usedPercent={usedPercent}
          label={words.usedPercent(usedPercent)}
          start={words.used(formatRupees(usedPaise), formatRupees(limitPaise))}
          end={words.available(formatRupees(availablePaise))}
        />
        {stateReason === null ? null : <Hold code={stateReason.code} />}
        {state === 'active' && availablePaise > 0 ? (
          <LinkButton to="/dashboard/pay-bill" size="medium" className="md:self-start">
            {words.payBill}
          </LinkButton>
        ) : null}
        {reviewDate === null ? null : (
          <p className="text-small text-ink-3">{words.review(formatDate(reviewDate, language))}</p>
        )}
      </div>
    </Card>
  );
}

function Hold({ code }: { readonly code: NonNullable<Credit['stateReason']>['code'] }) {
  const words = useCreditWords();
  const action = {
    overdue: { to: '/dashboard/payments', text: words.repay },
    arrears: { to: '/dashboard/payments', text: words.repay },
    kyc_lapse: { to: '/dashboard/kyc-verification', text: words.verifyAgain },
    report_stale: undefined,
    npa: { to: '/dashboard/payments', text: words.repay },
    written_off: { to: '/dashboard/payments', text: words.repay },
  }[code];
  const hasEnded = code === 'npa' || code === 'written_off';
  return (
    <Notice
      tone="due"
      title={hasEnded ? words.endedTitle : words.holdTitle}
      actions={
        action ? (
          <LinkButton to={action.to} size="medium" tone="secondary">
            {action.text}
          </LinkButton>
        ) : undefined
      }
    >
      {words.holds[code]} {words.holdRepay}
    </Notice>
  );
}

/** The score, and what it means in rupees by the policy itself. */
export function ScorePanel({ credit }: { readonly credit: Credit }) {
  const words = useCreditWords().score;
  const { language } = useLanguage();
  const { score, reportDate } = credit;
  return (
    <Card title={words.title}>
      <div className="flex flex-col gap-2">
        {score === null || isThinFile(score) ? (
          <>
            <p className="text-title font-semibold">{words.none}</p>
            <p className="text-ink-2">{words.noneText}</p>
          </>
        ) : (
          <>
            <p className="text-title font-semibold">{words.outOf(score)}</p>
            <ScoreMeaning score={score} />
          </>
        )}
        {reportDate === null ? null : (
          <p className="text-small text-ink-3">{words.report(formatDate(reportDate, language))}</p>
        )}
        <p className="text-small text-ink-2">{words.mend}</p>
      </div>
    </Card>
  );
}

function ScoreMeaning({ score }: { readonly score: number }) {
  const words = useCreditWords().score;
  const { bands } = LIMIT_POLICY;
  const band = bands.find((one) => score >= one.minScore);
  const next = bands.findLast((one) => one.minScore > score);
  const lowest = bands.at(-1);
  return (
    <p className="text-ink-2">
      {band ? words.band(formatRupees(band.capPaise)) : words.belowAll(lowest?.minScore ?? 0)}{' '}
      {next ? words.next(next.minScore, formatRupees(next.capPaise)) : null}
    </p>
  );
}
