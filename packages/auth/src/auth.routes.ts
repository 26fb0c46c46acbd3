import cors from '@fastify/cors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { JWK } from 'jose';
import { DatabaseUnavailable } from '@mohlat/platform/db/unavailable.ts';
import { DomainError } from '@mohlat/platform/http/domain-error.ts';
import '@mohlat/platform/http/bound.ts';
import { exactAddress } from '@mohlat/platform/http/client-address.ts';
import { errorName, errorPlace } from '@mohlat/platform/http/error-name.ts';
import { UNKNOWN_PATH } from '@mohlat/platform/http/unknown-path.ts';
import { outside } from '@mohlat/platform/pools/outside.ts';
import { Busy } from '@mohlat/platform/pools/semaphore.ts';
import { publicKeySet } from './auth.access-tokens.ts';
import {
  captchaBody,
  exchangeBody,
  idTokenBody,
  linkBody,
  otpBody,
  passwordBody,
  recoverBody,
  refreshBody,
  resendBody,
  signUpBody,
  undoBody,
  updateBody,
  verifyBody,
} from './auth.bodies.ts';
import { API_VERSION, AuthError, errorBody, negotiatedVersion } from './auth.errors.ts';
import { adminRoutes } from './auth.admin.routes.ts';
import { isAdmin } from './auth.admin.service.ts';
import { assertCaptcha } from './auth.captcha.ts';
import { factorRoutes } from './auth.factors.routes.ts';
import type { CountCall } from './auth.limits.ts';
import { countFalse } from './auth.renewals.ts';
import { logout } from './auth.logout.service.ts';
import { countMailAsk, countMailOfChange, countMailToSelf } from './auth.mail-asks.service.ts';
import { resend, sendOtp, sendReauthentication, sendRecovery } from './auth.otp.service.ts';
import type { AuthParts } from './auth.parts.ts';
import { switchedOffRoutes } from './auth.switched-off.routes.ts';
import { providerRoutes } from './auth.providers.routes.ts';
import { signInWithIdToken } from './auth.providers.service.ts';
import { discovery, health, publicSettings } from './auth.public.ts';
import { headerText, peekBody, queryText, readBody, readCaller } from './auth.request.ts';
import { readRefreshToken } from './auth.refresh-tokens.ts';
import { refresh, signedIn } from './auth.sessions.service.ts';
import type { Call, Route } from './auth.route.ts';
import type { Bucket } from './auth.settings.ts';
import { signUp } from './auth.signup.service.ts';
import { exchangeCode, signInWithPassword } from './auth.token.service.ts';
import { changeUser, showUser } from './auth.user.service.ts';
import { undoChange } from './auth.undo.service.ts';
import { openLink, verifyCode } from './auth.verify.service.ts';

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** No body of the protocol comes near it. */
const BODY_BYTES_MAX = 64 * 1024;

/** The routes that prove a session, or the role of a program, before they do anything. */
const PROVING = /^\/(user|logout|reauthenticate|factors|admin|invite)(\/|$)/;

export interface RouteOptions {
  readonly parts: AuthParts;
  readonly keys: readonly JWK[];
  readonly countCall: CountCall;
}

/** Registers the protocol under the prefix the caller gave. */
export async function registerAuthRoutes(
  app: FastifyInstance,
  { parts, keys, countCall }: RouteOptions,
): Promise<void> {
  // No cookie takes part in anything here: another origin's page can send only what it already holds.
  await app.register(cors, {
    origin: true,
    credentials: true,
    strictPreflight: false,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders:
      'Accept, Authorization, apikey, Content-Type, X-Client-Info, X-Supabase-Api-Version, X-JWT-AUD, X-Client-IP, X-Use-Cookie, X-Device-Name, redirect_to',
    exposedHeaders: 'X-Total-Count, Link, X-Supabase-Api-Version, X-Sb-Error-Code, Retry-After',
    maxAge: 600,
  });
  // The protocol reads every body as JSON whatever its type is called; the routes that need one say so.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler(sendError);
  const answerUnknown = (_request: FastifyRequest, reply: FastifyReply) =>
    reply.status(404).type('text/plain').send(UNKNOWN_PATH);
  app.setNotFoundHandler(answerUnknown);
  // A route of its own: beside a server of pages, an address that no route here takes would be a page's.
  app.route({
    method: [...METHODS],
    url: '/*',
    config: { bound: 'none' },
    exposeHeadRoute: false,
    handler: answerUnknown,
  });

  const routes = [
    ...publicRoutes(parts, keys),
    ...signInRoutes({ parts, countCall }),
    ...messageRoutes(parts),
    ...userRoutes(parts),
    ...factorRoutes(parts),
    ...adminRoutes(parts),
    ...providerRoutes(parts),
    ...switchedOffRoutes(),
  ];
  for (const route of routes) {
    app.route({
      bodyLimit: BODY_BYTES_MAX,
      method: route.method,
      url: route.path,
      config: { bound: PROVING.test(route.path) ? 'people' : 'strangers' },
      // A HEAD of a mail link, as scanners send it, must not use the link up.
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const caller = readCaller(request);
        reply.header('cache-control', 'no-store');
        const bucket = typeof route.bucket === 'function' ? route.bucket(request) : route.bucket;
        const answer = await within(parts.settings.requestSeconds, async () => {
          if (bucket) await countCall(bucket, caller.ip);
          if (route.asksCaptcha?.(request)) await proveCaptcha(parts, request);
          return route.answer({ request, reply, caller });
        });
        // A route that answered by itself, as with a redirect, has sent its reply and left nothing to send.
        if (reply.sent) return reply;
        nameSession(reply, answer);
        return answer;
      },
    });
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    const used = routes.filter((route) => route.path === path).map((route) => route.method);
    const allow = used.join(', ');
    app.route({
      method: METHODS.filter((method) => !used.includes(method)),
      url: path,
      handler: (_request, reply) => reply.status(405).header('allow', allow).type('text/plain').send(''),
    });
  }
}

