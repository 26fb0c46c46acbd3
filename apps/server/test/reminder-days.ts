import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { createReminderSweep } from '../src/features/reminders/index.ts';
import { createLog } from '../src/platform/log/log.ts';
import { type LabLoan, openLab } from './lending-lab.ts';

const START = businessDate('2026-01-15');
/** The first instalment of three is due then; the others 28 and 59 days later. */
const DUE = businessDate('2026-02-15');
export const at = (day: number, clock: string) => new Date(`${addDays(DUE, day)}T${clock}:00+05:30`);
export const on = (day: number): BusinessDate => addDays(DUE, day);

interface Said {
  readonly on: BusinessDate;
  readonly number: number;
  readonly step: string;
  readonly channels: string[];
}

/** A world whose days pass one by one: closed in the night, reminders at four times of the day. */
export async function world(names: readonly string[], instalments = 3) {
  const lab = await openLab();
  const loans: LabLoan[] = [];
  for (const name of names) {
    const loan = await lab.lend(name, { billPaise: 1_500_000, instalments, disbursedOn: START });
    loans.push(loan);
    await lab.owner.query(
      `update auth.users set email = id || '@example.in', email_confirmed_at = now(),
         phone = '9198' || lpad($2::text, 8, '0'), phone_confirmed_at = now()
       where id = $1`,
      [loan.userId, loans.length],
    );
  }
  const sweep = createReminderSweep({ ...lab.deps, log: createLog('silent') });
  return {
    lab,
    loans,
    async remindAt(day: number, clock: string) {
      lab.set(at(day, clock));
      while ((await sweep()) > 0);
    },
    async pass(from: number, through: number, each: (day: number) => Promise<void> = async () => {}) {
      for (let day = from; day <= through; day += 1) {
        lab.set(at(day, '00:45'));
        for (const loan of loans) await lab.catchUp(loan, on(day - 1));
        for (const clock of ['07:30', '09:10', '19:10', '21:00']) await this.remindAt(day, clock);
        await each(day);
      }
    },
    async said(loan: LabLoan): Promise<Said[]> {
      const { rows } = await lab.owner.query<Said>(
        `select ist_date(at) as on, number, step, channels from contacts
         where loan_id = $1 and step not like '%.app' order by at, number desc`,
        [loan.loanId],
      );
      return rows;
    },
  };
}

export type World = Awaited<ReturnType<typeof world>>;
