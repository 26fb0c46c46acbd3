import { hasPlace, PlaceLink } from '../../../lib/place-link.tsx';
import { ProblemError } from '../../../lib/problem.ts';
import { Button } from '../../../ui/button.tsx';
import { usePaymentsWords } from '../payments.words.ts';

/** The answers of the wizard that a refusal asks for anew, by its code. */
const STEPS = {
  card_removed: 'card',
  biller_not_supported: 'card',
  biller_deactivated: 'card',
  amount_exceeds_limit: 'amount',
  amount_not_allowed: 'amount',
} as const;

/** Finds the way to mend a refused price or payment: a page, or a step of the wizard; undefined where none is known. */
export function wayOn(error: unknown): 'place' | 'card' | 'amount' | undefined {
  if (hasPlace(error)) return 'place';
  const code = error instanceof ProblemError ? error.code : '';
  return Object.hasOwn(STEPS, code) ? STEPS[code as keyof typeof STEPS] : undefined;
}

interface WayOnProps {
  readonly error: unknown;
  /** Shown where nothing is known to mend it. */
  readonly fallback?: 'amount';
  readonly onChangeCard: () => void;
  readonly onChangeAmount: () => void;
}

/** The one press that leads to where a refusal is mended. */
export function WayOn({ error, fallback, onChangeCard, onChangeAmount }: WayOnProps) {
  const words = usePaymentsWords().confirm;
  const way = wayOn(error) ?? fallback;
  if (way === undefined) return null;
  if (way === 'place') return <PlaceLink error={error} />;
  return (
    <Button size="medium" tone="secondary" onClick={way === 'card' ? onChangeCard : onChangeAmount}>
      {way === 'card' ? words.changeCard : words.changeAmount}
    </Button>
  );
}