/** Runs a call for so long at most. What it began goes on and ends as it ends; who asked is told that it took too long. */
async function within<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new AuthError('request_timeout')), seconds * 1000);
  try {
    return await Promise.race([work(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Names the session an answer hands over, for anybody who reads the traffic of their own program. */
function nameSession(reply: FastifyReply, answer: object | string): void {
  const token =
    typeof answer === 'object' && 'refresh_token' in answer
      ? readRefreshToken(String(answer.refresh_token))
      : undefined;
  if (!token) return;
  reply.header('sb-auth-user-id', token.userId);
  reply.header('sb-auth-session-id', token.sessionId);
  reply.header('sb-auth-refresh-token-counter', String(token.counter));
}

function publicRoutes(parts: AuthParts, keys: readonly JWK[]): Route[] {
  const keySet = publicKeySet(keys);
  const description = discovery(parts.settings, keys);
  return [
    { method: 'GET', path: '/health', answer: async () => health() },
    { method: 'GET', path: '/settings', answer: async () => publicSettings(parts.settings) },
    {
      method: 'GET',
      path: '/.well-known/jwks.json',
      answer: async ({ reply }) => reply.header('cache-control', 'public, max-age=600').send(keySet),
    },
    {
      method: 'GET',
      path: '/.well-known/openid-configuration',
      answer: async ({ reply }) => reply.header('cache-control', 'public, max-age=600').send(description),
    },
  ];
}

function signInRoutes({ parts, countCall }: Pick<RouteOptions, 'parts' | 'countCall'>): Route[] {
  return [
    {
      method: 'POST',
      path: '/signup',
      bucket: (request) => (isAnonymous(request) ? 'anonymous' : 'signup'),
      asksCaptcha: () => true,
      answer: async ({ request, caller }) => {
        if (!parts.settings.isSignupEnabled) throw new AuthError('signup_disabled');
        const fields = readBody(request, signUpBody);
        if (fields.email && !parts.settings.isMailConfirmedAtOnce)
          await countMailAsk(parts, fields.email, caller);
        return signUp(parts, fields, caller);
      },
    },
    {
      method: 'POST',
      path: '/token',
      bucket: (request) => (isRenewal(request) ? 'refresh' : 'token'),
      asksCaptcha: (request) => queryText(request, 'grant_type') === 'password',
      answer: async (call) => answerToken({ parts, countCall }, call),
    },
    {
      method: 'POST',
      path: '/undo',
      bucket: 'verify',
      answer: async ({ request, caller }) =>
        undoChange(parts, readBody(request, undoBody).token ?? '', caller),
    },
    {
      method: 'POST',
      path: '/verify',
      bucket: 'verify',
      answer: async ({ request, caller }) => verifyCode(parts, readBody(request, verifyBody), caller),
    },
    {
      method: 'GET',
      path: '/verify',
      bucket: 'verify',
      answer: async ({ request, reply, caller }) => {
        const query = { token: queryText(request, 'token'), type: queryText(request, 'type') };
        return reply
          .status(303)
          .header('location', await openLink(parts, query, caller))
          .send();
      },
    },
  ];
}

/** A sign-up without an address or number. What cannot be read is left to the route to refuse. */
function isAnonymous(request: FastifyRequest): boolean {
  const fields = peekBody(request, signUpBody);
  return fields !== undefined && !fields.email && !fields.phone;
}

/** Throws captcha_failed where a captcha is configured. Programs that administer accounts are not asked. */
async function proveCaptcha(parts: AuthParts, request: FastifyRequest): Promise<void> {
  const { captcha } = parts.settings;
  if (!captcha || (await isAdmin(parts, request.headers.authorization))) return;
  const meta = peekBody(request, captchaBody)?.gotrue_meta_security;
  const token = meta?.captcha_token ?? '';
  // The browser answered the provider from its own address: of its network the provider would know nothing.
  const ip = exactAddress(request);
  await outside(captcha.provider, () => assertCaptcha(captcha, token, ip, parts.outsideSeconds));
}

function isRenewal(request: FastifyRequest): boolean {
  return queryText(request, 'grant_type') === 'refresh_token';
}

async function answerToken(
  { parts, countCall }: Pick<RouteOptions, 'parts' | 'countCall'>,
  { request, reply, caller }: Call,
): Promise<object> {
  switch (queryText(request, 'grant_type')) {
    case 'password':
      return signInWithPassword(parts, readBody(request, passwordBody), caller);
    case 'refresh_token': {
      const token = readBody(request, refreshBody).refresh_token ?? '';
      const { answer, causes } = await countFalse(countCall, caller, () => refresh(parts, token, caller));
      if (causes.length > 0) reply.header('sb-auth-refresh-token-reuse-cause', causes.join(','));
      return answer;
    }
    case 'web3':
      throw new AuthError('web3_provider_disabled');
    case 'id_token': {
      const fields = readBody(request, idTokenBody);
      const link = fields.link_identity ? () => signedIn(parts, request.headers.authorization) : undefined;
      return signInWithIdToken(parts, fields, caller, link);
    }
    case 'pkce':
      return exchangeCode(parts, readBody(request, exchangeBody), caller);
    default:
      throw new AuthError('invalid_credentials', { message: 'unsupported_grant_type' });
  }
}

function messageRoutes(parts: AuthParts): Route[] {
  const sending = (bucket: Bucket, send: (call: Call) => Promise<void>, path = `/${bucket}`): Route => ({
    method: 'POST',
    path,
    bucket,
    asksCaptcha: () => true,
    answer: async (call) => {
      const email = peekBody(call.request, otpBody)?.email;
      if (email) await countMailAsk(parts, email, call.caller);
      await send(call);
      return {};
    },
  });
  return [
    sending('otp', ({ request, caller }) => sendOtp(parts, readBody(request, otpBody), caller)),
    // Older clients ask so.
    sending(
      'otp',
      ({ request, caller }) => sendOtp(parts, readBody(request, linkBody), caller),
      '/magiclink',
    ),
    sending('recover', ({ request, caller }) => sendRecovery(parts, readBody(request, recoverBody), caller)),
    sending('resend', ({ request, caller }) => resend(parts, readBody(request, resendBody), caller)),
    {
      method: 'GET',
      path: '/reauthenticate',
      bucket: 'reauthenticate',
      answer: async ({ request }) => {
        const who = await signedIn(parts, request.headers.authorization);
        if (who.user.email !== null) await countMailToSelf(parts);
        await sendReauthentication(parts, who);
        return {};
      },
    },
  ];
}

function userRoutes(parts: AuthParts): Route[] {
  return [
    {
      method: 'GET',
      path: '/user',
      answer: async ({ request, reply }) => {
        const { authorization } = request.headers;
        reply.type('application/json; charset=utf-8');
        return showUser(parts, authorization, headerText(request, 'x-jwt-aud') ?? '');
      },
    },
    {
      method: 'PUT',
      path: '/user',
      bucket: 'user',
      answer: async ({ request, caller }) => {
        const who = await signedIn(parts, request.headers.authorization);
        const fields = readBody(request, updateBody);
        if (fields.email && fields.email !== who.user.email) await countMailOfChange(parts, caller);
        return changeUser(parts, who, fields, caller);
      },
    },
    {
      method: 'POST',
      path: '/logout',
      answer: async ({ request, reply, caller }) => {
        const who = await signedIn(parts, request.headers.authorization);
        await logout(parts, who, queryText(request, 'scope'), caller);
        return reply.status(204).send();
      },
    },
  ];
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toAuthError(error);
  if (refusal.status >= 500 && !isUnavailable(error)) {
    request.log.error(
      { error: errorName(error), stack: errorPlace(error) },
      'auth request failed unexpectedly',
    );
  } else {
    request.log.info({ code: refusal.code }, 'auth request refused');
  }
  const version = negotiatedVersion(headerText(request, 'x-supabase-api-version'));
  if (version !== undefined) reply.header('x-supabase-api-version', API_VERSION);
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds));
  if (refusal.code === 'refresh_token_already_used') reply.header('sb-auth-refresh-token-rotated', 'true');
  if (refusal.oauthError === undefined) reply.header('x-sb-error-code', refusal.code);
  return reply.status(refusal.status).send(errorBody(refusal, version, request.id));
}

/** The database cannot work now, or there is no room for more of a costly kind of work. */
function isUnavailable(error: unknown): error is DatabaseUnavailable | Busy {
  return error instanceof DatabaseUnavailable || error instanceof Busy;
}

/** The protocol's clients repeat a call by its status; none of its codes means busy. */
function unavailable({ details }: DomainError): AuthError {
  const { retryAfterSeconds } = details;
  return new AuthError('unexpected_failure', {
    status: 503,
    message: 'The service is busy, please retry after a moment.',
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}

function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  if (isUnavailable(error)) return unavailable(error);
  if (error instanceof DomainError && error.code === 'busy') return new AuthError('conflict');
  const { statusCode = 500 } = error as FastifyError;
  if (statusCode === 413) return new AuthError('request_entity_too_large');
  if (statusCode >= 400 && statusCode < 500) return new AuthError('bad_json');
  return new AuthError('unexpected_failure');
}
