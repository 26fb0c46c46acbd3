import type { AnswerOf, getSchedule, QueryOf } from '@mohlat/contract';
import { countedFrom, demandedOn, isFrozen } from '@mohlat/lending';
import { type BusinessDate, businessDate, maskCard } from '@mohlat/money';
import { z } from 'zod';
import { cutWhole } from '#platform/db/cursor.ts';
import type { Tx } from '#platform/db/database.ts';
import { endedBy } from '../list/today.ts';
import * as repo from '../payments.repo.ts';
import { instalmentStatus } from '../payments.facts.ts';

type Item = AnswerOf<typeof getSchedule>['items'][number];
type Place = [dueDate: BusinessDate, paymentId: string, number: number];

/** The list is read whole: a freeze moves the day that an instalment is shown with, and the table has the agreed one. */
const SCHEDULE = {
  key: z.tuple([z.iso.date().transform((day) => businessDate(day)), z.uuid(), z.int()]),
  keyOf: ({ dueDate, paymentId, number }: Item): Place => [businessDate(dueDate), paymentId, number],
  isBehind: (place: Place, after: Place) => compare(place, after) > 0,
};

function compare(left: Place, right: Place): number {
  const at = left.findIndex((part, index) => part !== right[index]);
  if (at < 0) return 0;
  return left[at]! < right[at]! ? -1 : 1;
}

/**
 * A page of every instalment still due, across payments, in the order of the days that lateness counts from, which it is shown with; of
 * a frozen loan nothing is. Throws: validation_failed.
 * Rule: LEND-X10
 */
export async function listSchedule(
  tx: Tx,
  userId: string,
  today: BusinessDate,
  page: QueryOf<typeof getSchedule>,
): Promise<AnswerOf<typeof getSchedule>> {
  const items = dueItems(await repo.listDue(tx, userId, await endedBy(tx, userId, today)), today);
  items.sort((left, right) => compare(SCHEDULE.keyOf(left), SCHEDULE.keyOf(right)));
  return cutWhole(items, page, SCHEDULE);
}

function dueItems(rows: readonly repo.DueRow[], today: BusinessDate): Item[] {
  const day = { today, isFrozen: false };
  return rows
    .filter(({ freezes }) => !isFrozen(freezes, today))
    .map((row) => {
      const amountPaise = row.principal_paise + row.fee_paise + row.interest_paise;
      return {
        paymentId: row.payment_id,
        cardMasked: maskCard(row.last4),
        bankName: row.bank_name,
        number: row.number,
        dueDate: countedFrom(row.freezes, row.due_on),
        principalPaise: row.principal_paise,
        interestPaise: row.interest_paise,
        feePaise: row.fee_paise,
        amountPaise,
        duePaise: amountPaise - row.paid_paise,
        status: instalmentStatus(
          { dueOn: row.due_on, demandedOn: demandedOn(row.freezes, row.due_on) },
          row.paid_paise,
          day,
        ),
      };
    });
}
