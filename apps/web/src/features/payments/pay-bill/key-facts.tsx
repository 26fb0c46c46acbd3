import { type KeyFacts as Facts, registrationText } from '@mohlat/contract';
import { formatDate, formatRupees } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import type { Language } from '../../../lib/language.ts';
import { FactList } from '../../../ui/card.tsx';
import { Money } from '../../../ui/money.tsx';
import { formatInstalments } from '../../../ui/rupees.ts';
import { usePaymentsWords } from '../payments.words.ts';

type FactsWords = ReturnType<typeof usePaymentsWords>['facts'];

/** The charges that may arise, in the reader's language, from the figures the statement holds. Rule: LEND-L1, LEND-L2, LEND-L3, LEND-L6 */
function chargesThatMayArise(
  { lateCharges }: Facts,
  words: FactsWords,
  language: Language,
): [string, string][] {
  const { onLateDays, bands, aboveBandsPaise, bouncePaise, capPercent } = lateCharges;
  const steps = bands.map((band) =>
    words.upTo(formatRupees(band.unpaidUpToPaise), formatRupees(band.chargePaise)),
  );
  const days = new Intl.ListFormat(language).format(onLateDays.map(String));
  return [
    [
      words.latePayment,
      [
        words.lateText(days, [...steps, words.above(formatRupees(aboveBandsPaise))].join(', ')),
        ...(capPercent === undefined ? [] : [words.lateCap(Number(capPercent))]),
      ].join(' '),
    ],
    [words.returned, words.returnedText(formatRupees(bouncePaise))],
    [words.closing, words.closingText],
  ];
}

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
          { label: words.paidTo, value: words.cardOf(facts.card.bankName, facts.card.last4) },
          { label: words.rate, value: `${facts.annualRatePercent}%` },
          { label: words.rateType, value: words.fixed },
          { label: words.interest, value: money(facts.interestPaise) },
          { label: words.fee, value: money(facts.serviceFeePaise) },
          { label: words.gst, value: money(facts.gstIncludedPaise) },
          { label: words.thirdParty, value: money(facts.thirdPartyFeePaise) },
          {
            label: words.instalments,
            value: formatInstalments(
              {
                count: facts.instalmentCount,
                eachPaise: facts.instalmentPaise,
                totalPaise: facts.totalAmountPaise,
              },
              'always',
            ),
          },
          { label: words.firstDue, value: formatDate(facts.firstDueDate, language) },
          { label: words.term, value: words.months(facts.termMonths) },
          {
            label: words.loanType,
            value: facts.planKind === 'single' ? words.loanInOne : words.loanInParts(facts.instalmentCount),
          },
          { label: words.lender, value: <span lang="en">{facts.lender.name}</span> },
          { label: words.registration, value: registrationText(facts.lender.registration, language) },
          { label: words.platform, value: facts.platform },
          { label: words.proposal, value: facts.proposalNumber },
        ]}
      />
      <div>
        <p className="font-semibold text-ink">{words.coolingOff}</p>
        <p>{words.coolingOffText(facts.coolingOffDays)}</p>
      </div>
      <div>
        <p className="font-semibold text-ink">{words.late}</p>
        <dl>
          {chargesThatMayArise(facts, words, language).map(([name, text]) => (
            <div key={name}>
              <dt className="inline font-medium">{name}: </dt>
              <dd className="inline">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div>
        <p className="font-semibold text-ink">{words.grievance}</p>
        <p>
          <span lang="en">{facts.grievanceOfficer.name}</span>, {facts.grievanceOfficer.phone},{' '}
          {facts.grievanceOfficer.email}
        </p>
      </div>
      <p className="text-caption break-all text-ink-3">
        {words.version(facts.version, facts.hash.slice(0, 12))}
      </p>
    </div>
  );
}
