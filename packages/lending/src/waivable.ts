import { type BusinessDate, INSTALMENT_COMPONENTS, unpaidComponent } from '@mohlat/money';
import { chargeClaims } from './allocation.ts';
import type { Loan } from './borrower.ts';
import type { Waived } from './decision.ts';

/**
 * The demanded and unpaid parts of a loan on a day, which a waiver can waive; oldest first within a component.
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
  const ofCharges = chargeClaims(charges.filter(({ leviedOn }) => leviedOn <= day)).map(
    ({ number, chargeId, component, amountPaise }) => ({ number, chargeId, component, amountPaise }),
  );
  return [...ofInstalments, ...ofCharges].filter(({ amountPaise }) => amountPaise > 0);
}
