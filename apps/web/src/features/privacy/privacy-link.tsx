import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { usePrivacyWords } from './privacy.words.ts';

/** On the profile: the way to everything about one's data. */
export function PrivacyLink() {
  const words = usePrivacyWords();
  return (
    <Card
      title={words.title}
      action={
        <LinkButton
          to="/dashboard/privacy"
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
