import { QueryClient } from '@tanstack/react-query';

export const newQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, staleTime: 10_000, refetchOnWindowFocus: true },
    },
  });
