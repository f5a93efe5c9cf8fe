import { say } from '#texts/say';
import { useEffect, useRef, useState } from 'react';
import { BADGE_PATTERN } from '#domain/kiosk/identity';
import { takeBadge } from './flow.ts';
import { Actions, BackButton, PressButton, Title } from './frame.tsx';

const LOOK_EVERY_MS = 150;
/** Pixels: enough for a card at arm's length, few enough for a slow tablet. */
const FRAME_PX = 480;

/** Looks for a card's code until the screen closes. The code that reads QR codes is loaded here. */
export function CameraScreen() {
  const video = useRef<HTMLVideoElement>(null);
  const [side, setSide] = useState<'user' | 'environment'>('user');
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | undefined;
    const look = async () => {
      const [{ default: decodeQR }, opened] = await Promise.all([
        import('qr/decode.js'),
        navigator.mediaDevices.getUserMedia({ video: { facingMode: side } }),
      ]);
      stream = opened;
      if (isOver || !video.current) return stopAll(opened);
      video.current.srcObject = opened;
      await video.current.play();
      const canvas = new OffscreenCanvas(FRAME_PX, FRAME_PX);
      const context = canvas.getContext('2d', { willReadFrequently: true });
      while (!isOver && context) {
        const code = codeIn(video.current, context, decodeQR);
        if (code) return takeBadge(code);
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
    };
    look().catch(() => !isOver && setFailed(true));
    return () => {
      isOver = true;
      if (stream) stopAll(stream);
    };
  }, [side]);
  return (
    <section className="grid justify-items-center gap-4 sm:gap-6">
      <Title>{say('kiosk.camera')}</Title>
      <div className="relative aspect-square w-full max-w-96 overflow-hidden rounded-lg bg-sunken">
        <video ref={video} muted playsInline className="size-full object-cover" />
        <p
          role="alert"
          className="absolute inset-0 grid content-center p-6 text-xl text-balance text-danger empty:hidden"
        >
          {isFailed ? say('kiosk.noCamera') : null}
        </p>
      </div>
      <Actions>
        <PressButton
          onClick={() => {
            setFailed(false);
            setSide(side === 'user' ? 'environment' : 'user');
          }}
        >
          {say('kiosk.otherCamera')}
        </PressButton>
        <BackButton />
      </Actions>
    </section>
  );
}

const stopAll = (stream: MediaStream): void => stream.getTracks().forEach((track) => track.stop());

type Decode = (image: { width: number; height: number; data: Uint8ClampedArray }) => string;

/** The middle of the picture, as a square. */
function codeIn(
  video: HTMLVideoElement,
  context: OffscreenCanvasRenderingContext2D,
  decode: Decode,
): string | undefined {
  const { videoWidth: width, videoHeight: height } = video;
  const size = Math.min(width, height);
  context.drawImage(video, (width - size) / 2, (height - size) / 2, size, size, 0, 0, FRAME_PX, FRAME_PX);
  try {
    const code = decode(context.getImageData(0, 0, FRAME_PX, FRAME_PX))
      .trim()
      .toUpperCase();
    return BADGE_PATTERN.test(code) ? code : undefined;
  } catch {
    // There is no code in the picture.
    return undefined;
  }
}
