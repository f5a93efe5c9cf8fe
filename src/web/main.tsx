import { textFiles } from 'virtual:texts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { followLanguage } from './session/language.ts';
import { watchSession } from './session/auth.ts';
import { loadLaterTexts, startTexts } from './browser/language.ts';
import { watchPlace } from './browser/navigation.ts';
import { watchTheme } from './browser/theme.ts';
import { registerServiceWorker } from './browser/offline.ts';
import { loadTextsBy } from './ui/on-demand.tsx';
import { topmostExitGuard } from './ui/leaving.ts';
import { prefetchFirstScreen } from './live/prefetch.ts';
import './styles.css';

startTexts(textFiles);
loadTextsBy(loadLaterTexts);
watchPlace(topmostExitGuard);
watchTheme();
prefetchFirstScreen();
watchSession(followLanguage);
registerServiceWorker();

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
