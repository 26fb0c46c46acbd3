import type { KeyFacts as Facts } from '@mohlat/contract';
import { formatDate, formatRupees } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { FactList } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { usePaymentsWords } from './payments.words.ts';

/** The regulator's key facts, laid out to be read in two phone screens. */
export function KeyFacts({ facts }: { readonly facts: Facts }) {
  const words = usePaymentsWords().facts;
  const { language } = useLanguage();
  const money = (paise: number) => <Money paise={paise} decimals="always" />;
  return (
    <div className="flex flex-col gap-4 text-small">
      <FactList
        facts={[
          { label: words.apr, value: `${facts.aprPercent}%` },
          { label: words.total, value: money(facts.totalAmountPaise) },
          { label: words.sanctioned, value: money(facts.sanctionedAmountPaise) },
          { label: words.paidTo, value: facts.disbursedTo },
          { label: words.rate, value: `${facts.annualRatePercent}%` },
          { label: words.rateType, value: facts.rateType },
          { label: words.interest, value: money(facts.interestPaise) },
          { label: words.fee, value: money(facts.serviceFeePaise) },
          { label: words.gst, value: money(facts.gstIncludedPaise) },
          { label: words.thirdParty, value: money(facts.thirdPartyFeePaise) },
          {
            label: words.instalments,
            value: words.each(facts.instalmentCount, formatRupees(facts.instalmentPaise, 'always')),
          },
          { label: words.firstDue, value: formatDate(facts.firstDueDate, language) },
          { label: words.term, value: words.months(facts.termMonths) },
          { label: words.loanType, value: facts.loanType },
          { label: words.lender, value: facts.lender.name },
          { label: words.registration, value: facts.lender.registration },
          { label: words.platform, value: facts.platform },
          { label: words.proposal, value: facts.proposalNumber },
        ]}
      />
      <div>
        <p className="font-semibold text-ink">{words.coolingOff}</p>
        <p>{words.coolingOffText(facts.coolingOffDays)}</p>
      </div>
      {facts.contingentCharges.length === 0 ? null : (
        <div>
          <p className="font-semibold text-ink">{words.late}</p>
          <dl>
            {facts.contingentCharges.map((charge) => (
              <div key={charge.name}>
                <dt className="inline font-medium">{charge.name}: </dt>
                <dd className="inline">{charge.text}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      <div>
        <p className="font-semibold text-ink">{words.grievance}</p>
        <p>
          {facts.grievanceOfficer.name}, {facts.grievanceOfficer.phone}, {facts.grievanceOfficer.email}
        </p>
      </div>
      <p className="text-caption break-all text-ink-3">
        {words.version(facts.version, facts.hash.slice(0, 12))}
      </p>
    </div>
  );
}
