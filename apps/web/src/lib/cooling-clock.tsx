import { useEffect, useState } from 'react';
import { minutesUntilEnd } from './format.ts';
import { useGlossary } from './glossary.ts';

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

interface CoolingClockProps {
  /** The last business date. */
  readonly until: string;
}

/** What is left until the end of a day in India, by this device's clock; that it is over is said by the server alone. */
export function CoolingClock({ until }: CoolingClockProps) {
  const { timeLeft } = useGlossary();
  const [minutes, setMinutes] = useState(() => minutesUntilEnd(until));
  useEffect(() => {
    const timer = setInterval(() => setMinutes(minutesUntilEnd(until)), MINUTE_MS);
    return () => clearInterval(timer);
  }, [until]);
  const days = Math.floor(minutes / DAY_MINUTES);
  const hours = Math.floor((minutes % DAY_MINUTES) / HOUR_MINUTES);
  return (
    <span role="timer" className="font-semibold tabular">
      {days > 0 ? timeLeft.days(days, hours) : timeLeft.hours(hours, minutes % HOUR_MINUTES)}
    </span>
  );
}
