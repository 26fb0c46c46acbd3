import { TextLink } from '../../../ui/button.tsx';
import { useAuthWords } from '../auth.words.ts';

export function TermsLabel() {
  const words = useAuthWords().signup;
  return (
    <>
      {words.termsBefore}
      <TermsLinks />
      {words.termsAfter}
    </>
  );
}

/** The links open beside the form, so that nothing typed is lost by reading. */
export function TermsLinks() {
  const words = useAuthWords().signup;
  return (
    <>
      <TextLink to="/terms" isPlain target="_blank" rel="noopener">
        {words.terms}
      </TextLink>
      {words.termsBetween}
      <TextLink to="/privacy" isPlain target="_blank" rel="noopener">
        {words.privacy}
      </TextLink>
    </>
  );
}
