import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';

/** spec §2: the end of registration. */
export function Success({ name, onLogin }: { name: string; onLogin: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-col items-center gap-2 text-center">
      <CircleCheck aria-hidden size={48} className="text-success" />
      <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold">
        Account Created!
      </h1>
      <p className="wrap-anywhere text-muted">Welcome to the team, {name}!</p>
      <Button look="primary" onClick={onLogin} className="mt-4 w-full">
        Go to Login
      </Button>
    </div>
  );
}
