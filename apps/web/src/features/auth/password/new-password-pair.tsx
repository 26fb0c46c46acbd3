import type { TextFieldProps } from '../../../ui/field.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { PASSWORD_LENGTH_HINT } from '../auth.schemas.ts';
import { useAuthWords } from '../auth.words.ts';

interface NewPasswordPairProps {
  /** The password as it is typed. */
  readonly typed: string;
  readonly fieldOf: (name: 'password' | 'confirmPassword') => Partial<TextFieldProps>;
}

/** A new password, and once more. */
export function NewPasswordPair({ typed, fieldOf }: NewPasswordPairProps) {
  const words = useAuthWords();
  const given = {
    autoComplete: 'new-password',
    showLabel: words.showPassword,
    hideLabel: words.hidePassword,
  };
  const isLongEnough = typed.length >= PASSWORD_LENGTH_HINT;
  return (
    <>
      <PasswordField
        {...given}
        label={words.password}
        hint={isLongEnough ? words.signup.passwordGood : words.signup.passwordHint}
        {...fieldOf('password')}
      />
      <PasswordField {...given} label={words.signup.confirmPassword} {...fieldOf('confirmPassword')} />
    </>
  );
}
