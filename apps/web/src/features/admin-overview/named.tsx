import { TextLink } from '../../ui/button.tsx';

interface NamedProps {
  readonly name: string;
  /** The list of just these; left out where there is none, or none this reader may open. */
  readonly to: string | undefined;
}

/** What a figure is of: a link where there is a list of just these. */
export function Named({ name, to }: NamedProps) {
  return to === undefined ? name : <TextLink to={to}>{name}</TextLink>;
}
