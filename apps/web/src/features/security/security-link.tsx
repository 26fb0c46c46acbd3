import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useSecurityWords } from './security.words.ts';

/** On the profile: the way to how one logs in. */
export function SecurityLink() {
  const words = useSecurityWords();
  return (
    <Card
      title={words.title}
      action={
        <LinkButton
          to="/dashboard/security"
          tone="quiet"
          size="medium"
          className="-mr-4"
          aria-label={`${words.linkOpen}: ${words.title}`}
        >
          {words.linkOpen}
        </LinkButton>
      }
    >
      <p className="text-ink-2">{words.linkText}</p>
    </Card>
  );
}
