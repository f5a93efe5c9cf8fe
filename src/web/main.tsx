import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { watchSession } from './session/auth.ts';
import { watchPlace } from './browser/navigation.ts';
import { watchTheme } from './browser/theme.ts';
import { registerServiceWorker } from './browser/offline.ts';
import { topmostExitGuard } from './ui/leaving.ts';
import { prefetchFirstScreen } from './live/prefetch.ts';
import './styles.css';

watchPlace(topmostExitGuard);
watchTheme();
prefetchFirstScreen();
watchSession();
registerServiceWorker();

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
