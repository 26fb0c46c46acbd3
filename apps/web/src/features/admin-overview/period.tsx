import { OVERVIEW_DAYS_MAX } from '@mohlat/contract';
import { addDays, type BusinessDate } from '@mohlat/money';
import { useState } from 'react';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { today } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useOverviewWords } from './overview.words.ts';

const SPANS = [7, 30, 90] as const;

interface PeriodProps {
  readonly from: string;
  readonly to: string;
  readonly onChange: (period: { from: string; to: string }) => void;
}

/** A span counted back from today, or two days of one's own. */
export function Period({ from, to, onChange }: PeriodProps) {
  const words = useOverviewWords();
  const common = useAdminWords();
  const [typed, setTyped] = useState<{ readonly from?: string; readonly to?: string }>({});
  const [isWrong, setIsWrong] = useState(false);
  const { from: first, to: last } = { from, to, ...typed };
  // From then on the address has what was typed.
  const choose = (period: { from: string; to: string }) => {
    setTyped({});
    setIsWrong(false);
    onChange(period);
  };
  return (
    <div className="@container mb-4">
      <form
        noValidate
        aria-label={words.period}
        className="grid grid-cols-1 items-end gap-3 md:flex md:flex-wrap @figures:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          const isSound = isPeriod(first, last);
          setIsWrong(!isSound);
          if (isSound) choose({ from: first, to: last });
        }}
      >
        <div className="flex flex-wrap gap-2 max-md:@figures:col-span-2">
          {SPANS.map((days) => (
            <Button
              key={days}
              tone="secondary"
              size="medium"
              className="min-h-12 max-md:grow max-md:px-1"
              onClick={() => choose({ from: addDays(today(), 1 - days), to: today() })}
            >
              {words.days(days)}
            </Button>
          ))}
        </div>
        {/* A period is read as one: its two days go to the next line together. */}
        <div className="contents items-end gap-3 md:flex md:flex-wrap">
          <TextField
            type="date"
            label={common.from}
            value={first}
            error={isWrong ? words.periodWrong : undefined}
            onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, from: value }))}
          />
          <TextField
            type="date"
            label={common.to}
            value={last}
            onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, to: value }))}
          />
          <Button type="submit" tone="secondary" size="medium" className="min-h-12">
            {words.show}
          </Button>
        </div>
      </form>
    </div>
  );
}

function isPeriod(first: string, last: string): boolean {
  if (first === '' || last === '' || first > last) return false;
  return addDays(first as BusinessDate, OVERVIEW_DAYS_MAX - 1) >= last;
}
