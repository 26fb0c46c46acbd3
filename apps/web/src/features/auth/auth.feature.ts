import type { ScreenFeature } from '../feature.ts';

export const auth = {
  screens: {
    '/login': { lazy: () => import('./login/login.tsx'), guard: 'guest' },
    '/signup': { lazy: () => import('./signup/signup.tsx'), guard: 'guest' },
    '/second-factor': { lazy: () => import('./login/second-factor.tsx'), guard: 'half' },
    '/forgot-password': { lazy: () => import('./password/forgot-password.tsx') },
    '/new-password': { lazy: () => import('./password/new-password.tsx') },
    '/auth/enter': { lazy: () => import('./login/enter.tsx') },
    '/auth/not-me': { lazy: () => import('./links/not-me.tsx'), frame: 'plain' },
    '/auth/confirmed': { lazy: () => import('./signup/confirmed.tsx') },
  },
} satisfies ScreenFeature;
