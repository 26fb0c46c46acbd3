interface ScheduleWords {
  readonly title: string;
  readonly text: string;
  readonly changes: string;
  readonly change: (on: string, amount: string, before: string, after: string) => string;
  readonly schedule: string;
  readonly columns: readonly string[];
  readonly total: string;
}

const en: ScheduleWords = {
  title: 'Repayment schedule',
  text: 'The schedule in force. It takes the place of the one in the key facts statement; due dates and rate are the same.',
  changes: 'What changed it',
  change: (on, amount, before, after) =>
    `${on}: ${amount} paid early. The next instalment became ${after}; it was ${before}.`,
  schedule: 'Instalments',
  columns: ['No.', 'Due date', 'Bill', 'Fee', 'Interest', 'Amount', 'Paid'],
  total: 'Total',
};

const hi: ScheduleWords = {
  title: 'चुकौती की समय-सारणी',
  text: 'लागू समय-सारणी। यह मुख्य तथ्यों वाली समय-सारणी की जगह लेती है; तारीख़ें और दर वही हैं।',
  changes: 'किससे बदली',
  change: (on, amount, before, after) =>
    `${on}: ${amount} पहले चुकाए। अगली किस्त ${after} हुई; पहले ${before} थी।`,
  schedule: 'किस्तें',
  columns: ['क्र.', 'देय तिथि', 'बिल', 'शुल्क', 'ब्याज', 'रकम', 'चुकाया'],
  total: 'कुल',
};

export const SCHEDULE_WORDS = { en, hi } as const;
