import { type BusinessDate, INSTALMENT_COMPONENTS, unpaidComponent, unpaidOfCharge } from '@mohlat/money';
import type { Loan } from './borrower.ts';
import type { Waived } from './decision.ts';

/**
 * What of a loan is demanded on a day and not covered, part by part: what a waiver can let off, oldest first within a component.
 * Rule: LEND-24
 */
export function waivable({ instalments, charges }: Loan, day: BusinessDate): Waived[] {
  const ofInstalments = instalments
    .filter(({ isDemanded }) => isDemanded)
    .toSorted((a, b) => a.number - b.number)
    .flatMap((one) =>
      INSTALMENT_COMPONENTS.map((component) => ({
        number: one.number,
        chargeId: null,
        component,
        amountPaise: unpaidComponent(one, component),
      })),
    );
  const ofCharges = charges
    .filter(({ leviedOn }) => leviedOn <= day)
    .toSorted((a, b) => byText(a.leviedOn, b.leviedOn) || byText(a.id, b.id))
    .map((one) => ({
      number: null,
      chargeId: one.id,
      component: one.kind,
      amountPaise: unpaidOfCharge(one),
    }));
  return [...ofInstalments, ...ofCharges].filter(({ amountPaise }) => amountPaise > 0);
}

function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
