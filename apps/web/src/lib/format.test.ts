import { describe, expect, test } from 'vitest';
import {
  cardLabel,
  dateWriter,
  formatDayMonth,
  formatDate,
  formatHistoryDate,
  formatInstant,
  formatTime,
  istDateOf,
  maskedCardLabel,
} from './format.ts';

const now = new Date('2026-11-20T10:05:00Z');

describe('dates', () => {
  test('a date of this year has its weekday, another year its number', () => {
    expect(formatDate('2026-11-23', 'en', now)).toBe('Mon, 23\u00a0Nov');
    expect(formatDate('2027-01-15', 'en', now)).toBe('15\u00a0Jan 2027');
  });

  test('the dates of one list have one style, with the year as soon as one needs it', () => {
    const dates = ['2026-12-20', '2027-01-20'];
    expect(dates.map(dateWriter(dates, 'en', now))).toEqual(['20\u00a0Dec 2026', '20\u00a0Jan 2027']);
    expect(dates.map(dateWriter(dates, 'hi', now))).toEqual(['20\u00a0दिसंबर 2026', '20\u00a0जनवरी 2027']);
    expect(dateWriter(['2026-12-20'], 'en', now)('2026-12-20')).toBe('Sun, 20\u00a0Dec');
    expect(() => dateWriter(['nonsense'])).toThrow('Invalid time value');
    expect(formatDayMonth('2027-01-20', 'en')).toBe('20 Jan');
  });

  test('Hindi translates the words and keeps Latin digits', () => {
    expect(formatDate('2026-12-15', 'hi', now)).toBe('मंगल, 15\u00a0दिसंबर');
  });

  test('the year ends at midnight in India', () => {
    expect(formatDate('2027-01-02', 'en', new Date('2026-12-31T18:30:00Z'))).toBe('Sat, 2\u00a0Jan');
  });

  test('SPEC-2.history-date: history writes MMM dd, yyyy HH:mm in Indian time', () => {
    expect(formatHistoryDate('2026-11-20T10:05:00Z')).toBe('Nov 20, 2026 15:35');
    expect(formatHistoryDate('2026-09-04T18:35:00Z')).toBe('Sep 05, 2026 00:05');
    expect(formatHistoryDate('2026-09-04T18:35:00Z', 'hi')).toBe('सितंबर 05, 2026 00:05');
  });

  test('a time of day is written with am and pm', () => {
    expect(formatTime('2026-11-20T10:05:00Z')).toBe('3:35\u00a0pm');
    expect(formatTime('2026-11-20T18:40:00Z')).toBe('12:10\u00a0am');
    expect(formatInstant('2026-11-20T10:05:00Z')).toBe('3:35\u00a0pm, 20\u00a0Nov 2026');
    expect(istDateOf('2026-11-20T18:40:00Z')).toBe('2026-11-21');
  });

  test('what is no date throws Invalid time value', () => {
    expect(() => formatHistoryDate('nonsense')).toThrow('Invalid time value');
    expect(() => formatDate('nonsense')).toThrow('Invalid time value');
  });
});

test('a card is written one way, whether it comes by its last four or already masked', () => {
  expect(cardLabel('HDFC Bank', '4021')).toBe('HDFC Bank ••\u00a04021');
  expect(maskedCardLabel('HDFC Bank', '•••• 4021')).toBe('HDFC Bank ••\u00a04021');
});
