import { AuthError } from './auth.errors.ts';
import type { Route } from './auth.route.ts';

const passkey = async () => {
  throw new AuthError('passkey_disabled');
};

/** The same for who administers accounts. */
export function switchedOffAdminRoutes(): Route[] {
  const path = '/admin/users/:userId/passkeys';
  return [
    { method: 'GET', path, answer: passkey },
    { method: 'DELETE', path: `${path}/:passkeyId`, answer: passkey },
  ];
}

/** Ways to sign in that the protocol names and this product does not offer. They say so, whatever is sent. */
export function switchedOffRoutes(): Route[] {
  const sso = async () => {
    throw new AuthError('saml_provider_disabled');
  };
  return [
    { method: 'POST', path: '/sso', bucket: 'sso', answer: sso },
    { method: 'GET', path: '/passkeys', answer: passkey },
    ...['authentication', 'registration'].flatMap((what) =>
      ['options', 'verify'].map((step): Route => ({
        method: 'POST',
        path: `/passkeys/${what}/${step}`,
        answer: passkey,
      })),
    ),
    ...(['PATCH', 'DELETE'] as const).map((method): Route => ({
      method,
      path: '/passkeys/:passkeyId',
      answer: passkey,
    })),
  ];
}
