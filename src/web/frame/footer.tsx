import type { ReactNode } from 'react';
import { VERSION_LABEL } from '#web/product.ts';

export const Footer = ({ children }: { children?: ReactNode }) => (
  <footer className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 px-4 py-4 text-xs text-muted print:hidden">
    {children}
    <span>{VERSION_LABEL}</span>
  </footer>
);
