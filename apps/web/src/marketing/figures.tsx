import { fill, hasFigures } from '../lib/figure-places.ts';
import { feeTexts } from './fees.ts';
import { PRINTED_PRICES, type LatePrices } from './price-bill.ts';
import type { Site } from './site.ts';
import { bpsToDecimal, DEFAULT_LATE_POLICY } from '@mohlat/money';

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

/** An answer of the questions; its figures, too, are those in force. */
export function Answer(props: FiguresProps) {
  return (
    <p>
      <Figures {...props} />
    </p>
  );
}

/** The day of the figures that stand in the pages; the script fills in those of today. */
export const PRINTED_ON = '2026-11-22';

/** The printed late charges. Apart from the printed fees: the script needs those, and not these. */
export const PRINTED_LATE: LatePrices = {
  graceDays: DEFAULT_LATE_POLICY.graceDays,
  onLateDays: DEFAULT_LATE_POLICY.levyOnLateDays,
  bands: DEFAULT_LATE_POLICY.bands,
  aboveBandsPaise: DEFAULT_LATE_POLICY.chargeAboveBandsPaise,
  bouncePaise: DEFAULT_LATE_POLICY.bouncePaise,
  capPercent: bpsToDecimal(DEFAULT_LATE_POLICY.capBps),
};
