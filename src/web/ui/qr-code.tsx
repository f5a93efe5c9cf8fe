import { encodeQR } from 'qr';
import { useMemo } from 'react';

/** Width of the empty margin, in modules (small squares). Phones need the margin to read the code. */
const MARGIN_MODULES = 4;

/** Black on white in every theme, since phones need this contrast to read the code. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawQrCode(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="block aspect-square w-full rounded-md bg-white forced-color-adjust-none"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Draws all modules as one path, since thousands of elements would be slow to print. */
function drawQrCode(text: string): { readonly size: number; readonly path: string } {
  const rows = encodeQR(text, 'raw', { border: MARGIN_MODULES });
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size: rows.length, path };
}
