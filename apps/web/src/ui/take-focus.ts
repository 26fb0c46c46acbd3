/** A ref that gives an element the focus when it comes, in the place of the button that was pressed. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

/** Gives the page's heading the focus, where the element that had it goes: otherwise it falls to the whole document. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}
