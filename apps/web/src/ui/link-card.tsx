import { LinkButton } from './button.tsx';
import { Card } from './card.tsx';

interface LinkCardProps {
  readonly title: string;
  readonly text: string;
  readonly to: string;
  /** The word of the link; read aloud, the title follows it. */
  readonly open: string;
}

/** The way to a page, with a sentence on what is there. */
export function LinkCard({ title, text, to, open }: LinkCardProps) {
  return (
    <Card
      title={title}
      action={
        <LinkButton to={to} tone="quiet" size="medium" className="-mr-4" aria-label={`${open}: ${title}`}>
          {open}
        </LinkButton>
      }
    >
      <p className="text-ink-2">{text}</p>
    </Card>
  );
}
