import { Button } from '../../ui/button.tsx';
import { useKycWords } from './kyc.words.ts';

/** Once the KYC has to be renewed, a verified check may be done once more. */
export function VerifyAgain({ onPress }: { readonly onPress: () => void }) {
  const words = useKycWords().again;
  return (
    <Button tone="secondary" size="medium" onClick={onPress}>
      {words.press}
    </Button>
  );
}
