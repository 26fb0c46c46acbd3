import { paise, type Paise, readStateCode, type StateCode } from '@mohlat/money';

/** Services accounting code of the service fee: credit-granting services. Rule: LEND-F5 */
export const FEE_SAC = '997113';

/** The states a fee is supplied from and to; both are null for loans sold before places were recorded. */
export interface Supply {
  /** The lender's state. */
  readonly supplierState: string | null;
  /** The place of supply. */
  readonly supplyState: string | null;
}

/** The tax inside a fee by its head. Only one side has amounts: IGST between states, CGST and SGST within one. */
export interface TaxHeads {
  readonly cgstPaise: Paise;
  readonly sgstPaise: Paise;
  readonly igstPaise: Paise;
}

/**
 * The place of supply of a service fee: the borrower's state, the lender's where it is not known.
 * Rule: LEND-F2 (IGST Act, section 12(2)(b))
 */
export function placeOfSupply(borrowerState: StateCode | undefined, supplierState: StateCode): StateCode {
  return borrowerState ?? supplierState;
}

/** True where the place of supply is another state than the lender's. Rule: LEND-F2 */
export function isInterState({ supplierState, supplyState }: Supply): boolean {
  return supplierState !== null && supplyState !== null && supplierState !== supplyState;
}

/**
 * Splits the tax of a fee into its heads, in paise. The tax is twice a half, so that it never depends on the state.
 * Rule: LEND-F2
 * @throws RangeError when it is not
 */
export function splitGst(gstPaise: number, supply: Supply): TaxHeads {
  if (gstPaise % 2 !== 0) throw new RangeError('The tax inside a fee is two equal halves');
  if (isInterState(supply)) return { cgstPaise: paise(0), sgstPaise: paise(0), igstPaise: paise(gstPaise) };
  const half = paise(gstPaise / 2);
  return { cgstPaise: half, sgstPaise: half, igstPaise: paise(0) };
}

/** The state that a tax document names; undefined for loans sold before places were recorded. */
export function statedPlace({ supplyState }: Pick<Supply, 'supplyState'>): StateCode | undefined {
  return supplyState === null ? undefined : readStateCode(supplyState);
}
