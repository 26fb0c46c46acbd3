import { unlinkIdentity } from './auth.identities.service.ts';
import { authorize, finishSignIn } from './auth.providers.service.ts';
import type { AuthParts } from './auth.parts.ts';
import { formText, pathText, queryTexts } from './auth.request.ts';
import type { Call, Route } from './auth.route.ts';
import { signedIn } from './auth.sessions.service.ts';

/** Signing in with an account elsewhere, and linking one. */
export function providerRoutes(parts: AuthParts): Route[] {
  const back = async ({ reply, caller }: Call, params: URLSearchParams) => {
    const { status, location } = await finishSignIn(parts, params, caller);
    return reply.status(status).header('location', location).send();
  };
  return [
    {
      method: 'GET',
      path: '/authorize',
      bucket: 'token',
      answer: async ({ request, reply, caller }) => {
        const location = await authorize(parts, queryTexts(request), caller);
        return reply.status(302).header('location', location).send();
      },
    },
    {
      method: 'GET',
      path: '/callback',
      answer: async (call) => back(call, new URLSearchParams(queryTexts(call.request))),
    },
    {
      method: 'POST',
      path: '/callback',
      answer: async (call) => back(call, formText(call.request)),
    },
    {
      method: 'GET',
      path: '/user/identities/authorize',
      bucket: 'token',
      answer: async ({ request, reply, caller }) => {
        const who = await signedIn(parts, request.headers.authorization);
        const query = queryTexts(request);
        const url = await authorize(parts, query, caller, who);
        if (query.skip_http_redirect === 'true') return { url };
        return reply.status(302).header('location', url).send();
      },
    },
    {
      method: 'DELETE',
      path: '/user/identities/:identityId',
      bucket: 'user',
      answer: async ({ request, caller }) => {
        const who = await signedIn(parts, request.headers.authorization);
        await unlinkIdentity(parts, who, pathText(request, 'identityId'), caller);
        return {};
      },
    },
  ];
}
