interface Awaiting {
  readonly confirm: string;
}

/** Builds the state that /login gets after a sign-up by email. It survives a reload and stays out of the address. */
export function awaitsConfirmation(email: string): Awaiting {
  return { confirm: email };
}

export function unconfirmedEmail(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('confirm' in state)) return undefined;
  return typeof state.confirm === 'string' ? state.confirm : undefined;
}
