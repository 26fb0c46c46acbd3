import type { AnswerOf, getSchedule, QueryOf } from '@mohlat/contract';
import { countedFrom, demandedOn, isFrozen } from '@mohlat/lending';
import { type BusinessDate, businessDate, maskCard } from '@mohlat/money';
import { z } from 'zod';
import { cutPage, readKey } from '#platform/db/cursor.ts';
import type { Tx } from '#platform/db/database.ts';
import * as repo from '../payments.repo.ts';
import { instalmentStatus } from '../payments.facts.ts';

/** Where a page of instalments ended. */
const KEY = z.tuple([z.iso.date().transform((day) => businessDate(day)), z.uuid(), z.int()]);

/**
 * A page of every instalment still due, across payments, in the order of the agreed days; of a frozen loan nothing is. It is shown with
 * the day its lateness counts from. Throws: validation_failed.
 * Rule: LEND-X10
 */
export async function listSchedule(
  tx: Tx,
  userId: string,
  today: BusinessDate,
  { limit, cursor }: QueryOf<typeof getSchedule>,
): Promise<AnswerOf<typeof getSchedule>> {
  const rows = await repo.listDue(tx, userId, { after: readKey(cursor, KEY), limit: limit + 1 });
  const page = cutPage(rows, limit, (row) => [row.due_on, row.payment_id, row.number]);
  return { ...page, items: dueItems(page.items, today) };
}

function dueItems(rows: readonly repo.DueRow[], today: BusinessDate): AnswerOf<typeof getSchedule>['items'] {
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
