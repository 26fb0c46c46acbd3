import { type AnswerOf, PREVIEW_BILLS_PAISE, type previewSettings } from '@mohlat/contract';
import { type BusinessDate, paise, serviceFee } from '@mohlat/money';
import { pricePlans, toOption } from '#features/payments/index.ts';
import { readSettings } from '#features/settings/index.ts';
import type { StoredSettings } from './settings-desk.rules.ts';

type Bills = AnswerOf<typeof previewSettings>['bills'];

/** What bills of today cost under one version and under another: the same arithmetic that quotes them. Rule: LEND-F8 */
export function previewOf(before: StoredSettings, after: StoredSettings, today: BusinessDate): Bills {
  return PREVIEW_BILLS_PAISE.map((amountPaise) => ({
    amountPaise,
    before: price(amountPaise, before, today),
    after: price(amountPaise, after, today),
  }));
}

function price(amountPaise: number, stored: StoredSettings, today: BusinessDate): Bills[number]['before'] {
  const settings = readSettings(0, stored);
  const { feeBps, minPaise, maxPaise } = settings.fee;
  const bill = paise(amountPaise);
  return {
    serviceFeePaise: serviceFee(bill, { feeBps, minPaise: paise(minPaise), maxPaise: paise(maxPaise) }),
    options: pricePlans(bill, settings, today).map((priced) => ({
      ...toOption(priced),
      schedule: priced.schedule.map((row) => ({
        number: row.number,
        dueDate: row.dueOn,
        principalPaise: row.principalPaise,
        interestPaise: row.interestPaise,
        feePaise: row.feePaise,
        amountPaise: row.amountPaise,
      })),
    })),
  };
}
