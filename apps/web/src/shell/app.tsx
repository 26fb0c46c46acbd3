import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router/dom';
import { LanguageProvider } from '../lib/i18n.tsx';
import { queryClient } from '../lib/query-client.ts';
import type { createRoutes } from './routes.tsx';

type Router = ReturnType<typeof createRoutes>;

export function App({ router }: { readonly router: Router }) {
  return (
    <LanguageProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </LanguageProvider>
  );
}
