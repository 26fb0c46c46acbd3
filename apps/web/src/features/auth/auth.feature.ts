import type { ScreenFeature } from '../feature.ts';

export const auth = {
  screens: {
    '/login': { lazy: () => import('./login.tsx'), guard: 'guest' },
    '/signup': { lazy: () => import('./signup.tsx'), guard: 'guest' },
    '/second-factor': { lazy: () => import('./second-factor.tsx'), guard: 'half' },
    '/forgot-password': { lazy: () => import('./forgot-password.tsx') },
    '/new-password': { lazy: () => import('./new-password.tsx') },
    '/auth/enter': { lazy: () => import('./enter.tsx') },
    '/auth/not-me': { lazy: () => import('./not-me.tsx'), frame: 'plain' },
    '/auth/confirmed': { lazy: () => import('./confirmed.tsx') },
  },
} satisfies ScreenFeature;
