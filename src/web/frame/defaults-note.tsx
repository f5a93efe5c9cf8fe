/** Said where the settings could not be loaded and the defaults apply (spec §4). */
import type { ReactNode } from 'react';
import { problemText } from '#contract/problem-texts';
import { RetryBanner } from '#web/ui/banner.tsx';

export const DefaultsNote = ({ onRetry, children }: { onRetry: () => void; children?: ReactNode }) => (
  <div role="alert">
    <RetryBanner tone="warning" title={problemText('settings_load_failed')} onRetry={onRetry}>
      The default settings apply until they can be loaded. {children}
    </RetryBanner>
  </div>
);
