import {
  assertAdmin,
  changeUserAsAdmin,
  changeUserFactor,
  createUser,
  deleteUser,
  listAllUsers,
  listUserFactors,
  showAnyUser,
} from './auth.admin.service.ts';
import {
  adminUserBody,
  deleteUserBody,
  factorChangeBody,
  generateLinkBody,
  inviteBody,
} from './auth.bodies.ts';
import { generateLink, inviteUser } from './auth.links.service.ts';
import type { AuthParts } from './auth.parts.ts';
import { pathText, queryText, readBody, readOptionalBody } from './auth.request.ts';
import type { Route } from './auth.route.ts';
import { switchedOffAdminRoutes } from './auth.switched-off.routes.ts';

/** Accounts as programs of the house administer them; each call proves its role before anything else is looked at. */
export function adminRoutes(parts: AuthParts): Route[] {
  const known = [...accountRoutes(parts), ...factorRoutes(parts), ...linkRoutes(parts)];
  const routes = [...known, ...switchedOffAdminRoutes()];
  return routes.map((route) => ({
    ...route,
    answer: async (call) => {
      await assertAdmin(parts, call.request.headers.authorization);
      return route.answer(call);
    },
  }));
}

function accountRoutes(parts: AuthParts): Route[] {
  const path = '/admin/users/:userId';
  return [
    {
      method: 'GET',
      path: '/admin/users',
      answer: async ({ request, reply }) => {
        const { body, total, link } = await listAllUsers(parts, {
          page: queryText(request, 'page'),
          perPage: queryText(request, 'per_page'),
          sort: queryText(request, 'sort'),
          filter: queryText(request, 'filter'),
        });
        return reply.header('x-total-count', String(total)).header('link', link).send(body);
      },
    },
    {
      method: 'POST',
      path: '/admin/users',
      answer: async ({ request, caller }) => createUser(parts, readBody(request, adminUserBody), caller),
    },
    { method: 'GET', path, answer: async ({ request }) => showAnyUser(parts, pathText(request, 'userId')) },
    {
      method: 'PUT',
      path,
      answer: async ({ request, caller }) =>
        changeUserAsAdmin(parts, pathText(request, 'userId'), readBody(request, adminUserBody), caller),
    },
    {
      method: 'DELETE',
      path,
      answer: async ({ request, caller }) => {
        const isSoft = readOptionalBody(request, deleteUserBody).should_soft_delete === true;
        await deleteUser(parts, pathText(request, 'userId'), { isSoft }, caller);
        return {};
      },
    },
  ];
}

function factorRoutes(parts: AuthParts): Route[] {
  const path = '/admin/users/:userId/factors/:factorId';
  return [
    {
      method: 'GET',
      path: '/admin/users/:userId/factors',
      answer: async ({ request }) => listUserFactors(parts, pathText(request, 'userId')),
    },
    {
      method: 'DELETE',
      path,
      answer: async ({ request, caller }) => changeUserFactor(parts, placeOf(request), 'delete', caller),
    },
    {
      method: 'PUT',
      path,
      answer: async ({ request, caller }) =>
        changeUserFactor(parts, placeOf(request), readBody(request, factorChangeBody), caller),
    },
  ];
}

function placeOf(request: Parameters<typeof pathText>[0]): { userId: string; factorId: string } {
  return { userId: pathText(request, 'userId'), factorId: pathText(request, 'factorId') };
}

function linkRoutes(parts: AuthParts): Route[] {
  return [
    {
      method: 'POST',
      path: '/invite',
      answer: async ({ request, caller }) => inviteUser(parts, readBody(request, inviteBody), caller),
    },
    {
      method: 'POST',
      path: '/admin/generate_link',
      answer: async ({ request, caller }) => generateLink(parts, readBody(request, generateLinkBody), caller),
    },
  ];
}
