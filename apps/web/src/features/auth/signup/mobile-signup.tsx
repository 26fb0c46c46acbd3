import { useId, useState } from 'react';
import { Checkbox } from '../../../ui/choice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useAuthWords } from '../auth.words.ts';
import { MobileOtp } from '../login/mobile-otp.tsx';
import { TermsLabel } from './terms-label.tsx';

interface MobileSignupProps {
  /** The number of this visit to the tab. A mistake of an earlier visit is forgotten. */
  readonly visit: number;
  readonly referralCode: string | undefined;
  readonly onDone: () => void;
}

export function MobileSignup({ visit, referralCode, onDone }: MobileSignupProps) {
  const words = useAuthWords();
  const termsId = useId();
  const [isAgreed, setIsAgreed] = useState(false);
  const [missedIn, setMissedIn] = useState<number>();
  const checkTerms = () => {
    setMissedIn(visit);
    if (!isAgreed) toast.error(words.signup.termsTitle, words.signup.termsText);
    return isAgreed;
  };
  const isMissed = missedIn === visit && !isAgreed;
  return (
    <MobileOtp
      isSignup
      visit={visit}
      referralCode={referralCode}
      onVerified={onDone}
      check={checkTerms}
      wrongBelow={isMissed ? [{ fieldId: termsId, message: words.signup.termsListed }] : []}
    >
      <Checkbox
        id={termsId}
        label={<TermsLabel />}
        checked={isAgreed}
        error={isMissed ? words.signup.termsText : undefined}
        onChange={(event) => setIsAgreed(event.currentTarget.checked)}
      />
    </MobileOtp>
  );
}
