import { feeTexts, fill, hasFigures } from './fees.ts';
import { PRINTED_PRICES } from './price-bill.ts';
import { PRINTED_LATE } from './printed-late.ts';
import type { Site } from './site.ts';

interface FiguresProps {
  readonly site: Site;
  readonly text: string;
}

/** A sentence with the printed figures; the script puts those in force in their place. */
export function Figures({ site, text }: FiguresProps) {
  if (!hasFigures(text)) return text;
  return (
    <span data-fee-text={text}>{fill(text, feeTexts(PRINTED_PRICES, PRINTED_LATE, site.language))}</span>
  );
}
