import { ACCOUNT_NUMBER_DIGITS_MAX } from '@mohlat/contract';
import { clsx } from 'clsx';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { TextFieldProps } from '../../ui/field.tsx';
import { DigitsField } from '../../ui/typed-fields.tsx';
import { useBankWords } from './bank-accounts.words.ts';

/** Digits behind dots until somebody asks to see them; the copy beside it, typed again, is seen. */
export function AccountNumberField(props: TextFieldProps) {
  const words = useBankWords().link;
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <DigitsField
      {...props}
      maxDigits={ACCOUNT_NUMBER_DIGITS_MAX}
      autoComplete="off"
      inputClassName={clsx('tabular', !isShown && 'masked')}
      trail={
        <button
          type="button"
          onClick={() => setIsShown(!isShown)}
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-input text-ink-2 hover:text-ink"
        >
          <Icon aria-hidden="true" className="size-5" />
          <span className="sr-only">{isShown ? words.hide : words.show}</span>
        </button>
      }
    />
  );
}
