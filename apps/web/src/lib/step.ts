import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { useSearchParams } from 'react-router';

interface Stepper {
  readonly step: number;
  /** `replace` for a correction; otherwise the browser's Back returns to the step before. */
  readonly goTo: (step: number, how?: { readonly replace: boolean }) => void;
  /** Put it on the step's heading: a new step takes the focus there. */
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
}

/**
 * The step of a wizard, kept in the address so that Back and Reload stay inside it. `shownFor` says which step is shown
 * for the one that was asked for, where that may be another; `isNamed`: the address names it.
 */
export function useStep(
  count: number,
  shownFor: (asked: number, isNamed: boolean) => number = (asked) => asked,
): Stepper {
  const [params, setParams] = useSearchParams();
  const named = params.get('step');
  const asked = Number(named ?? '1');
  const step = shownFor(Number.isInteger(asked) && asked >= 1 && asked <= count ? asked : 1, named !== null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    globalThis.scrollTo({ top: 0 });
    headingRef.current?.focus({ preventScroll: true });
  }, [step]);
  const goTo = useCallback(
    (next: number, how?: { readonly replace: boolean }) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          after.set('step', String(next));
          return after;
        },
        { replace: how?.replace ?? false },
      ),
    [setParams],
  );
  return { step, goTo, headingRef };
}
