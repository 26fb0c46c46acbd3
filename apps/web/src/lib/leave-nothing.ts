import { forgetName } from './kept-name.ts';
import { forgetTakes } from './take-store.ts';

/** After a log-out the next person at this device finds neither a name nor a recording that waits to be sent. */
export async function leaveNothing(): Promise<void> {
  forgetName();
  await forgetTakes();
}
