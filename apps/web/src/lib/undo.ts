import { NetworkError } from './problem.ts';

/** The link of a notice was used before, or is too old. */
export class UndoRefused extends Error {}

/** Takes back what a notice told of, by the token of its link. Throws UndoRefused, NetworkError. */
export async function undoChange(token: string): Promise<void> {
  const response = await fetch('/auth/v1/undo', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  }).catch(() => undefined);
  if (response?.status === 403) throw new UndoRefused('The link is spent or too old');
  if (response?.ok !== true) throw new NetworkError('The change was not taken back');
}
