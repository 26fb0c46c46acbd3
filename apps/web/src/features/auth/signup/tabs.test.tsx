// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Tabs } from './tabs.tsx';

afterEach(cleanup);

function Harness() {
  const [value, setValue] = useState<'email' | 'mobile'>('email');
  return (
    <Tabs
      label="Sign up by"
      value={value}
      onValueChange={setValue}
      tabs={[
        { value: 'email', label: 'Email', content: <input aria-label="Address" /> },
        { value: 'mobile', label: 'Mobile', content: <input aria-label="Number" /> },
      ]}
    />
  );
}

const chosen = () => screen.getAllByRole('tab', { selected: true }).map((tab) => tab.textContent);

test('a press chooses a tab, and what was typed in the other one stays', async () => {
  render(<Harness />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Address' }), 'asha@example.in');
  await userEvent.click(screen.getByRole('tab', { name: 'Mobile' }));
  expect(chosen()).toEqual(['Mobile']);
  expect(screen.queryByRole('textbox', { name: 'Address' })).toBeNull();
  await userEvent.click(screen.getByRole('tab', { name: 'Email' }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' }).value).toBe('asha@example.in');
});

test('the row is one stop of the Tab key, and arrows, Home and End go through it', async () => {
  render(<Harness />);
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Email');
  await userEvent.keyboard('{ArrowRight}');
  expect(chosen()).toEqual(['Mobile']);
  expect(document.activeElement?.textContent).toBe('Mobile');
  await userEvent.keyboard('{ArrowRight}');
  expect(chosen()).toEqual(['Email']);
  await userEvent.keyboard('{End}');
  expect(chosen()).toEqual(['Mobile']);
  await userEvent.keyboard('{Home}{ArrowLeft}');
  expect(chosen()).toEqual(['Mobile']);
  await userEvent.tab();
  expect(screen.getByRole('tabpanel')).toBe(document.activeElement);
});
