import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router/dom';
import { LanguageProvider } from '../lib/i18n.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { createRoutes } from './routes.tsx';

const queryClient = createQueryClient();
const router = createRoutes();

export function App() {
  return (
    <LanguageProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </LanguageProvider>
  );
}
