import { randomUUID } from 'node:crypto';
import { newId } from '@mohlat/platform/crypto/ids.ts';
import { sha256 } from '@mohlat/platform/crypto/vault.ts';
import type { Tx } from '@mohlat/platform/db/transactions.ts';
import { Busy } from '@mohlat/platform/pools/semaphore.ts';
import { AuthError, invalid } from './auth.errors.ts';
import {
  assertMayLink,
  assertUnlinked,
  linkContext,
  linkIdentity,
  userOfIdentity,
} from './auth.identities.service.ts';
import { type AuthParts, type Caller, settle } from './auth.parts.ts';
import {
  type Binding,
  type Provider,
  type ProviderIdentity,
  type ProviderTokens,
  identityOf,
  isAccessTokenOf,
} from './auth.providers.ts';
import {
  type ProviderFlow,
  insertIssuedFlow,
  insertProviderFlow,
  takeProviderFlow,
} from './auth.providers.repo.ts';
import { isKnownProvider } from './auth.public.ts';
import { findUser } from './auth.repo.ts';
import { chooseTarget, withCode, withError, withProviderSession, withQueryError } from './auth.redirects.ts';
import { type Pkce, isUuid, marksIn, mergeMetadata, readPkce } from './auth.rules.ts';
import {
  type Grant,
  type SessionAnswer,
  type SignedIn,
  answerSession,
  lockSignedIn,
  openSession,
} from './auth.sessions.service.ts';
import { type User, isBanned } from './auth.user.ts';

/** Parameters that are ours to set, whatever the caller sends along. */
const RESERVED = new Set(
  `client_id client_secret redirect_uri response_type response_mode state
    nonce code provider redirect_to scope scopes
    code_challenge code_challenge_method request skip_http_redirect invite_token request_uri
    apikey`.split(/\s+/),
);

/** Where the browser goes to sign in elsewhere. `link` names who wants that account added to the one here. */
export async function authorize(
  parts: AuthParts,
  query: Readonly<Record<string, string>>,
  caller: Caller,
  link?: SignedIn,
): Promise<string> {
  const provider = findProvider(parts, query.provider ?? '');
  const pkce = readPkce(query);
  if (query.invite_token) throw new AuthError('user_not_found', { status: 404, message: 'Invite not found' });
  if (link) await parts.db.plain((tx) => assertMayLink(tx, parts, link));
  // Without a verifier the browser that asks cannot be told from the one that comes back.
  if (link && !(pkce && link.session)) throw invalid('Linking an identity requires the PKCE flow');
  const target = chooseTarget(caller.targets, parts.settings);
  const state = randomUUID();
  const scopes = [...new Set(`${provider.settings.scopes} ${query.scopes ?? ''}`.split(/[\s,+]+/))];
  // For an account that is made on the way; one that is there already has its own.
  const marks = link ? {} : mergeMetadata(parts.host, {}, marksIn(query, parts.host.signUpMarks));
  const more = Object.entries(query).filter(
    ([name]) => !RESERVED.has(name) && !parts.host.signUpMarks.has(name),
  );
  const params = { ...Object.fromEntries(more), scope: scopes.filter((one) => one !== '').join(' ') };
  const url = await provider
    .authorizeUrl(callbackUrl(parts), bindingOf(parts, state), params)
    .catch(unlessBusy);
  if (url === undefined)
    throw new AuthError('unexpected_failure', {
      status: 400,
      oauthError: 'server_error',
      message: 'The provider cannot be reached',
    });
  const flow = {
    id: state,
    provider: provider.settings.name,
    target,
    challenge: pkce?.challenge ?? null,
    challenge_method: pkce?.method ?? null,
    linking_user_id: link?.user.id ?? null,
    linking_session_id: link?.session?.id ?? null,
    sign_up_marks: marks,
  };
  await parts.db.plain((tx) => insertProviderFlow(tx, flow, parts.machineClock.now()));
  return url;
}

/** Takes a provider that did not answer for nothing. Throws busy on, which says that it was not asked. */
function unlessBusy(error: unknown): undefined {
  if (error instanceof Busy) throw error;
}

function findProvider(parts: AuthParts, name: string): Provider {
  const provider = parts.providers.get(name);
  if (provider) return provider;
  if (isKnownProvider(name)) throw invalid('Unsupported provider: provider is not enabled');
  throw invalid(`Unsupported provider: Provider ${name.slice(0, 50)} could not be found`);
}

