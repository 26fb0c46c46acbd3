import { type AnswerOf, type createQuote, keyFacts as keyFactsSchema, type KeyFacts } from '@mohlat/contract';
import { bpsToDecimal, formatRupees, type LatePolicy, paise } from '@mohlat/money';
import type { LenderIdentity, Settings } from '#features/settings/index.ts';
import { sha256 } from '#platform/crypto/vault.ts';
import { invariant } from '#platform/http/domain-error.ts';
import type { PricedPlan } from './quote.rules.ts';

/** The wording's version: it changes when a row of the statement changes its meaning. */
export const KEY_FACTS_VERSION = 'kfs-4';

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
    loanType: `Credit card bill payment loan, ${isSingle ? 'one payment' : `${priced.schedule.length} monthly instalments`}`,
    sanctionedAmountPaise: paise(priced.billPaise + priced.feePaise),
    disbursedTo: `${about.bankName}, card ending ${about.last4}`,
    disbursedAmountPaise: priced.billPaise,
    termMonths: isSingle ? 1 : priced.schedule.length,
    instalmentCount: priced.schedule.length,
    instalmentPaise: priced.schedule[0].amountPaise,
    firstDueDate: priced.schedule[0].dueOn,
    annualRatePercent: bpsToDecimal(priced.annualRateBps),
    rateType: 'Fixed',
    serviceFeePaise: priced.feePaise,
    gstIncludedPaise: priced.gstPaise,
    thirdPartyFeePaise: 0,
    interestPaise: priced.interestPaise,
    totalAmountPaise: priced.totalPaise,
    aprPercent: bpsToDecimal(priced.aprBps),
    contingentCharges: contingentCharges(priced.late),
    coolingOffDays: settings.coolingOffDays,
    grievanceOfficer: { ...lender.grievanceOfficer },
    planKind: priced.plan.kind,
    card: { bankName: about.bankName, last4: about.last4 },
    lateCharges: lateCharges(priced.late),
    mayBeTransferred: lender.mayTransferLoans,
    schedule: priced.schedule.map(({ dueOn, ...row }) => ({ ...row, dueDate: dueOn })),
  };
  return { ...facts, hash: hashOf(facts) };
}

/** The table of late charges, as it is shown. Rule: LEND-L3. */
export function lateCharges(late: LatePolicy): KeyFacts['lateCharges'] & { readonly capPercent: string } {
  return {
    onLateDays: [...late.levyOnLateDays],
    bands: late.bands.map((band) => ({ ...band })),
    aboveBandsPaise: late.chargeAboveBandsPaise,
    bouncePaise: late.bouncePaise,
    capPercent: bpsToDecimal(late.capBps),
  };
}

/** The whole of what lateness costs on a loan that is sold now. */
export function lateTerms(late: LatePolicy): NonNullable<AnswerOf<typeof createQuote>['late']> {
  return { ...lateCharges(late), graceDays: late.graceDays };
}

/** The fields that a statement of the first wording did not hold yet. */
const ADDED = {
  planKind: true,
  card: true,
  lateCharges: true,
  mayBeTransferred: true,
  schedule: true,
} as const;
/** The first wording was hashed in the order of its fields, which the schema still has. */
const FIRST_WORDING = keyFactsSchema.omit({ ...ADDED, hash: true });

/** The rest of a statement of the first wording, from what was stored beside it. */
export type Beside = Pick<KeyFacts, 'planKind' | 'card' | 'schedule'> & {
  /** The late terms it was sold under. */
  readonly late: LatePolicy;
};

/**
 * A stored statement, proven by the hash that was stored when it was shown. A statement that was altered since is an
 * internal error and never shown. Rule: LEND-K6.
 */
export function readKeyFacts(stored: object, hash: string, { late, ...beside }: Beside): KeyFacts {
  const { hash: _, ...content } = stored as Record<string, unknown>;
  if (content['version'] === 'kfs-1') {
    const facts = FIRST_WORDING.parse(content);
    invariant(
      sha256(JSON.stringify(facts)).toString('hex') === hash,
      'stored key facts do not have their hash',
    );
    const { capPercent: _cap, ...charges } = lateCharges(late);
    return { ...facts, ...beside, lateCharges: charges, mayBeTransferred: false, hash };
  }
  invariant(hashOf(content) === hash, 'stored key facts do not have their hash');
  return keyFactsSchema.parse({ ...content, hash });
}

function hashOf(facts: object): string {
  return sha256(canonicalJson(facts)).toString('hex');
}

/** JSON with the fields of every object in the order of their names: stored as data and read again, it is the same. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** Rule: LEND-L1, LEND-L2, LEND-L3, LEND-L6. The charges that may arise, from the same table that levies them. */
function contingentCharges(late: LatePolicy): KeyFacts['contingentCharges'] {
  const bands = late.bands.map(
    (band) => `up to ${formatRupees(band.unpaidUpToPaise)} unpaid: ${formatRupees(band.chargePaise)}`,
  );
  bands.push(`above that: ${formatRupees(late.chargeAboveBandsPaise)}`);
  return [
    {
      name: 'Late payment',
      text: `On the ${ordinals(late.levyOnLateDays)} day after a missed due date: ${bands.join(', ')}. All of them together: at most ${Number(bpsToDecimal(late.capBps))}% of the financed amount.`,
    },
    {
      name: 'Returned e-NACH debit',
      text: `${formatRupees(late.bouncePaise)} once per instalment, for insufficient funds only.`,
    },
    { name: 'Closing early', text: 'Nil.' },
  ];
}

/** `4th, 34th and 64th`. */
function ordinals(days: readonly number[]): string {
  const plural = new Intl.PluralRules('en', { type: 'ordinal' });
  const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
  return new Intl.ListFormat('en').format(days.map((day) => `${day}${endings[plural.select(day)] ?? 'th'}`));
}
