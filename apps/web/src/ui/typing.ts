/** Whether a key that was pressed belongs to a field or to a dialog, and not to the page. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, select, textarea, [role="dialog"]') !== null;
}
