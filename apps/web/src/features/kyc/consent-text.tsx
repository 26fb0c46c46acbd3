import { CONSENTS, type ConsentPurpose } from '@mohlat/contract';
import { useLanguage } from '../../lib/i18n.tsx';
import { useKycWords } from './kyc.words.ts';

/** Shows the consent that Continue gives, in the exact words that are recorded. */
export function ConsentText({ purpose }: { readonly purpose: ConsentPurpose }) {
  const words = useKycWords();
  const { language } = useLanguage();
  return (
    <p className="text-small text-ink-2">
      <span className="font-medium text-ink">{words.byContinuing}</span> {CONSENTS[purpose].wording[language]}
    </p>
  );
}
