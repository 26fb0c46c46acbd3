import { describe, expect, test } from 'vitest';
import { isInIndia, isWhole, makePhrase } from './video.rules.ts';

test('a phrase has four digits and three different words, each in both scripts', () => {
  expect(makePhrase(() => 0)).toBe('0 0 0 0, aam (आम), nadi (नदी), suraj (सूरज)');
  for (let turn = 0; turn < 200; turn += 1) {
    const phrase = makePhrase((below) => Math.floor(Math.random() * below));
    const [digits, ...words] = phrase.split(', ');
    expect(digits).toMatch(/^\d( \d){3}$/);
    expect(new Set(words).size).toBe(3);
    for (const word of words) expect(word).toMatch(/^[a-z]+ \([ऀ-ॿ]+\)$/);
  }
});

describe('LEND-24: the recording is made inside India', () => {
  test.each([
    ['Pune', 18.52, 73.85],
    ['Leh', 34.15, 77.58],
    ['Tawang', 27.586, 91.859],
    ['Port Blair', 11.62, 92.73],
    ['Kavaratti', 10.57, 72.64],
    ['Kanyakumari', 8.08, 77.55],
  ])('%s is', (_, latitude, longitude) => {
    expect(isInIndia({ latitude, longitude })).toBe(true);
  });

  test.each([
    ['London', 51.5, -0.12],
    ['Kathmandu', 27.7, 85.3],
    ['Dhaka', 23.8, 90.4],
    ['Lahore', 31.55, 74.34],
    ['a place that was not given', 0, 0],
    ['the pole', 90, 0],
  ])('%s is not', (_, latitude, longitude) => {
    expect(isInIndia({ latitude, longitude })).toBe(false);
  });
});

test('a recording is whole when every part up to the last has arrived, in whatever order', () => {
  expect(isWhole([2, 0, 1], 3)).toBe(true);
  expect(isWhole([0, 2], 3)).toBe(false);
  expect(isWhole([0, 1, 2], 2)).toBe(true);
  expect(isWhole([], 1)).toBe(false);
});
