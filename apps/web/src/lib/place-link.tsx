import { LinkButton } from '../ui/button.tsx';
import { to } from './addresses.ts';
import { useGlossary } from './glossary.ts';
import { ProblemError } from './problem.ts';

/** The pages on which a person mends what a call was refused for, by the code of the refusal. */
const PLACES = {
  consent_withdrawn: { to: to('/dashboard/privacy'), label: 'yourData' },
  credit_report_stale: { to: to('/dashboard/credit'), label: 'credit' },
  credit_not_active: { to: to('/dashboard/credit'), label: 'credit' },
  kyc_incomplete: { to: to('/dashboard/kyc-verification'), label: 'kyc' },
} as const;

function placeOf(error: unknown) {
  const code = error instanceof ProblemError ? error.code : '';
  return Object.hasOwn(PLACES, code) ? PLACES[code as keyof typeof PLACES] : undefined;
}

/** True where the refusal is mended on another page than this one: nothing that is typed here helps. */
export function hasPlace(error: unknown, here?: string): boolean {
  const place = placeOf(error);
  return place !== undefined && place.to !== here;
}

/** The way to the page that a refusal names; nothing where it names none. */
export function PlaceLink({ error }: { readonly error: unknown }) {
  const { places } = useGlossary();
  const place = placeOf(error);
  if (place === undefined) return null;
  return (
    <LinkButton to={place.to} size="medium" tone="secondary">
      {places[place.label]}
    </LinkButton>
  );
}
