interface Awaiting {
  readonly confirm: string;
}

/** What /login is told after a sign-up by email; it stays with the page over a reload and out of its address. */
export function awaitsConfirmation(email: string): Awaiting {
  return { confirm: email };
}

export function unconfirmedEmail(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('confirm' in state)) return undefined;
  return typeof state.confirm === 'string' ? state.confirm : undefined;
}
