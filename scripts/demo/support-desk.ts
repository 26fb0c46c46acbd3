import {
  changeSupportMessage,
  getSupportMessage,
  listSupportMessages,
  replyToSupportMessage,
} from '@mohlat/contract';
import { answerTo } from './questions.ts';
import { type Office, PAGE } from './staff.ts';

/** What is asked so late is answered after the demo. */
const UNANSWERED_DAYS = 4;

/** Most tickets are answered within a day or two, and half of the answers settle the matter; some are taken first. */
export async function answerTickets({ team, random, daysLeft }: Office): Promise<void> {
  const { items } = await team.ask('support', listSupportMessages, {
    query: { status: 'open', limit: PAGE },
  });
  for (const { id, subject } of items) {
    const isLate = daysLeft <= UNANSWERED_DAYS;
    if (!random.chance(isLate ? 0.3 : 0.6)) continue;
    const { version, lines } = await team.ask('support', getSupportMessage, { id });
    if (isLate || random.chance(0.15)) {
      await team.tryTo('support', changeSupportMessage, { id, body: { version, assignee: 'me' } });
      continue;
    }
    const isFirst = lines.length === 1;
    const message = isFirst ? answerTo(subject) : 'Thank you for letting us know. Write again at any time.';
    const closes = !isFirst || random.chance(0.5);
    await team.tryTo('support', replyToSupportMessage, { id, body: { message, version, closes } });
  }
}