function callbackUrl(parts: AuthParts): string {
  return `${parts.settings.publicUrl}/auth/v1/callback`;
}

/** Made of the state by our own key: nothing of it has to be stored, and no other can make it. */
function bindingOf(parts: AuthParts, state: string): Binding {
  return {
    state,
    nonce: parts.vault.fingerprint(state, 'auth.provider-nonce').toString('hex'),
    verifier: parts.vault.fingerprint(state, 'auth.provider-verifier').toString('base64url'),
  };
}

export interface CallbackAnswer {
  readonly status: 302 | 303;
  readonly location: string;
}

/** The browser came back from a provider: always answers where it goes next. */
export async function finishSignIn(
  parts: AuthParts,
  params: URLSearchParams,
  caller: Caller,
): Promise<CallbackAnswer> {
  const state = params.get('state') ?? '';
  const now = parts.machineClock.now();
  const flow = isUuid(state) ? await parts.db.plain((tx) => takeProviderFlow(tx, state, now)) : undefined;
  const provider = flow && parts.providers.get(flow.provider);
  const refusal = refuseState(parts, state, provider ? flow : undefined, now);
  if (refusal || !flow || !provider) {
    const error = refusal ?? new AuthError('bad_oauth_state');
    return { status: 303, location: withQueryError(parts.settings.defaultTarget, error) };
  }
  const target = chooseTarget([flow.target], parts.settings);
  try {
    return { status: 302, location: await finish(parts, provider, flow, target, params, caller) };
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return { status: 302, location: withError(target, error, true) };
  }
}

function refuseState(
  parts: AuthParts,
  state: string,
  flow: ProviderFlow | undefined,
  now: Date,
): AuthError | undefined {
  if (state === '') return new AuthError('bad_oauth_callback');
  if (!flow) return new AuthError('bad_oauth_state');
  if (flow.consumed_at !== null) return new AuthError('flow_state_already_used');
  if (now.getTime() - flow.created_at.getTime() > parts.settings.flowSeconds * 1000)
    return new AuthError('bad_oauth_state', { message: 'OAuth state has expired' });
  return undefined;
}

async function finish(
  parts: AuthParts,
  provider: Provider,
  flow: ProviderFlow,
  target: string,
  params: URLSearchParams,
  caller: Caller,
): Promise<string> {
  if (params.has('error')) {
    const message = (params.get('error_description') ?? params.get('error') ?? '').slice(0, 300);
    throw new AuthError('bad_oauth_callback', { status: 403, message });
  }
  const url = new URL(callbackUrl(parts));
  url.search = params.toString();
  const came = await provider.exchange(url, bindingOf(parts, flow.id)).catch(() => undefined);
  if (!came)
    throw new AuthError('unexpected_failure', {
      oauthError: 'server_error',
      message: 'Unable to exchange external code',
    });
  const { name } = provider.settings;
  const { identity, tokens } = came;
  const { challenge, challenge_method: method, linking_user_id: linkingUserId } = flow;
  const pkce = challenge === null || method === null ? undefined : { challenge, method };
  if (linkingUserId !== null && !pkce) throw new AuthError('bad_oauth_state');
  const outcome = await settle<Grant | { code: string }>(parts.db, async (tx) => {
    const user = linkingUserId
      ? await linkingUser(tx, linkingUserId, name, identity)
      : await userOfIdentity(tx, parts, name, identity, caller, flow.sign_up_marks);
    if (user instanceof AuthError) return user;
    assertNotBanned(parts, user);
    return pkce
      ? issueCode(tx, parts, user, { ...flow, pkce }, came)
      : openSession(tx, parts, user, { method: 'oauth', provider: name, caller });
  });
  if ('code' in outcome) return withCode(target, outcome.code);
  return withProviderSession(target, await answerSession(parts, outcome), tokens);
}

/** Finds the user who asked for a link. Links nothing yet: the exchange of the code proves that the same browser came back. */
async function linkingUser(
  tx: Tx,
  userId: string,
  provider: string,
  { subject }: ProviderIdentity,
): Promise<User> {
  const user = await findUser(tx, userId);
  if (!user) throw new AuthError('user_not_found');
  await assertUnlinked(tx, userId, provider, subject);
  return user;
}

