import { LoaderCircle } from 'lucide-react';

/** Decoration beside words that say what is going on. */
export const Spinner = ({ size = 20 }: { size?: number }) => (
  <LoaderCircle aria-hidden size={size} className="animate-turn shrink-0" />
);
