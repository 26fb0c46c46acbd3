// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { StopLine } from './stop-line.tsx';

const STOPS = [
  { key: 'one', day: 30, date: '20 Dec', figure: '₹15,300', words: 'once' },
  { key: 'three', day: 92, date: '20 Feb', figure: '₹15,600', words: 'three times' },
];

function open(value = 'one', stops = STOPS) {
  const onPreview = vi.fn<(key: string) => void>();
  const onChoose = vi.fn<(key: string) => void>();
  const { container } = render(
    <StopLine
      label="How long"
      stops={stops}
      value={value}
      onPreview={onPreview}
      onChoose={onChoose}
      marks={[
        { kind: 'bill', day: 10 },
        { kind: 'bill', day: -3 },
        { kind: 'bill', day: 93 },
      ]}
    />,
  );
  const line = container.querySelector('svg')!;
  if (line === null) return { container, onPreview, onChoose, line, point: vi.fn() };
  // jsdom has neither sizes nor capture: the line is 100 px wide.
  line.getBoundingClientRect = () => new DOMRect(0, 0, 100, 92);
  line.setPointerCapture = () => undefined;
  const point = (type: 'pointerDown' | 'pointerMove' | 'pointerUp' | 'pointerCancel', clientX: number) =>
    fireEvent[type](line, { clientX, button: 0, pointerId: 1 });
  return { container, onPreview, onChoose, line, point };
}

afterEach(cleanup);

test('a key steps it to the next stop, which is said whole', () => {
  const { onChoose } = open();
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'How long' });
  expect([slider.value, slider.max, slider.getAttribute('aria-valuetext')]).toEqual(['0', '1', 'once']);
  fireEvent.change(slider, { target: { value: '1' } });
  expect(onChoose.mock.calls).toEqual([['three']]);
});

test('what is dragged over is previewed; what is let go of is chosen', () => {
  const { onPreview, onChoose, point } = open();
  point('pointerDown', 36);
  point('pointerMove', 60);
  point('pointerMove', 88);
  expect(onPreview.mock.calls).toEqual([['three']]);
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('three times');
  expect(onChoose).not.toHaveBeenCalled();
  point('pointerUp', 70);
  expect(onChoose.mock.calls).toEqual([['three']]);
});

test('a drag that the browser takes for a scroll chooses nothing', () => {
  const { onPreview, onChoose, point } = open();
  point('pointerDown', 88);
  point('pointerCancel', 88);
  point('pointerMove', 88);
  expect(onPreview.mock.calls).toEqual([['three'], ['one']]);
  expect(onChoose).not.toHaveBeenCalled();
});

test('marks stand between today and the last stop only, and one stop alone is no line', () => {
  expect(open().line.querySelectorAll('rect.fill-due')).toHaveLength(1);
  cleanup();
  expect(open('one', STOPS.slice(0, 1)).container.textContent).toBe('');
});
