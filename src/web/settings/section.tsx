import type { ReactNode } from 'react';
import { TitledCard } from '#web/ui/card.tsx';

export function Section({ title, icon, children }: { title: string; icon: ReactNode; children: ReactNode }) {
  return (
    <TitledCard
      hasPopup
      title={title}
      aside={<span className="text-muted">{icon}</span>}
      className="grid gap-4"
    >
      {children}
    </TitledCard>
  );
}
