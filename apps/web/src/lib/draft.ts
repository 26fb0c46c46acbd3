import { useCallback, useEffect, useRef, useState } from 'react';

const slot = (name: string) => `mohlat-draft:${name}`;

/** Reads the draft that was typed before the page was left; undefined when there is none, or it cannot be read. */
export function readDraft<Values extends object>(name: string): Partial<Values> | undefined {
  try {
    const text = sessionStorage.getItem(slot(name));
    return text === null ? undefined : (JSON.parse(text) as Partial<Values>);
  } catch {
    return undefined;
  }
}

/** Keeps what was typed at one moment. The bans of `useDraft` hold here too. */
export function saveDraft(name: string, values: object): void {
  sessionStorage.setItem(slot(name), JSON.stringify(values));
}

export function clearDraft(name: string): void {
  sessionStorage.removeItem(slot(name));
}

/**
 * Keeps a form over a reload or a new log-in, in this tab only. Never pass a card number, security code, password,
 * PAN or Aadhaar: leave them out of `values`.
 */
export function useDraft(name: string, values: object): () => void {
  const isDone = useRef(false);
  const text = JSON.stringify(values);
  useEffect(() => {
    if (!isDone.current) sessionStorage.setItem(slot(name), text);
  }, [name, text]);
  return useCallback(() => {
    isDone.current = true;
    clearDraft(name);
  }, [name]);
}

/**
 * A text that outlives its field, in this tab, until it is emptied because it was sent or taken away. Without a name it
 * goes with its field. The bans of `useDraft` hold here too.
 */
export function useKeptText(name: string | undefined): [text: string, setText: (text: string) => void] {
  const [kept, setKept] = useState(() => ({ name, text: keptText(name) }));
  // Another name is another text: the one before must not be sent for it.
  const now = kept.name === name ? kept : { name, text: keptText(name) };
  if (now !== kept) setKept(now);
  const change = (next: string) => {
    setKept({ name, text: next });
    if (name === undefined) return;
    if (next === '') clearDraft(name);
    else saveDraft(name, { text: next });
  };
  return [now.text, change];
}

function keptText(name: string | undefined): string {
  return name === undefined ? '' : (readDraft<{ text: string }>(name)?.text ?? '');
}
