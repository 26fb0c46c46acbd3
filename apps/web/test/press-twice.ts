import { act } from '@testing-library/react';

/**
 * Both presses of a double click come before anything is drawn, as on a busy phone. With `userEvent` the page is drawn between
 * the two, so that the pending state of the button refuses the second.
 */
export function pressTwice(button: HTMLElement): void {
  act(() => {
    button.click();
    button.click();
  });
}
