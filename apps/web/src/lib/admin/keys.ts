import type { QueryClient } from '@tanstack/react-query';

/** The query keys of the staff's pages. They stand apart from `lib/keys.ts`, so that only staff download them. */
export const adminKeys = {
  all: ['admin'],
  staff: ['admin', 'me'],
  list: (name: string, filters: unknown): unknown[] => ['admin', name, 'list', filters],
  one: (name: string, id: string) => ['admin', name, 'one', id],
} as const;

/** After anything staff did, or a colleague did first: every open page reads itself again. */
export async function adminChanged(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: adminKeys.all });
}
