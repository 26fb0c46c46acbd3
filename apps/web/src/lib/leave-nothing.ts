import { forgetAsked } from './asked-number.ts';
import { forgetAnswers } from './kept-answers.ts';
import { forgetName } from './kept-name.ts';
import { forgetRequest } from './kept-request.ts';
import { forgetTakes } from './take-store.ts';

/** After a log-out the next person at this device finds no name or number, no answer or request that was kept, and no recording that waits to be sent. */
export async function leaveNothing(): Promise<void> {
  forgetName();
  forgetAsked();
  forgetAnswers();
  forgetRequest();
  await forgetTakes();
}
