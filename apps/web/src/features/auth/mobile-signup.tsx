import { useId, useState } from 'react';
import { Checkbox } from '../../ui/choice.tsx';
import { toast } from '../../ui/toast.tsx';
import { useAuthWords } from './auth.words.ts';
import { MobileOtp } from './mobile-otp.tsx';
import { TermsLabel } from './terms-label.tsx';

interface MobileSignupProps {
  readonly referralCode: string | undefined;
  readonly onDone: () => void;
}

export function MobileSignup({ referralCode, onDone }: MobileSignupProps) {
  const words = useAuthWords();
  const termsId = useId();
  const [isAgreed, setIsAgreed] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const checkTerms = () => {
    setIsMissing(!isAgreed);
    if (isAgreed) return undefined;
    toast.error(words.signup.termsTitle, words.signup.termsText);
    return { fieldId: termsId, message: words.signup.termsText };
  };
  return (
    <MobileOtp isSignup referralCode={referralCode} onVerified={onDone} check={checkTerms}>
      <Checkbox
        id={termsId}
        label={<TermsLabel />}
        checked={isAgreed}
        error={isMissing && !isAgreed ? words.signup.termsText : undefined}
        onChange={(event) => setIsAgreed(event.currentTarget.checked)}
      />
    </MobileOtp>
  );
}
