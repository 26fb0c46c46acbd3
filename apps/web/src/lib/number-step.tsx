import { mobileSchema } from '@mohlat/contract';
import { useId, useState, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { ErrorSummary, type SummaryError } from '../ui/error-summary.tsx';
import { PhoneField } from '../ui/typed-fields.tsx';

interface NumberStepProps {
  /** `problem` heads the list of what is wrong, `rule` says what a number is. */
  readonly words: Readonly<Record<'problem' | 'mobile' | 'mobileHint' | 'rule' | 'send' | 'sending', string>>;
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  /** Where it stands in a tab: which look at it this is. */
  readonly visit?: number;
  /** Asked with every press, before a code is sent; says itself what is missing in `children`. */
  readonly check?: () => boolean;
  /** Has the code sent to ten digits; returns what is said when it was not. */
  readonly onSend: (digits: string) => Promise<string | undefined>;
  /** The errors in `children`, as the error summary lists them. */
  readonly wrongBelow?: readonly SummaryError[];
  readonly children?: ReactNode;
}

/** The number that a code is sent to; what is sent is typed in the `CodeStep`. */
export function NumberStep(props: NumberStepProps) {
  const { words, typed, onTyped, visit = 0, check, onSend, wrongBelow = [], children } = props;
  const fieldId = useId();
  // An error from an earlier visit of the tab is forgotten.
  const [found, setFound] = useState<{ readonly visit: number; readonly message: string | undefined }>();
  const error = found?.visit === visit ? found.message : undefined;
  const [attempt, setAttempt] = useState(0);
  const [isPending, setIsPending] = useState(false);
  const submit = async () => {
    setAttempt(attempt + 1);
    const mobile = mobileSchema.safeParse(typed);
    const mayGoOn = check?.() ?? true;
    setFound(mobile.success ? undefined : { visit, message: words.rule });
    if (!mobile.success || !mayGoOn) return;
    setIsPending(true);
    const message = await onSend(mobile.data);
    setIsPending(false);
    setFound({ visit, message });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      className="flex flex-col gap-4"
    >
      <ErrorSummary
        title={words.problem}
        errors={[...(error === undefined ? [] : [{ fieldId, message: error }]), ...wrongBelow]}
        attempt={attempt}
      />
      <PhoneField
        id={fieldId}
        label={words.mobile}
        hint={words.mobileHint}
        value={typed}
        error={error}
        onChange={(event) => onTyped(event.currentTarget.value)}
      />
      {children}
      <Button type="submit" isWide isPending={isPending} pendingText={words.sending}>
        {words.send}
      </Button>
    </form>
  );
}
