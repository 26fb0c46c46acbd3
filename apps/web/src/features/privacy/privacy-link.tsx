import { LinkCard } from '../../ui/link-card.tsx';
import { usePrivacyWords } from './privacy.words.ts';
import { to } from '../../lib/addresses.ts';

/** On the profile: the way to everything about one's data. */
export function PrivacyLink() {
  const words = usePrivacyWords();
  return (
    <LinkCard title={words.title} text={words.linkText} to={to('/dashboard/privacy')} open={words.linkOpen} />
  );
}
