import { SecondFactorSteps } from '../lib/second-factor-steps.tsx';
import { useSecondFactorWords } from '../lib/second-factor.words.ts';
import { answerSecondFactor } from '../lib/step-up.ts';
import { Dialog } from '../ui/dialog.tsx';

/** The second factor over an open screen, when a call asks for it. Whatever asked is sent once more afterwards. */
export function StepUp() {
  const words = useSecondFactorWords();
  return (
    <Dialog
      onClose={() => answerSecondFactor(false)}
      title={words.title}
      description={words.dialogText}
      closeLabel={words.close}
    >
      <SecondFactorSteps onPassed={() => answerSecondFactor(words.ownFactor)} />
    </Dialog>
  );
}
