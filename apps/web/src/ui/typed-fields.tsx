import { useState } from 'react';
import { TextField, type TextFieldProps } from './field.tsx';
import { groupRupeesTyped, parseRupees } from './rupees.ts';
import { formatTyped, formats } from './typed-format.ts';

/** A field that writes what is typed in its own format. */
function typedField(format: (text: string) => string, given: Partial<TextFieldProps>) {
  return function TypedField({ onChange, ...rest }: TextFieldProps) {
    return <TextField {...given} {...rest} onChange={formatTyped(format, onChange)} />;
  };
}

const asCode = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false };
const asNumber = { inputMode: 'numeric', inputClassName: 'tabular' } as const;

export const PanField = typedField(formats.pan, asCode);
export const IfscField = typedField(formats.ifsc, asCode);
export const CardNumberField = typedField(formats.cardNumber, { ...asNumber, autoComplete: 'cc-number' });
export const ExpiryField = typedField(formats.expiry, { ...asNumber, autoComplete: 'cc-exp' });
export const AadhaarField = typedField(formats.aadhaar, { ...asNumber, autoComplete: 'off' });
/** +91 stands outside the value; the value is ten digits, grouped 5 + 5. */
export const PhoneField = typedField(formats.mobile, {
  lead: '+91',
  type: 'tel',
  inputMode: 'numeric',
  autoComplete: 'tel-national',
});

/** Digits only, up to `maxDigits`: security code, account number. */
export function DigitsField({
  onChange,
  maxDigits,
  ...rest
}: TextFieldProps & { readonly maxDigits: number }) {
  return (
    <TextField
      inputMode="numeric"
      inputClassName="tabular"
      {...rest}
      onChange={formatTyped(formats.digits(maxDigits), onChange)}
    />
  );
}

type MoneyFieldProps = TextFieldProps & {
  /** Writes the amount in words under the field; called only with a readable amount. */
  readonly inWords?: (paise: number) => string;
  /** A sign or a letter stays as it was typed, so that the form can say what is wrong with it. */
  readonly isWrongKept?: boolean;
};

const groupOrKeep = (text: string) => (/[^\d.,\s₹]/.test(text) ? text : groupRupeesTyped(text));

/** The value is the grouped text ("1,23,456.50"); read it with `parseRupees`. */
export function MoneyField(props: MoneyFieldProps) {
  const { onChange, inWords, isWrongKept = false, hint, defaultValue, ...rest } = props;
  const [typed, setTyped] = useState(() => String(rest.value ?? defaultValue ?? ''));
  const paise = parseRupees(rest.value === undefined ? typed : String(rest.value));
  const words = paise !== undefined && paise > 0 ? inWords?.(paise) : undefined;
  return (
    <TextField
      lead="₹"
      inputMode="decimal"
      autoComplete="transaction-amount"
      enterKeyHint="done"
      inputClassName="tabular font-semibold"
      {...rest}
      {...(defaultValue === undefined ? {} : { defaultValue })}
      hint={
        words === undefined ? (
          hint
        ) : (
          <>
            <span className="block first-cap text-ink-2">{words}</span>
            {hint}
          </>
        )
      }
      onChange={formatTyped(isWrongKept ? groupOrKeep : groupRupeesTyped, (event) => {
        setTyped(event.currentTarget.value);
        onChange?.(event);
      })}
    />
  );
}
