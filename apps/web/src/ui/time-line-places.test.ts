import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearestPlace, placeOfDay, placesOf, POINTS_MAX, TODAY } from './time-line-places.ts';

test('points stand by their days where there is room', () => {
  expect(placesOf([0, 30, 60])).toEqual([10, 50, 90]);
  expect(placesOf([30, 60])).toEqual([50, 90]);
});

test('days close together are drawn as far apart as their words need', () => {
  expect(placesOf([0, 1, 100])).toEqual([10, 30, 90]);
  expect(placesOf([0, 99, 100])).toEqual([10, 70, 90]);
});

test('one day alone is the end of the line, and a passed one its beginning', () => {
  expect(placesOf([7])).toEqual([90]);
  expect(placesOf([-7])).toEqual([10]);
  expect(placesOf([])).toEqual([]);
});

test('whatever the days, points rise, stay on the line and never touch', () => {
  const days = fc.uniqueArray(fc.integer({ min: -40, max: 400 }), { minLength: 2, maxLength: POINTS_MAX });
  fc.assert(
    fc.property(days, (unsorted) => {
      const places = placesOf(unsorted.toSorted((one, other) => one - other));
      expect(Math.min(...places)).toBeGreaterThanOrEqual(10);
      expect(Math.max(...places)).toBeLessThanOrEqual(90);
      for (const [index, place] of places.slice(1).entries())
        expect(place - places[index]!).toBeGreaterThanOrEqual(20 - 1e-9);
    }),
  );
});

test('a day stands between its neighbours, by how far it is from each', () => {
  const days = [30, 90];
  const places = [40, 80];
  expect([0, 15, 30, 60, 90, 120].map((day) => placeOfDay(day, days, places))).toEqual([
    TODAY,
    TODAY + (40 - TODAY) / 2,
    40,
    60,
    80,
    80,
  ]);
});

test('the nearest place is the one a pointer means', () => {
  expect([-20, 49, 51, 500].map((place) => nearestPlace(place, [10, 90]))).toEqual([0, 0, 1, 1]);
});
