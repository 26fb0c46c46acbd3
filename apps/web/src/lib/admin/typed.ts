import { useState } from 'react';

/** What is typed or chosen in a field of a dialog, and what ties the field to it. */
export function useTyped() {
  const [value, setValue] = useState('');
  const onChange = (event: { readonly currentTarget: { readonly value: string } }) =>
    setValue(event.currentTarget.value);
  return [value, { value, onChange }] as const;
}
