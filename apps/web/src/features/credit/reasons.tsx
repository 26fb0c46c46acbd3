import type { Credit, CreditReason, CreditWhatIf } from '@mohlat/contract';
import { TrendingUp } from 'lucide-react';
import { formatDate, formatRupees } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { TextLink } from '../../ui/button.tsx';
import { FactList } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { useCreditWords } from './credit.words.ts';
import { PROOF_ID } from './evidence-card.tsx';
import { translatedReason } from './limit-reason.ts';
import { to } from '../../lib/addresses.ts';
import { VIDEO_PART } from '../../lib/video-part.ts';

interface ReasonListProps {
  readonly reasons: readonly CreditReason[];
  /** A day that stands below the list anyway. */
  readonly saidOn?: string | null;
}

/** The reasons of a decision; a declining one with its way out. */
export function ReasonList({ reasons, saidOn = null }: ReasonListProps) {
  return (
    <ul className="ruled">
      {reasons.map((reason) => (
        <li key={reason.code} className="py-2.5">
          <ReasonText reason={reason} />
          <NextStep reason={reason} saidOn={saidOn} />
        </li>
      ))}
    </ul>
  );
}

function ReasonText({ reason }: { readonly reason: Pick<CreditReason, 'code' | 'text'> }) {
  const { reasons } = useCreditWords();
  const translated = translatedReason(reason, reasons);
  return (
    <p className="font-medium" lang={translated === undefined ? 'en' : undefined}>
      {translated ?? reason.text}
    </p>
  );
}

interface NextStepProps {
  readonly reason: CreditReason;
  readonly saidOn: string | null;
}

function NextStep({ reason: { code, next }, saidOn }: NextStepProps) {
  const words = useCreditWords();
  const { language } = useLanguage();
  if (!next) return null;
  const date = next.on === null ? undefined : formatDate(next.on, language);
  const dated = next.when === 'on_date' ? words.next.on_date(date) : undefined;
  const what = language === 'en' ? next.text : (words.nextTexts[code] ?? words.next[next.when](date));
  const told = new Set([what, dated]);
  if (next.on !== null && next.on === saidOn) told.delete(dated);
  return told.size === 0 ? null : (
    <p className="text-small text-ink-2">{[...told].filter(Boolean).join(' ')}</p>
  );
}

/** Lists the acts that would raise the limit, each with the rupees an assessment would really give. */
export function WhatIfList({ items }: { readonly items: readonly CreditWhatIf[] }) {
  const words = useCreditWords();
  return (
    <ul className="flex flex-col gap-2">
      {items.map((item) => (
        <li key={item.lever} className="flex gap-2.5">
          <TrendingUp aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ok" />
          <span>
            {words.whatIf[item.lever]({
              gain: formatRupees(item.gainPaise),
              less: formatRupees(item.lessPaise ?? 0),
              score: item.toScore ?? 0,
            })}{' '}
            {item.lever === 'video' ? (
              <TextLink to={to('/dashboard/kyc-verification', { query: { step: '3' }, part: VIDEO_PART })}>
                {words.doVideo}
              </TextLink>
            ) : null}
            {item.lever === 'income_evidence' ? (
              <TextLink to={to('/dashboard/credit', { part: PROOF_ID })}>{words.evidence.add}</TextLink>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface FactorsProps {
  readonly factors: Credit['factors'];
  /** The limit was decided by less than is known today. */
  readonly isOutdated: boolean;
}

/** Every bound with what it alone would allow; the binding one stands out by its weight and its place. */
export function Factors({ factors, isOutdated }: FactorsProps) {
  const words = useCreditWords();
  const sorted = factors.toSorted((left, right) => left.amountPaise - right.amountPaise);
  return (
    <div>
      <h3 className="font-semibold">{words.factorsTitle}</h3>
      <p className="mb-1 text-small text-ink-2">{isOutdated ? words.factorsToday : words.factorsText}</p>
      <FactList
        facts={sorted.map((factor) => ({
          label: words.factorNames[factor.code] ?? factor.code,
          value: (
            <span className={factor.isBinding ? 'font-bold' : 'font-normal'}>
              {words.upTo.before}
              <Money paise={factor.amountPaise} />
              {words.upTo.after}
            </span>
          ),
        }))}
      />
    </div>
  );
}
