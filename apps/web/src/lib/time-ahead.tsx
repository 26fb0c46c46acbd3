import { addDays } from '@mohlat/money';
import { TimeLegend } from '../ui/time-legend.tsx';
import { TimeLine, type TimePoint } from '../ui/time-line.tsx';
import { today } from './format.ts';
import { useGlossary } from './glossary.ts';
import { useSalaryDay } from './salary-day.ts';
import { salaryDays } from './salary-days.ts';

interface TimeAheadProps {
  readonly label: string;
  /** Their days count from today. */
  readonly points: readonly TimePoint[];
}

/** A line of time with the salaries until its last point, once the person has said when they come. */
export function TimeAhead({ label, points }: TimeAheadProps) {
  const glossary = useGlossary();
  const { day } = useSalaryDay();
  const until = points.at(-1)?.day ?? 0;
  const salaries = day === undefined || until < 0 ? [] : salaryDays(day, today(), addDays(today(), until));
  return (
    <div className="flex flex-col gap-1">
      <TimeLine label={label} points={points} salaryDays={salaries} />
      {day === undefined || salaries.length === 0 ? null : (
        <TimeLegend entries={[{ kind: 'salary', label: glossary.salaryOn(day) }]} />
      )}
    </div>
  );
}
