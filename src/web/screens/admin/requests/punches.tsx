/** From where the entries of a correction were punched, and what was noted. */
import { Globe, MapPin, StickyNote } from 'lucide-react';
import type { CorrectionDetail } from '#contract/corrections';
import { coordinatesText } from '#domain/entry/coordinates';
import { ServerSaw } from '#web/frame/server-saw.tsx';
import { Section } from '#web/screens/admin/section.tsx';

export const Punches = ({ detail: { punches } }: { detail: CorrectionDetail }) => (
  <Section title="As punched">
    {punches.length === 0 ? (
      <p className="text-sm text-muted">Nothing was punched.</p>
    ) : (
      <ul className="grid gap-2 text-sm text-muted">
        {punches.map((punch) => {
          const place = coordinatesText({ location: punch.location ?? null });
          return (
            <li key={punch.entryId} className="grid gap-0.5">
              <p className="flex flex-wrap items-center gap-x-3">
                <span className="flex items-center gap-1.5 wrap-anywhere">
                  <Globe aria-hidden size={14} className="shrink-0" />
                  IP: {punch.ipAddress}
                </span>
                <ServerSaw entry={punch} />
              </p>
              <p className="flex items-center gap-1.5 tabular-nums">
                <MapPin aria-hidden size={14} className="shrink-0" />
                {place ?? 'No location'}
              </p>
              {punch.notes !== '' && (
                <p className="flex gap-1.5">
                  <StickyNote aria-hidden size={14} className="mt-0.5 shrink-0" />
                  <span className="min-w-0 wrap-anywhere whitespace-pre-line">{punch.notes}</span>
                </p>
              )}
            </li>
          );
        })}
      </ul>
    )}
  </Section>
);
