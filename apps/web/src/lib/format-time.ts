// Apart from lib/format.ts for the frame around every page, which says a time and no amount.
import { istClock } from '@mohlat/money';

/** An instant whose UTC reading is the Indian one. */
export function inIndia(at: Date): Date {
  return istClock(at.getTime());
}

/** Hour and minute of an instant on an Indian clock of 24 hours. Throws RangeError when it is no instant. */
export function clockOf(at: Date): { hour: string; minute: string } {
  const [, hour = '', minute = ''] = /T(\d\d):(\d\d)/.exec(inIndia(at).toISOString()) ?? [];
  return { hour, minute };
}

/** "3:35 pm", Indian time. */
export function formatTime(instant: string): string {
  const { hour, minute } = clockOf(new Date(instant));
  const hours = Number(hour);
  return `${hours % 12 === 0 ? 12 : hours % 12}:${minute}\u00a0${hours < 12 ? 'am' : 'pm'}`;
}
