import type { KeyFacts } from '@mohlat/contract';
import { bpsToDecimal, DEFAULT_LATE_POLICY, formatRupees, paise } from '@mohlat/money';
import type { LenderIdentity, Settings } from '#features/settings/index.ts';
import { sha256 } from '#platform/crypto/vault.ts';
import type { PricedPlan } from './payments.quote.rules.ts';

/** The wording's version: it changes when a row of the statement changes its meaning. */
export const KEY_FACTS_VERSION = 'kfs-1';

interface About {
  readonly quoteId: string;
  readonly bankName: string;
  readonly last4: string;
  readonly settings: Settings;
  readonly lender: LenderIdentity;
}

/** The key facts statement as data, with the hash of exactly what is shown. Rule: LEND-K3, LEND-K6. */
export function writeKeyFacts(priced: PricedPlan, about: About): KeyFacts {
  const { settings, lender } = about;
  const isSingle = priced.plan.kind === 'single';
  const facts = {
    version: KEY_FACTS_VERSION,
    proposalNumber: `MOH-${about.quoteId.replaceAll('-', '').toUpperCase()}`,
    lender: { name: lender.name, registration: lender.registration },
    platform: 'Mohlat',
    loanType: `Credit card bill payment loan, ${isSingle ? 'one payment' : `EMI${priced.schedule.length}`}`,
    sanctionedAmountPaise: paise(priced.billPaise + priced.feePaise),
    disbursedTo: `${about.bankName}, card ending ${about.last4}`,
    disbursedAmountPaise: priced.billPaise,
    termMonths: isSingle ? 1 : priced.schedule.length,
    instalmentCount: priced.schedule.length,
    instalmentPaise: priced.schedule[0]!.amountPaise,
    firstDueDate: priced.schedule[0]!.dueOn,
    annualRatePercent: bpsToDecimal(priced.annualRateBps),
    rateType: 'Fixed',
    serviceFeePaise: priced.feePaise,
    gstIncludedPaise: priced.gstPaise,
    thirdPartyFeePaise: 0,
    interestPaise: priced.interestPaise,
    totalAmountPaise: priced.totalPaise,
    aprPercent: bpsToDecimal(priced.aprBps),
    contingentCharges: contingentCharges(),
    coolingOffDays: settings.coolingOffDays,
    grievanceOfficer: { ...lender.grievanceOfficer },
  };
  return { ...facts, hash: sha256(JSON.stringify(facts)).toString('hex') };
}

/** Rule: LEND-L1, LEND-L2, LEND-L6. The charges that may arise, from the same table that levies them. */
function contingentCharges(): KeyFacts['contingentCharges'] {
  const bands = DEFAULT_LATE_POLICY.bands.map(
    (band) => `up to ${formatRupees(band.unpaidUpToPaise)} unpaid: ${formatRupees(band.chargePaise)}`,
  );
  bands.push(`above that: ${formatRupees(DEFAULT_LATE_POLICY.chargeAboveBandsPaise)}`);
  return [
    {
      name: 'Late payment',
      text: `On the 4th, 34th and 64th day after a missed due date: ${bands.join(', ')}.`,
    },
    {
      name: 'Returned e-NACH debit',
      text: `${formatRupees(DEFAULT_LATE_POLICY.bouncePaise)} once per instalment, for insufficient funds only.`,
    },
    { name: 'Closing early', text: 'Nil.' },
  ];
}
