import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { TextField, type TextFieldProps } from './field.tsx';

type PasswordFieldProps = TextFieldProps & { readonly showLabel: string; readonly hideLabel: string };

export function PasswordField({ showLabel, hideLabel, ...rest }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      autoComplete="current-password"
      enterKeyHint="go"
      {...rest}
      type={isShown ? 'text' : 'password'}
      trail={
        <button
          type="button"
          onClick={() => setIsShown(!isShown)}
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-input text-ink-2 hover:text-ink"
        >
          <Icon aria-hidden="true" className="size-5" />
          <span className="sr-only">{isShown ? hideLabel : showLabel}</span>
        </button>
      }
    />
  );
}
