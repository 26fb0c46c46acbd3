import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * A mutation that is sent once at a time: a call while one is under way sends nothing, and `mutateAsync` then waits for the
 * answer of that one. The second press of a double click comes before the pending state is drawn, so a disabled button
 * alone lets it through. `isSending` knows of it before that, too.
 */
export function useSendOnce<Data, Input = void, Context = unknown>(
  options: UseMutationOptions<Data, Error, Input, Context>,
): UseMutationResult<Data, Error, Input, Context> & { readonly isSending: () => boolean } {
  const running = useRef<Promise<Data>>(undefined);
  const mutation = useMutation({
    ...options,
    onSettled: (...settled) => {
      running.current = undefined;
      return options.onSettled?.(...settled);
    },
  });
  const mutateAsync: typeof mutation.mutateAsync = (...input) =>
    (running.current ??= mutation.mutateAsync(...input));
  const mutate: typeof mutation.mutate = (...input) => {
    // Its failure stands in the state.
    mutateAsync(...input).catch(() => undefined);
  };
  return { ...mutation, mutate, mutateAsync, isSending: () => running.current !== undefined };
}
