import { useState } from 'react';
import { TextField, type TextFieldProps } from '../../ui/field.tsx';
import { MoneyField } from '../../ui/typed-fields.tsx';

type KeptFieldProps = Pick<TextFieldProps, 'label' | 'hint' | 'error' | 'aside'> & {
  readonly start: string;
  readonly isMoney?: boolean;
  readonly onText: (text: string) => void;
};

/** Keeps the text as it was typed; the content holds its value. */
export function KeptField({ start, isMoney = false, onText, ...field }: KeptFieldProps) {
  const [typed, setTyped] = useState(start);
  const Field = isMoney ? MoneyField : TextField;
  return (
    <Field
      {...field}
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onText(event.currentTarget.value);
      }}
    />
  );
}
