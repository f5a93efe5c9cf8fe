import { useId, type ReactNode } from 'react';
import { Card, CardTitle } from '#web/ui/card.tsx';

export function Section({ title, icon, children }: { title: string; icon: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <Card hasPopup aria-labelledby={id} className="grid gap-4 p-4 sm:p-6">
      <CardTitle id={id} aside={<span className="text-muted">{icon}</span>}>
        {title}
      </CardTitle>
      {children}
    </Card>
  );
}
