import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { minutesUntilEnd, today, untilNextMinuteMs } from './format.ts';
import { useGlossary } from './glossary.ts';

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

interface CoolingClockProps {
  /** The last business date. */
  readonly until: string;
  /** A sum beside it was of the day before. */
  readonly onNewDay: () => void;
}

/** The time left until the end of a day in India, by the product's clock. The server alone says that it is over. */
export function CoolingClock({ until, onNewDay }: CoolingClockProps) {
  const { timeLeft } = useGlossary();
  const [, tellAnew] = useReducer((count: number) => count + 1, 0);
  const day = useRef(today());
  const minuteOver = useEffectEvent(() => {
    tellAnew();
    if (day.current === today()) return;
    day.current = today();
    onNewDay();
  });
  useEffect(() => {
    // With the minute itself: a clock that ran from the moment it was opened would say up to a minute too much.
    let timer = setTimeout(function next() {
      minuteOver();
      timer = setTimeout(next, untilNextMinuteMs());
    }, untilNextMinuteMs());
    return () => clearTimeout(timer);
  }, []);
  const minutes = minutesUntilEnd(until);
  const days = Math.floor(minutes / DAY_MINUTES);
  const hours = Math.floor((minutes % DAY_MINUTES) / HOUR_MINUTES);
  return (
    <span role="timer" className="font-semibold tabular">
      {days > 0 ? timeLeft.days(days, hours) : timeLeft.hours(hours, minutes % HOUR_MINUTES)}
    </span>
  );
}