/** A code for the page, which it exchanges with its verifier; what the provider gave waits until then. */
async function issueCode(
  tx: Tx,
  parts: AuthParts,
  user: User,
  flow: ProviderFlow & { readonly pkce: Pkce },
  { identity, tokens }: { readonly identity: ProviderIdentity; readonly tokens: ProviderTokens },
): Promise<{ code: string }> {
  const code = randomUUID();
  const id = newId();
  const isLink = flow.linking_user_id !== null;
  await insertIssuedFlow(
    tx,
    {
      userId: user.id,
      id,
      pkce: flow.pkce,
      codeHash: sha256(code),
      provider: flow.provider,
      tokensSealed: parts.vault.seal(JSON.stringify(tokens), `auth.flow:${id}`),
      identitySealed: isLink ? parts.vault.seal(JSON.stringify(identity), linkContext(id)) : null,
      linkingSessionId: flow.linking_session_id,
    },
    parts.machineClock.now(),
  );
  return { code };
}

function assertNotBanned(parts: AuthParts, user: User): void {
  if (isBanned(user, parts.machineClock.now())) throw new AuthError('user_banned');
}

/** The provider's tokens, as a session answer shows them. */
export function providerTokensJson(tokens: ProviderTokens): Record<string, string> {
  const { accessToken, refreshToken } = tokens;
  return {
    provider_token: accessToken,
    ...(refreshToken === undefined ? {} : { provider_refresh_token: refreshToken }),
  };
}

export interface IdTokenFields {
  readonly provider?: string | undefined;
  readonly client_id?: string | undefined;
  readonly issuer?: string | undefined;
  readonly id_token?: string | undefined;
  readonly access_token?: string | undefined;
  readonly nonce?: string | undefined;
  readonly link_identity?: boolean | undefined;
}

function badToken(message: string, error = 'invalid request'): AuthError {
  return new AuthError('validation_failed', { oauthError: error, message });
}

/** Signs in, or links, by a token a provider gave to the app itself. `link` is who asks for linking. */
export async function signInWithIdToken(
  parts: AuthParts,
  fields: IdTokenFields,
  caller: Caller,
  link: (() => Promise<SignedIn>) | undefined,
): Promise<SessionAnswer> {
  const { id_token: idToken = '', access_token: accessToken = '', nonce = '' } = fields;
  if (idToken === '') throw badToken('id_token required');
  const provider = providerOfToken(parts, fields);
  const claims = await provider.readIdToken(idToken).catch(unlessBusy);
  if (claims === undefined) throw badToken('Bad ID token');
  const audiences = Array.isArray(claims.aud) ? claims.aud : [claims.aud ?? ''];
  if (!audiences.some((one) => provider.settings.clientIds.includes(one)))
    throw badToken(`Unacceptable audience in id_token: ${JSON.stringify(audiences).slice(0, 200)}`);
  if (accessToken !== '' && claims.at_hash !== undefined && !isAccessTokenOf(claims, accessToken))
    throw badToken('Bad ID token');
  const claimed = typeof claims.nonce === 'string' ? claims.nonce : '';
  if ((claimed === '') !== (nonce === ''))
    throw badToken('Passed nonce and nonce in id_token should either both exist or not.');
  if (nonce !== '' && sha256(nonce).toString('hex') !== claimed)
    throw badToken('Nonces mismatch', 'invalid nonce');
  const { name } = provider.settings;
  const linking = await link?.();
  const grant = await settle<Grant>(parts.db, async (tx) => {
    const identity = identityOf(claims);
    if (linking) await assertMayLink(tx, parts, await lockSignedIn(tx, parts, linking));
    const user = linking
      ? await linkIdentity(tx, parts, linking.user.id, name, identity, caller)
      : await userOfIdentity(tx, parts, name, identity, caller);
    if (user instanceof AuthError) return user;
    assertNotBanned(parts, user);
    return openSession(tx, parts, user, { method: 'oauth', provider: name, caller });
  });
  return answerSession(parts, grant);
}

function providerOfToken(parts: AuthParts, fields: IdTokenFields): Provider {
  const { provider: name = '', client_id: clientId = '', issuer = '' } = fields;
  const all = [...parts.providers.values()];
  const found =
    name === ''
      ? all.find(({ settings }) => settings.issuer === issuer && settings.clientIds.includes(clientId))
      : parts.providers.get(name);
  if (found) return found;
  if (name !== '' && isKnownProvider(name))
    throw new AuthError('provider_disabled', { message: `Provider (issuer "${name}") is not enabled` });
  throw invalid(
    name === ''
      ? 'provider or client_id and issuer required'
      : `Custom OIDC provider "${name.slice(0, 50)}" not allowed`,
  );
}
