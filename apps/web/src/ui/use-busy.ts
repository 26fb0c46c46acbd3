import { useState } from 'react';

/** Whether a request is under way for whose answer a dialog stays open, and what it is waited for with. */
export function useBusy(): readonly [isBusy: boolean, whileBusy: <T>(answer: Promise<T>) => Promise<T>] {
  const [isBusy, setIsBusy] = useState(false);
  const whileBusy = async <T>(answer: Promise<T>): Promise<T> => {
    setIsBusy(true);
    try {
      return await answer;
    } finally {
      setIsBusy(false);
    }
  };
  return [isBusy, whileBusy];
}
