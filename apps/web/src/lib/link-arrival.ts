import { keepMarks, keptMarks } from './asked-mail.ts';
import { AUTH_STORAGE_KEY } from './kept-session.ts';
import { judgeLink, withoutTokens, type LinkTokens } from './link-session.ts';

interface LinkAnswer {
  /** Why the link did not work, in the server's words. */
  readonly error: string | undefined;
  readonly errorCode: string | undefined;
  /** "Please proceed to confirm link sent to the other email": half of a change is done. */
  readonly message: string | undefined;
  /** The purpose of the link: signup, recovery, magiclink, email_change, invite. */
  readonly type: string | undefined;
  /** It was asked for in another browser or app (PKCE), where its code is exchanged: our mails lead to none. */
  readonly isElsewheres: boolean;
}

/** Reads the answer of a mail link from the address, before the client removes it. */
function readLinkAnswer(address: string): LinkAnswer {
  const url = new URL(address);
  const hash = new URLSearchParams(url.hash.slice(1));
  const find = (name: string) => hash.get(name) ?? url.searchParams.get(name) ?? undefined;
  return {
    error: find('error_description') ?? find('error'),
    errorCode: find('error_code'),
    message: hash.get('message') ?? undefined,
    type: hash.get('type') ?? undefined,
    isElsewheres: url.searchParams.has('code'),
  };
}

export const linkAnswer = readLinkAnswer(globalThis.location.href);

const marks = keptMarks();
const verdict = judgeLink(globalThis.location.href, localStorage.getItem(AUTH_STORAGE_KEY), marks);
let heldTokens = verdict.what === 'ask' ? verdict.tokens : undefined;
if (verdict.what === 'ask' || verdict.what === 'drop') {
  globalThis.history.replaceState(null, '', withoutTokens(globalThis.location.href));
}
if (verdict.what === 'take' && verdict.mark !== undefined) {
  const { mark } = verdict;
  // Good for one link.
  keepMarks(marks.filter((one) => one !== mark));
  // The client takes the session out of the fragment itself.
  const { href, hash } = globalThis.location;
  globalThis.history.replaceState(null, '', withoutTokens(href) + hash);
}

/** Whether the address brings a session that the client is to take. */
export const bringsSession = verdict.what === 'take';

/** The session of a link that waits for an answer, because another user or none is signed in here. */
export function heldLink(): LinkTokens | undefined {
  return heldTokens;
}

/** Holds the session of a link that was opened here until it is answered whose account this shall be about. */
export function holdLink(tokens: LinkTokens): void {
  heldTokens = tokens;
}

/** The question is answered, either way. */
export function dropHeldLink(): void {
  heldTokens = undefined;
}
