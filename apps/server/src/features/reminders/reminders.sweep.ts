import { addDays, type BusinessDate, istDate, sumPaise, ZERO_PAISE } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import { chargesComing } from '#features/lending/index.ts';
import { type Language, type Notice, type Notifier, reminderLine } from '#features/notifications/index.ts';
import { settingsAt } from '#features/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { createTurns } from '#platform/jobs/turns.ts';
import {
  endOfHours,
  IN_APP_ONLY,
  isEve,
  quietSlotsAt,
  type ReminderStep,
  type Slot,
  slotsAt,
  stepNamed,
  withoutSteps,
} from './reminders.calendar.ts';
import { isLessAsked, isPlainAsk } from './reminders.agreed.ts';
import { remindOfCharges } from './reminders.charges.ts';
import { tellClasses } from './reminders.formal.ts';
import type { Place } from './reminders.formal.repo.ts';
import * as repo from './reminders.repo.ts';
import { type ChargesAhead, speak } from './reminders.words.ts';

type Deps = Pick<FeatureContext, 'worker' | 'clock' | 'config' | 'log'> & { readonly notifier: Notifier };

const BATCH = 200;
const LOOK_EVERY_MS = 5 * 60_000;

/**
 * Reminds people of what is due and what is late, each step of the calendar once: at most a batch a turn, so that nothing
 * else waits long. While there is more it goes on at once, else it looks every few minutes and with each new hour.
 * Rule: LEND-23, LEND-B2
 */
export function createReminderSweep(deps: Deps, batch = BATCH): () => Promise<number> {
  const turns = createTurns(deps, 'reminders');
  const turnsOfClasses = createTurns(deps, 'formal notices');
  const turnsOfCharges = createTurns(deps, 'reminders of charges');
  let rested: Date | undefined;
  let after: Place | undefined;
  return async () => {
    const now = deps.clock.now();
    if (rested && isSoon(rested, now)) return 0;
    // They come first: contacts a day are limited.
    const classes = await tellClasses(deps, turnsOfClasses, now, { after, limit: batch });
    after = classes.next;
    const { remindersOff } = await deps.worker.single((tx) => settingsAt(tx, now));
    const slots = withoutSteps([...slotsAt(now), ...quietSlotsAt(now)], remindersOff);
    const without = turns.resting();
    const found = await deps.worker.plain((tx) =>
      repo.findCandidates(tx, slots, now, { limit: batch, without }),
    );
    let count = 0;
    await turns.take(found, repo.nameOf, async (one) => {
      if (await remind(deps, one, slots, now)) count += 1;
    });
    const charges = await remindOfCharges(deps, turnsOfCharges, slots, { now, limit: batch });
    // A failed one rests now, and no longer hides those behind it.
    const hasFailed = turns.resting().length > without.length;
    const isMore = after !== undefined || charges.isMore || (count > 0 && found.length === batch);
    rested = hasFailed || isMore ? undefined : now;
    return classes.count + charges.count + count;
  };
}

/** Within the same hour, and not long ago; a clock that was moved is neither. */
function isSoon(rested: Date, now: Date): boolean {
  const elapsed = now.getTime() - rested.getTime();
  const halfHour = (at: Date) => Math.floor(at.getTime() / 1_800_000);
  return elapsed >= 0 && elapsed < LOOK_EVERY_MS && halfHour(rested) === halfHour(now);
}

const OF_TOMORROW: ReadonlySet<string> = new Set([
  'reminder.charge_tomorrow',
  'reminder.charge_unanswered',
  'reminder.autopay_after_charge',
  'reminder.autopay_or_charge',
]);

/**
 * The exact charges that the loan book adds to an instalment: with tomorrow's opening, and before the debit that is planned for it.
 * Rule: LEND-L4
 */
async function chargesAhead(
  tx: Tx,
  one: repo.Candidate,
  { day }: ReminderStep,
  today: BusinessDate,
): Promise<ChargesAhead> {
  if (day < 0) return { chargeTomorrowPaise: ZERO_PAISE, chargeBeforeDebit: undefined };
  const tomorrow = addDays(today, 1);
  const debitOn = one.is_collected && day > 0 ? one.collected_on : null;
  const lastOn = debitOn !== null && debitOn > tomorrow ? debitOn : tomorrow;
  const coming = await chargesComing(tx, one.user_id, today, lastOn);
  const ofIt = coming.filter(({ loanId, number }) => loanId === one.loan_id && number === one.number);
  const first = ofIt.find(({ leviedOn }) => debitOn !== null && leviedOn <= debitOn);
  return {
    chargeTomorrowPaise: sumPaise(
      ofIt.filter(({ leviedOn }) => leviedOn === tomorrow).map(({ amountPaise }) => amountPaise),
    ),
    chargeBeforeDebit: first && { paise: first.amountPaise, on: first.leviedOn },
  };
}

async function remind(
  { worker, config, notifier }: Deps,
  found: repo.Candidate,
  slots: readonly Slot[],
  now: Date,
): Promise<boolean> {
  const { user_id: userId } = found;
  return worker.forUser(userId, async (tx) => {
    const one = await repo.lookAgain(tx, found, slots, now);
    const step = one && stepNamed(one.step);
    if (!one || !step) return false;
    const today = istDate(now.getTime());
    const ahead = await chargesAhead(tx, one, step, today);
    const say = (language: Language) => speak(one, step, { now, ...ahead, language }, config.publicUrl);
    // The eve of a charge that will not arise, and more than is agreed: nothing is said, and it is not looked at again.
    const isOfCharge = isEve(one.step) || (one.is_unanswered && one.charge_paise === null);
    const isVain = isOfCharge && ahead.chargeTomorrowPaise === 0;
    if (isVain || (isPlainAsk(say('en').template) && (await isLessAsked(tx, one, today)))) {
      await repo.saveContact(tx, one, [], now);
      return true;
    }
    const isLate = step.day > 0;
    const notice = (language: Language): Notice => {
      const { template, vars } = say(language);
      return {
        // The notice of tomorrow's charge cannot be refused.
        kind: OF_TOMORROW.has(template) ? 'must' : step.kind,
        type: isLate ? 'warning' : 'info',
        icon: isLate ? 'alert' : 'info',
        ...reminderLine(template, language, vars),
        ...(one.step.endsWith(IN_APP_ONLY) ? {} : { template }),
        isSaidInApp: one.is_in_app,
        vars,
        language,
        until: endOfHours(step, now),
      };
    };
    const channels = await notifier.notify(tx, userId, notice, now);
    await repo.saveContact(tx, one, channels, now);
    return true;
  });
}
