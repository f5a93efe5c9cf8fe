import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startTexts } from '#web/browser/language.ts';
import { registerServiceWorker } from '#web/browser/offline.ts';
import { watchTheme } from '#web/browser/theme.ts';
import '#web/styles.css';
import { Kiosk } from './kiosk.tsx';
import { keepPage } from './page.ts';

startTexts();
watchTheme();
registerServiceWorker();
keepPage();

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Kiosk />
    </StrictMode>,
  );
