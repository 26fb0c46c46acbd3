import { useState } from 'react';

/** The value of a field in a dialog, and the props that bind the field to it. */
export function useTyped() {
  const [value, setValue] = useState('');
  const onChange = (event: { readonly currentTarget: { readonly value: string } }) =>
    setValue(event.currentTarget.value);
  return [value, { value, onChange }] as const;
}
