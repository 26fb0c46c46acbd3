import { LinkCard } from '../../ui/link-card.tsx';
import { useSecurityWords } from './security.words.ts';
import { to } from '../../lib/addresses.ts';

/** On the profile: the way to how one logs in. */
export function SecurityLink() {
  const words = useSecurityWords();
  return (
    <LinkCard
      title={words.title}
      text={words.linkText}
      to={to('/dashboard/security')}
      open={words.linkOpen}
    />
  );
}
