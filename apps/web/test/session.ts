/** The auth server's answer to Asha's log-in; good for an hour. */
export function sampleSession(nowMs: number) {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
  const now = Math.floor(nowMs / 1000);
  return {
    access_token: `${part({ alg: 'HS256' })}.${part({ sub: 'u1', exp: now + 3600 })}.x`,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: now + 3600,
    refresh_token: 'r',
    user: {
      id: 'u1',
      aud: 'authenticated',
      email: 'asha@example.in',
      app_metadata: {},
      user_metadata: {},
      created_at: '',
    },
  };
}
