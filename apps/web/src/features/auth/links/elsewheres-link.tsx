import { to } from '../../../lib/addresses.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { AuthPage } from '../auth-page.tsx';
import { useLinkWords } from './links.words.ts';

/** A link that another browser or app asked for: it may have done its work, but logs in there alone. */
export function ElsewheresLink() {
  const words = useLinkWords().elsewhere;
  return (
    <AuthPage title={words.title} subtitle={words.text}>
      <LinkButton to={to('/forgot-password')} isWide>
        {words.newPassword}
      </LinkButton>
    </AuthPage>
  );
}
