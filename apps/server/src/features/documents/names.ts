import { cleanName } from '@mohlat/contract';
import { type BusinessDate, istDayBounds } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';
import { findName, listApprovedReviews, type NameReview } from './documents.repo.ts';

/** The name on record at an instant, as it is printed; empty when it was erased. */
export type NameAt = (at: Date) => string;

/** The names that a person had over the years: a renewal of the KYC may give the profile another one (decision 197). */
export async function readNames(tx: Tx, userId: string): Promise<NameAt> {
  return namesFrom(await findName(tx, userId), await listApprovedReviews(tx, userId));
}

/**
 * Goes back from the profile's name through the approved reviews of its PAN, oldest first. One whose name on the PAN became the profile's took the
 * place of the name before; the others compared two names and changed none.
 */
export function namesFrom(fullName: string | null, reviews: readonly NameReview[]): NameAt {
  if (fullName === null) return () => '';
  const former: { readonly name: string; readonly until: Date }[] = [];
  let name = fullName;
  for (const review of reviews.toReversed()) {
    if (review.name_on_pan !== name || review.full_name === name) continue;
    name = review.full_name;
    former.unshift({ name, until: review.applied_at });
  }
  return (at) => cleanName(former.find(({ until }) => at < until)?.name ?? fullName);
}

/** The last instant of a day of papers that bear a day alone. */
export function endOf(day: BusinessDate): Date {
  return new Date(istDayBounds(day).endMs - 1);
}
