import { languageOfReader, say } from '#texts/say';
import { useEffect } from 'react';
import {
  AnswerScreen,
  ChoiceScreen,
  KeptScreen,
  MessageScreen,
  PressScreen,
  UnknownBadgeScreen,
} from './answers.tsx';
import { AdminScreen, InsideScreen, WhoseScreen } from './administration.tsx';
import { CameraScreen } from './camera.tsx';
import { useConnection, watchConnection } from './connection.ts';
import { PUNCH, show, showWaiting, takeBadge, useScreen, type Screen } from './flow.ts';
import { Frame, Notice } from './frame.tsx';
import { becomeOnlyTab, reloadOnce, takeNewerPage, useTab } from './page.ts';
import { PairingScreen } from './pairing.tsx';
import { EmployeeIdForm, PeopleScreen } from './people.tsx';
import { NewPinScreen, PinScreen } from './pin-pad.tsx';
import { onBadge } from './reader.ts';
import { WaitingScreen } from './waiting.tsx';

/** Nobody stands there any more: a screen that waits for a person closes after this time. */
const LEFT_ALONE_MS = 20_000;

export function Kiosk() {
  const tab = useTab();
  const isPaired = useConnection((now) => now.isPaired);
  const isKnown = useConnection((now) => now.isOnline === true);
  useEffect(() => {
    if (isSecureContext) becomeOnlyTab(watchConnection);
  }, []);
  if (!isSecureContext) return <Notice title={say('kiosk.insecure')}>{say('kiosk.insecureText')}</Notice>;
  if (tab === 'second') return <Notice title={say('kiosk.otherTab')}>{say('kiosk.otherTabText')}</Notice>;
  if (!isPaired) return <PairingScreen isAnswered={isKnown} />;
  return <PairedKiosk />;
}

function PairedKiosk() {
  const screen = useScreen();
  const view = useConnection((now) => now.view);
  const isWaiting = screen.name === 'waiting';
  useEffect(() => onBadge(takeBadge), []);
  useEffect(() => {
    if (isWaiting || screen.name === 'busy') return;
    const isRead = screen.name === 'inside';
    const timer = setTimeout(showWaiting, isRead ? 6 * LEFT_ALONE_MS : LEFT_ALONE_MS);
    return () => clearTimeout(timer);
  }, [screen, isWaiting]);
  useEffect(() => {
    if (!isWaiting || !view) return;
    if (view.workplace.language === languageOfReader()) void takeNewerPage(view.version);
    else reloadOnce(view.workplace.language);
  }, [isWaiting, view]);
  return <Frame>{view && <ScreenOf screen={screen} />}</Frame>;
}

function ScreenOf({ screen }: { screen: Screen }) {
  switch (screen.name) {
    case 'waiting':
      return <WaitingScreen />;
    case 'busy':
      return <MessageScreen title={say('kiosk.moment')} />;
    case 'people':
      return <PeopleScreen onChoose={(who) => show({ name: 'pin', who, task: PUNCH })} />;
    case 'employee-id':
      return (
        <EmployeeIdForm onEnter={(employeeId) => show({ name: 'pin', who: { employeeId }, task: PUNCH })} />
      );
    case 'camera':
      return <CameraScreen />;
    case 'pin':
      return <PinScreen key={JSON.stringify(screen.who)} {...screen} />;
    case 'new-pin':
      return <NewPinScreen {...screen} />;
    case 'answer':
      return <AnswerScreen {...screen} />;
    case 'choose':
      return <ChoiceScreen {...screen} />;
    case 'press':
      return <PressScreen {...screen} />;
    case 'kept':
      return <KeptScreen at={screen.at} />;
    case 'message':
      return <MessageScreen {...screen} />;
    case 'unknown-badge':
      return <UnknownBadgeScreen {...screen} />;
    case 'admin':
      return <AdminScreen task={screen.task} />;
    case 'whose':
      return <WhoseScreen {...screen} />;
    case 'inside':
      return <InsideScreen list={screen.list} />;
  }
}
