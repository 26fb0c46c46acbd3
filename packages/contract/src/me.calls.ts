import { declareCall } from './endpoint.ts';

export const getMe = declareCall({
  name: 'getMe',
  method: 'GET',
  path: '/me',
});

export const putOnboarding = declareCall({
  name: 'putOnboarding',
  method: 'PUT',
  path: '/me/onboarding',
});

export const patchProfile = declareCall({
  name: 'patchProfile',
  method: 'PATCH',
  path: '/me/profile',
});
