import { createContext, use } from 'react';
import { useLocation } from 'react-router';
import { useLanguage } from '../i18n.tsx';
import type { Language } from '../language.ts';

interface Origin {
  /** The address of the list, with its filters and its order. */
  readonly list: string;
}

/** A list, as the way back to it names it. */
export interface Listed {
  readonly to: string;
  readonly name: string;
}

const ListNames = createContext<Readonly<Partial<Record<string, Readonly<Record<Language, string>>>>>>({});

/** Gives the lists of all features, by their addresses, to the pages below it. */
export const ListNamesProvider = ListNames;

/** A list gives this to the pages it leads to: it stays with their entry of the history, over a reload. */
export function useOrigin(): Origin {
  const { pathname, search } = useLocation();
  return { list: pathname + search };
}

/**
 * The way back: to the list that the page was opened from, whichever it is, narrowed and ordered as it was left; else to
 * the page's own.
 */
export function useWayBack(own: Listed | undefined): Listed | undefined {
  const names = use(ListNames);
  const { language } = useLanguage();
  const state: unknown = useLocation().state;
  if (own === undefined || !isOrigin(state)) return own;
  const path = pathOf(state.list);
  const name = path === pathOf(own.to) ? own.name : names[path]?.[language];
  return name === undefined ? own : { to: state.list, name };
}

const pathOf = (address: string) => address.split('?', 1)[0] ?? '';

function isOrigin(state: unknown): state is Origin {
  return typeof state === 'object' && state !== null && 'list' in state && typeof state.list === 'string';
}
