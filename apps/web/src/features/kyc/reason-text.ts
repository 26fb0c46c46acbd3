import { KYC_REASONS } from '@mohlat/contract';
import type { Language } from '../../lib/language.ts';

/** Why a check is not verified, in the reader's language. A newer server may know another reason: it has its own words for it. */
export function reasonText(
  { code, text }: { readonly code: string; readonly text: string },
  language: Language,
): string {
  const known: Readonly<Partial<Record<string, Record<Language, string>>>> = KYC_REASONS;
  return known[code]?.[language] ?? text;
}
