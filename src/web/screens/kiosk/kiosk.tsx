import { languageOfReader, say } from '#texts/say';
import { useEffect } from 'react';
import { ChoiceScreen, InsideScreen, ResultScreen } from './answers.tsx';
import { CameraScreen } from './camera.tsx';
import { useConnection, watchConnection } from './connection.ts';
import { showWaiting, takeBadge, useScreen, type Screen } from './flow.ts';
import { Frame, Notice, Title } from './frame.tsx';
import { becomeOnlyTab, reloadOnce, takeNewerPage, useTab } from './page.ts';
import { PairingScreen } from './pairing.tsx';
import { IdentifyScreen, WhoseScreen } from './people.tsx';
import { NewPinScreen, PinScreen } from './pin-pad.tsx';
import { onBadge } from './reader.ts';
import { WaitingScreen } from './waiting.tsx';

export function Kiosk() {
  const tab = useTab();
  const isPaired = useConnection((now) => now.view !== null);
  useEffect(() => {
    if (isSecureContext) becomeOnlyTab(watchConnection);
  }, []);
  if (!isSecureContext) return <Notice title={say('kiosk.insecure')}>{say('kiosk.insecureText')}</Notice>;
  if (tab === 'second') return <Notice title={say('kiosk.otherTab')}>{say('kiosk.otherTabText')}</Notice>;
  return isPaired ? <PairedKiosk /> : <PairingScreen />;
}

/** Without a touch or a key for as long, nobody stands there any more. */
const LEFT_ALONE_MS = 20_000;
const LEFT_ALONE: Partial<Record<Screen['name'], number>> = { camera: 30_000, inside: 120_000 };

function PairedKiosk() {
  const screen = useScreen();
  const view = useConnection((now) => now.view);
  const isWaiting = screen.name === 'waiting';
  useEffect(() => onBadge(takeBadge), []);
  useEffect(() => {
    if (isWaiting || screen.name === 'busy') return;
    let timer: ReturnType<typeof setTimeout>;
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(showWaiting, LEFT_ALONE[screen.name] ?? LEFT_ALONE_MS);
    };
    restart();
    const events = ['pointerdown', 'keydown'] as const;
    for (const event of events) addEventListener(event, restart);
    return () => {
      clearTimeout(timer);
      for (const event of events) removeEventListener(event, restart);
    };
  }, [screen, isWaiting]);
  useEffect(() => {
    if (!isWaiting || !view) return;
    if (view.workplace.language === languageOfReader()) void takeNewerPage(view.version);
    else reloadOnce(view.workplace.language);
  }, [isWaiting, view]);
  return (
    <Frame>
      <ScreenOf screen={screen} />
    </Frame>
  );
}

function ScreenOf({ screen }: { screen: Screen }) {
  switch (screen.name) {
    case 'waiting':
      return <WaitingScreen />;
    case 'busy':
      return <Title>{say('kiosk.moment')}</Title>;
    case 'identify':
      return <IdentifyScreen {...screen} />;
    case 'camera':
      return <CameraScreen />;
    case 'pin':
      return <PinScreen {...screen} />;
    case 'new-pin':
      return <NewPinScreen {...screen} />;
    case 'result':
      return <ResultScreen {...screen} />;
    case 'choose':
      return <ChoiceScreen {...screen} />;
    case 'whose':
      return <WhoseScreen {...screen} />;
    case 'inside':
      return <InsideScreen {...screen} />;
  }
}
