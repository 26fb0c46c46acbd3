import { startTransition, useOptimistic } from 'react';

/**
 * Marks what was pressed at once, and leaves what follows from it to be drawn after that: on a slow phone a long page would hold
 * the mark up. Returns what is to be marked, and the handler of the press.
 */
export function usePressed<Value>(
  value: Value,
  onPress: (value: Value) => void,
): readonly [pressed: Value, press: (value: Value) => void] {
  const [pressed, mark] = useOptimistic(value);
  const press = (next: Value) =>
    startTransition(() => {
      mark(() => next);
      onPress(next);
    });
  return [pressed, press];
}
