import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * A mutation that is sent once at a time: a call while one is under way does nothing. The second press of a double click comes
 * before the pending state is drawn, so a disabled button alone lets it through. `isSending` knows of it before that, too.
 */
export function useSendOnce<Data, Input = void, Context = unknown>(
  options: UseMutationOptions<Data, Error, Input, Context>,
): UseMutationResult<Data, Error, Input, Context> & { readonly isSending: () => boolean } {
  const isSending = useRef(false);
  const mutation = useMutation({
    ...options,
    onSettled: (...settled) => {
      isSending.current = false;
      return options.onSettled?.(...settled);
    },
  });
  const mutate: typeof mutation.mutate = (...input) => {
    if (isSending.current) return;
    isSending.current = true;
    mutation.mutate(...input);
  };
  return { ...mutation, mutate, isSending: () => isSending.current };
}
